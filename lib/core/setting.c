/* SPDX-License-Identifier: MIT */
/* Changes of settings, and which derived data each change invalidates. */
#include "core/setting.h"
#include "core/flow.h"
#include "core/whole.h"
#include "num/invariant.h"

#include <math.h>
#include <string.h>

/* Mark that an input or tunable has changed. Drop an adaptive step that ends after the present
 * point (core/whole.h), because it was made without the change. */
static void mark_change(struct wd_model *model)
{
    model->now.changed = 1;
    whole_drop(model);
}

/* True if the setting determines the length of adaptive steps. */
static int limits_steps(const struct var *var)
{
    return var->role == WD_SOLVER && var->slot >= SLOT(common_solver, rtol) &&
           var->slot <= SLOT(common_solver, max_step);
}

/* Energy of the present state with the present settings. The host is not polled, because the change
 * of a setting is not stopped. */
static double present_energy(struct wd_model *model)
{
    model->view.interrupt = NULL;
    double energy = model->kind->energy(&model->view, model->now.y).total;
    model->view.interrupt = &model->interrupt;
    return energy;
}

/* Change a tunable of a running model, whose view is closed. If this changes the energy of the
 * present state, the host has done the work. A change from or to an energy that is not finite is
 * not counted: no step starts with such an energy. */
static void tune(struct wd_model *model, double *tunable, double value)
{
    const struct kind *kind = model->kind;
    double *energies = model->now.y + kind->states;
    flow_open(model);
    double before = present_energy(model);
    *tunable = value;
    double work = present_energy(model) - before;
    if (!isfinite(work))
        return;
    energies[0] += work;
    if (kind->lossless_extra > 0)
        energies[KIND_ENERGIES + kind->lossless_extra - 1] += work;
}

/* If the setting already has this value, nothing changes. */
void setting_write(struct wd_model *model, const struct var *var, double value)
{
    double *setting = model_setting(model, var);
    int32_t *form = var->role == WD_INPUT ? &model->signals[var->slot].form : NULL;
    int held = !form || *form == WD_SIGNAL_HOLD;
    if (held && memcmp(setting, &value, sizeof value) == 0)
        return;
    int drives = var->role == WD_TUNABLE || form;
    if (drives && (*setting != value || !held))
        mark_change(model);
    if (limits_steps(var))
        whole_drop(model);
    model_close(model);
    if (model->running && var->role == WD_TUNABLE && model->kind->energy)
        tune(model, setting, value);
    else
        *setting = value;
    if (var->role == WD_PARAM || var->role == WD_TUNABLE || var->role == WD_SOLVER)
        model->furnished = 0;
    if (!form)
        return;
    *form = WD_SIGNAL_HOLD;
    if (model->running)
        model->input_now[var->slot] = value;
}

void setting_hold(struct wd_model *model, struct signal *signal)
{
    size_t i = signal->var->slot;
    if (model->running)
        model->input[i] = model->input_now[i];
    if (signal->form != WD_SIGNAL_HOLD)
        mark_change(model);
    signal->form = WD_SIGNAL_HOLD;
    model_close(model);
}

void setting_drive(struct wd_model *model, struct signal *signal, wd_input_fn fn, void *user)
{
    signal->form = SIGNAL_FUNCTION;
    signal->fn = fn;
    signal->user = user;
    model_close(model);
    mark_change(model);
}

const struct var *setting_of(const struct wd_model *model, const struct preset_value *value)
{
    return table_row(model->kind, table_find(model->kind, value->variable));
}

void setting_apply(struct wd_model *model, const struct preset_value *value)
{
    const struct var *var = setting_of(model, value);
    if (value->form == WD_SIGNAL_HOLD) {
        *model_setting(model, var) = value->data[0];
    } else {
        int32_t status = signal_set(&model->signals[var->slot], value->form, value->data, value->n);
        invariant(status == WD_OK); /* see setting.h */
    }
    if (value->form == WD_SIGNAL_STEP)
        *model_setting(model, var) = value->data[1]; /* for reading the value before init */
}

void setting_defaults(struct wd_model *model)
{
    size_t count = table_count(model->kind);
    for (size_t ref = 0; ref < count; ref++) {
        const struct var *var = table_row(model->kind, ref);
        if (model_is_setting(model, var))
            *model_setting(model, var) = var->initial;
    }
    for (size_t i = 0; i < model->kind->inputs; i++) {
        model->signals[i].form = WD_SIGNAL_HOLD;
        model->signals[i].fn = NULL;
        model->signals[i].user = NULL;
    }
    smooth_drop(model->smooth);
    model->smooth = NULL;
    model->course = (struct polyline){0};
    model->kind = shape_kind(model->shape, 0);
    model->furnished = 0;
    for (size_t i = 0; i < model->kind->default_count; i++)
        setting_apply(model, &model->kind->defaults[i]);
}
