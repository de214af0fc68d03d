/* SPDX-License-Identifier: MIT */
/* Shorthands for tests of the public API. If a call that must work fails, the test ends. */
#ifndef MODEL_SUPPORT_H
#define MODEL_SUPPORT_H

#include "tap.h"

#include <stdlib.h>
#include <wheeldyn/wheeldyn.h>

static inline void must(const wd_model *model, int32_t status, const char *what)
{
    if (status >= 0)
        return;
    printf("Bail out! %s: %s: %s\n", what, wd_status_name(status), wd_model_error(model));
    exit(1);
}

static inline wd_model *make(const char *kind, const char *preset)
{
    wd_model *model = NULL;
    must(NULL, wd_model_new(kind, &model), kind);
    if (preset)
        must(model, wd_model_load_preset(model, preset), preset);
    return model;
}

static inline void set(wd_model *model, const char *name, double value)
{
    must(model, wd_model_set_value(model, name, value), name);
}

static inline void choose(wd_model *model, const char *name, const char *value)
{
    must(model, wd_model_set_choice(model, name, value), name);
}

static inline double get(const wd_model *model, const char *name)
{
    double value = NAN;
    must(model, wd_model_value(model, name, &value), name);
    return value;
}

static inline void start(wd_model *model, double t0)
{
    must(model, wd_model_init(model, t0), "init");
}

static inline void go(wd_model *model, double t)
{
    must(model, wd_model_step_to(model, t), "step_to");
}

#endif
