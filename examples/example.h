/* SPDX-License-Identifier: MIT */
/* Functions of all examples. They exit with the library's message if a call fails. */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <stdio.h>
#include <stdlib.h>

#include <wheeldyn/wheeldyn.h>

static inline void must(const wd_model *model, int32_t status)
{
    if (status >= 0)
        return;
    const char *text = wd_model_error(model); /* empty for calls that only read */
    fprintf(stderr, "%s: %s\n", wd_status_name(status), *text ? text : wd_status_text(status));
    exit(EXIT_FAILURE);
}

/* must() for calls that take a name and leave no text: suggests the nearest name. */
static inline void must_name(int32_t status, const char *name, const char *nearest)
{
    if (status >= 0)
        return;
    fprintf(stderr, "%s: %s; the nearest is %s\n", name, wd_status_text(status), nearest);
    exit(EXIT_FAILURE);
}

/* A set up model of a kind, with its defaults. */
static inline wd_model *new_model(const char *kind)
{
    wd_model *model = NULL;
    must_name(wd_model_new(kind, &model), kind, wd_kind_nearest_name(kind));
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
    must_name(wd_model_find(model, name, &ref), name, wd_model_nearest_name(model, name));
    return ref;
}

static inline double value_of(const wd_model *model, const char *name)
{
    uint32_t ref = ref_of(model, name);
    double value;
    must(model, wd_model_get(model, &ref, 1, &value));
    return value;
}

#endif
