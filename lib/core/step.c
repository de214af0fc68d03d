/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/step.h"
#include "core/locate.h"

#include <math.h>

#define REJECTED 1.1 /* error ratio above which a step is tried again */

/* ---- where the next step goes ---- */

double step_grid_slack(const struct wd_model *model)
{
    return 1e-9 * model_solver(model)->fixed_step;
}

void step_seek(struct wd_model *model)
{
    double t = model->now.t + step_grid_slack(model);
    for (size_t i = 0; i < model->kind->inputs; i++)
        signal_seek(&model->signals[i], t);
}

static double next_knot(const struct wd_model *model)
{
    double knot = INFINITY;
    for (size_t i = 0; i < model->kind->inputs; i++)
        knot = fmin(knot, signal_knot(&model->signals[i]));
    return knot;
}

static struct leg adaptive_leg(const struct wd_model *model, double target)
{
    double t = model->now.t, stop = fmin(target, next_knot(model));
    struct leg leg = {.from = t, .h = fmin(model->now.h, model_solver(model)->max_step)};
    if (leg.h >= stop - t) {
        leg.h = stop - t;
        leg.to = stop;
    } else {
        leg.to = t + leg.h;
    }
    return leg;
}

/* Grid times are computed by multiplication, so that they do not depend on the calls before. A time
 * that is a grid time within the slack counts as that grid time, but keeps its own bits. */
static struct leg fixed_leg(const struct wd_model *model, double target)
{
    const struct point *now = &model->now;
    double h = model_solver(model)->fixed_step, slack = step_grid_slack(model);
    double grid = model->t0 + (double)now->k * h, next = model->t0 + (double)(now->k + 1) * h;
    int on_grid = fabs(now->t - grid) <= slack;
    double from = on_grid ? grid : now->t;
    double stop = fmin(target, next_knot(model));
    if (on_grid && fabs(target - grid) <= slack)
        return (struct leg){.from = from, .to = target, .h = 0, .k = now->k};
    if (stop < next - slack)
        return (struct leg){.from = from, .to = stop, .h = stop - from, .k = now->k};
    double to = fabs(target - next) <= slack ? target : next;
    return (struct leg){.from = from, .to = to, .h = on_grid ? h : next - from, .k = now->k + 1};
}

/* ---- taking it ---- */

static int32_t begin(struct wd_model *model, const struct leg *leg)
{
    int32_t status = ode_begin(&model->ode, leg->from, model->now.y);
    if (status == WD_ENOCONV)
        model_fail(model, status, "the accelerations are not finite");
    return status;
}

static int32_t fixed_step(struct wd_model *model, const struct leg *leg)
{
    int32_t status = begin(model, leg);
    if (status == WD_OK)
        status = ode_step(&model->ode, leg->from, leg->h, model->now.y, model->next);
    if (status == WD_ENOCONV)
        model_fail(model, status, "the motion is not finite after a step of %g s", leg->h);
    return status;
}

/* A step cut short to land somewhere must not shrink the proposal for the next one. */
static double proposal(const struct wd_model *model, const struct leg *leg, double ratio, int cut)
{
    double h = ode_next_step(model->ode.method, leg->h, ratio);
    return cut ? fmax(h, model->now.h) : h;
}

static int32_t adaptive_step(struct wd_model *model, struct leg *leg, double *h_next)
{
    const struct common_solver *solver = model_solver(model);
    int32_t status = begin(model, leg);
    if (status != WD_OK)
        return status;
    for (int cut = leg->h < model->now.h;; cut = 0) {
        status = ode_step_error(&model->ode, leg->from, leg->h, model->now.y, model->next,
                                model->error_estimate);
        if (status != WD_OK && status != WD_ENOCONV)
            return status;
        /* The energies, last in y, are not controlled: accounting does not change the motion. */
        double ratio = INFINITY;
        if (status == WD_OK)
            ratio = ode_error_ratio(model->next, model->error_estimate, model->kind->states,
                                    solver->rtol, solver->atol);
        if (ratio <= REJECTED) {
            *h_next = proposal(model, leg, ratio, cut);
            return WD_OK;
        }
        model->stat[STAT_REJECTED]++;
        leg->h = ode_next_step(model->ode.method, leg->h, ratio);
        leg->to = leg->from + leg->h;
        if (!(leg->to > leg->from))
            return model_fail(model, WD_ENOCONV, "no step is small enough for rtol %g, atol %g",
                              solver->rtol, solver->atol);
    }
}

static void commit(struct wd_model *model, const struct leg *leg, double h_next)
{
    struct point *now = &model->now;
    for (size_t i = 0; i < model_reals(model->kind); i++)
        now->y[i] = model->next[i];
    now->t = leg->to;
    now->h = h_next;
    now->k = leg->k;
    model->stat[STAT_STEPS]++;
}

int32_t step_once(struct wd_model *model, double target)
{
    step_seek(model);
    int fixed = model_solver(model)->fixed_step > 0;
    struct leg leg = fixed ? fixed_leg(model, target) : adaptive_leg(model, target);
    double h_next = model->now.h;
    if (leg.h == 0) { /* the target is another name of the present grid time */
        model->now.t = leg.to;
        return WD_OK;
    }
    if (!(leg.h > 0 && leg.to > model->now.t))
        return model_fail(model, WD_ENOCONV, "steps of %g s do not advance the time", leg.h);
    int32_t status = fixed ? fixed_step(model, &leg) : adaptive_step(model, &leg, &h_next);
    size_t fired = 0;
    if (status == WD_OK && model->kind->guards > 0)
        status = locate(model, &leg, &fired);
    if (status != WD_OK)
        return status;
    commit(model, &leg, h_next);
    return fired > 0 ? locate_jump(model) : WD_OK;
}
