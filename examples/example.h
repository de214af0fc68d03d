/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the examples share: stop with the model's own words when a call fails. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <stdio.h>
#include <stdlib.h>

#include <wheeldyn/wheeldyn.h>

static inline void must(const wd_model *model, int32_t status)
{
    if (status >= 0)
        return;
    fprintf(stderr, "%s: %s\n", wd_status_name(status), wd_model_error(model));
    exit(EXIT_FAILURE);
}

/* A set up model of a kind, with its defaults. */
static inline wd_model *new_model(const char *kind)
{
    wd_model *model = NULL;
    must(model, wd_model_new(kind, &model));
    return model;
}

/* A set up model of the rolling wheel with a preset. */
static inline wd_model *rolling_wheel(const char *preset)
{
    wd_model *model = new_model("rolling_wheel");
    must(model, wd_model_load_preset(model, preset));
    return model;
}

/* Names are looked up once; the loops then work with refs. */
static inline uint32_t ref_of(const wd_model *model, const char *name)
{
    uint32_t ref;
    int32_t status = wd_model_find(model, name, &ref);
    if (status < 0)
        fprintf(stderr, "no variable %s\n", name);
    must(model, status);
    return ref;
}

#endif
