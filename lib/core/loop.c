/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/loop.h"
#include "core/step.h"

#include <math.h>
#include <string.h>

static int32_t input_failed(struct wd_model *model, const struct signal *signal, double t, double u)
{
    const struct var *var = signal->var;
    if (isnan(u))
        return model_fail(model, WD_EINPUT, "the function or signal of %s has no value at %g s",
                          var->name, t);
    return model_fail(model, WD_EINPUT, "%s must be in [%g, %g], its signal is %g at %g s",
                      var->name, var->lo, var->hi, u, t);
}

int32_t loop_inputs(struct wd_model *model, double t)
{
    for (size_t i = 0; i < model->kind->inputs; i++) {
        const struct signal *signal = &model->signals[i];
        double u = model->input[i];
        if (signal->form != WD_SIGNAL_HOLD) {
            u = signal_value(signal, t);
            if (!(u >= signal->var->lo && u <= signal->var->hi))
                return input_failed(model, signal, t, u);
        }
        model->input_at[i] = u;
    }
    model->view.t = t;
    return WD_OK;
}

int32_t loop_rhs(double t, const double *y, double *dy, void *context)
{
    struct wd_model *model = context;
    model->stat[STAT_RHS_CALLS]++;
    int32_t status = loop_inputs(model, t);
    return status == WD_OK ? model->kind->flow(&model->view, y, dy) : status;
}

int32_t loop_eval(struct wd_model *model)
{
    const struct kind *kind = model->kind;
    step_seek(model);
    int32_t status = loop_inputs(model, model->now.t);
    if (status == WD_OK)
        status = kind->output(&model->view, model->now.y, model->output_next);
    if (status != WD_OK)
        return status;
    struct common_output *common = (struct common_output *)model->output_next;
    common->work = model->now.y[kind->states];
    common->dissipated = model->now.y[kind->states + 1];
    memcpy(model->output, model->output_next, kind->outputs * sizeof *model->output);
    memcpy(model->input_now, model->input_at, kind->inputs * sizeof *model->input_now);
    return WD_OK;
}

int32_t loop_init(struct wd_model *model, double t0)
{
    const struct kind *kind = model->kind;
    if (model_reserve(model) != WD_OK)
        return model_fail(model, WD_ENOMEM, "no memory to run");
    struct point *now = &model->now;
    memset(now->y, 0, model_reals(kind) * sizeof *now->y);
    memset(now->mode, 0, kind->modes * sizeof *now->mode);
    memcpy(now->y, model->start, kind->states * sizeof *now->y);
    now->t = model->t0 = t0;
    now->h = STEP_FIRST;
    now->k = 0;
    now->ended = 0;
    memset(model->stat, 0, sizeof model->stat);
    model->log.count = model->log.first = 0;
    int32_t status = loop_eval(model);
    if (status == WD_OK)
        model_run_from_here(model);
    return status;
}

static int32_t walk(struct wd_model *model, double target, int stop)
{
    double limit = model_solver(model)->max_steps;
    for (double steps = 0; model->now.t < target; steps++) {
        if (steps >= limit)
            return model_fail(model, WD_ENOCONV, "%g steps (solver.max_steps) did not reach %g s",
                              limit, target);
        int32_t status = step_once(model, target);
        if (status < 0 || status == WD_END || (status == WD_EVENT && stop))
            return status;
    }
    return WD_OK;
}

int32_t loop_advance(struct wd_model *model, double target, int stop)
{
    if (target == model->now.t)
        return loop_eval(model);
    if (model->now.ended)
        return WD_END;
    uint64_t events = model->log.count;
    point_copy(model->kind, &model->undo, &model->now);
    int32_t status = walk(model, target, stop);
    if (status >= 0) {
        int32_t outputs = loop_eval(model);
        status = outputs < 0 ? outputs : status;
    }
    if (status < 0) {
        point_copy(model->kind, &model->now, &model->undo);
        log_rewind(&model->log, events);
    }
    return status;
}
