/* SPDX-License-Identifier: MIT */
/* Creation of models, and adding and removing parts. */
#include "core/model.h"
#include "core/setting.h"

#include <stdlib.h>
#include <string.h>

/* Allocate zeroed settings and signals; 0: out of memory. */
static int take_settings(double **settings, struct signal **signals, size_t doubles, size_t inputs)
{
    *settings = calloc(doubles, sizeof **settings);
    *signals = calloc(inputs + 1, sizeof **signals); /* + 1: never of size zero */
    if (*settings && *signals)
        return 1;
    free(*settings);
    free(*signals);
    *settings = NULL;
    *signals = NULL;
    return 0;
}

static void lay_out_settings(struct wd_model *model)
{
    const struct kind *kind = model->kind;
    size_t count = table_count(kind);
    model->param = model->settings;
    model->input = model->param + kind->params;
    model->start = model->input + kind->inputs;
    model->solver = model->start + model_starts(kind);
    for (size_t ref = 0; ref < count; ref++) {
        const struct var *var = table_row(kind, ref);
        if (var->role == WD_INPUT)
            model->signals[var->slot].var = var;
    }
}

struct wd_model *model_of(struct shape *shape)
{
    struct wd_model *model = shape ? calloc(1, sizeof *model) : NULL;
    if (!model) {
        shape_drop(shape);
        return NULL;
    }
    model->shape = shape;
    model->kind = &shape->kind;
    model->interrupt.host = &model->host;
    model->hash = shape->hash;
    if (!take_settings(&model->settings, &model->signals, model_settings(model->kind),
                       model->kind->inputs)) {
        model_free(model);
        return NULL;
    }
    lay_out_settings(model);
    setting_defaults(model);
    return model;
}

struct wd_model *model_new(const struct kind *kind)
{
    return model_of(shape_new(kind));
}

/* Make sure that no clone shares the shape of this model, whose parts will change: give the model a
 * copy of the shape if a clone shares it. WD_OK, or WD_ENOMEM with the model unchanged. The user
 * may hold pointers to names in the former shape, so the copy keeps that shape. */
static int32_t own_shape(struct wd_model *model)
{
    size_t own = model->spare && model->spare->shape == model->shape ? 2 : 1;
    if (atomic_load_explicit(&model->shape->users, memory_order_acquire) == own)
        return WD_OK;
    struct shape *copy = shape_copy(model->shape);
    if (!copy)
        return WD_ENOMEM;
    int has_terrain = model->kind == &model->shape->on_terrain;
    model_drop_spare(model);
    model_drop_room(model);
    shape_drop(model->shape);
    model->shape = copy;
    model->kind = shape_kind(copy, has_terrain);
    lay_out_settings(model);
    return WD_OK;
}

/* Number of doubles in the settings block after adding the part. */
static size_t settings_with(const struct kind *kind, const struct part_sizes *part)
{
    size_t starts = part->inits > 0 ? part->inits : part->states;
    return model_settings(kind) + part->params + part->inputs + starts;
}

/* Add a part to a model that shares its shape at most with its spare. */
static int32_t add_part(struct wd_model *model, const struct part_type *type, const char *name,
                        const struct part *const *on, size_t n)
{
    const struct kind *kind = model->kind;
    double *settings;
    struct signal *signals;
    struct part *part = shape_part(model->shape, type, name, on, n);
    if (!part || !take_settings(&settings, &signals, settings_with(kind, &part->as->size),
                                kind->inputs + part->as->size.inputs)) {
        free(part);
        return WD_ENOMEM;
    }
    struct wd_model old = *model;
    size_t params = kind->params, inputs = kind->inputs, begun = model_starts(kind);
    model_drop_spare(model); /* because the spare shares the shape */
    model_drop_room(model);
    shape_add(model->shape, part);
    model->settings = settings;
    model->signals = memcpy(signals, old.signals, inputs * sizeof *signals);
    lay_out_settings(model);
    memcpy(model->param, old.param, params * sizeof *settings);
    memcpy(model->input, old.input, inputs * sizeof *settings);
    memcpy(model->start, old.start, begun * sizeof *settings);
    memcpy(model->solver, old.solver, kind->solvers * sizeof *settings);
    for (size_t i = 0; i < part->as->var_count; i++)
        if (model_is_setting(model, &part->vars[i]))
            *model_setting(model, &part->vars[i]) = part->vars[i].initial;
    free(old.settings);
    free(old.signals);
    model->furnished = 0;
    model_close(model);
    return WD_OK;
}

int32_t model_add_part(struct wd_model *model, const struct part_type *type, const char *name,
                       const struct part *const *on, size_t n)
{
    const struct part *same[PART_PLACES];
    if (own_shape(model) != WD_OK)
        return WD_ENOMEM;
    for (size_t i = 0; i < n; i++)
        same[i] = model->kind->parts[on[i]->number];
    return add_part(model, type, name, same, n);
}

int32_t model_remove_part(struct wd_model *model)
{
    if (own_shape(model) != WD_OK)
        return WD_ENOMEM;
    const struct kind *kind = model->kind;
    const double *input = model->input, *start = model->start, *solver = model->solver;
    size_t inputs = kind->inputs;
    model_drop_spare(model); /* because the spare shares the shape */
    model_drop_room(model);
    shape_remove(model->shape);
    for (size_t i = kind->inputs; i < inputs; i++)
        free(model->signals[i].table);
    lay_out_settings(model);
    /* Move in the order of the block, so that no role is overwritten before it has moved. */
    memmove(model->input, input, kind->inputs * sizeof *input);
    memmove(model->start, start, model_starts(kind) * sizeof *start);
    memmove(model->solver, solver, kind->solvers * sizeof *solver);
    model->furnished = 0;
    model_close(model);
    return WD_OK;
}
