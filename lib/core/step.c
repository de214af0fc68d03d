/* SPDX-License-Identifier: MIT */
#include "core/step.h"
#include "core/flow.h"
#include "core/grid.h"
#include "core/jump.h"
#include "core/locate.h"
#include "num/elementary.h"
#include "num/invariant.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* By how much of its scale the energy of a fixed step may miss what work and losses explain.
 * Measured by the energy, the new state is then wrong by half of that at least, in one step: no
 * method has the order that it was chosen for any more. */
#define UNBALANCED 1e-3

static int32_t first_stage(struct wd_model *model, const struct stretch *stretch)
{
    int32_t status = ode_begin(&model->ode, stretch->from, model->now.y);
    return status == WD_ENOCONV ? flow_not_finite(model, 0) : status;
}

/* The state whose error is largest, measured by the tolerances. */
static const char *least_exact(const struct wd_model *model)
{
    const struct common_solver *solver = model_solver(model);
    double worst = -1;
    size_t at = 0;
    for (size_t i = 0; i < model->kind->states; i++) {
        double ratio = ode_error_ratio(model->next + i, model->error_estimate + i, 1, solver->rtol,
                                       solver->atol);
        if (ratio > worst)
            worst = ratio, at = i;
    }
    return table_at(model->kind, WD_STATE, at)->name;
}

static int32_t fixed_step(struct wd_model *model, const struct stretch *stretch)
{
    int32_t status = first_stage(model, stretch);
    if (status != WD_OK)
        return status;
    status = ode_step(&model->ode, stretch->from, stretch->h, model->now.y, model->next);
    return status == WD_ENOCONV ? flow_not_finite(model, stretch->h) : status;
}

static int32_t check_balance(struct wd_model *model, const struct stretch *stretch)
{
    const struct kind *kind = model->kind;
    const double *from = model->now.y + kind->states, *to = model->next + kind->states;
    struct energy before = kind->energy(&model->view, model->now.y);
    struct energy after = kind->energy(&model->view, model->next);
    double gain = (after.total - before.total) - (to[0] - from[0]) + (to[1] - from[1]);
    double most = UNBALANCED * num_fmax(before.scale, after.scale);
    if (!(fabs(gain) > most)) /* nor if it overflows: outputs tell that */
        return WD_OK;
    return model_fail(model, WD_ENOCONV,
                      "a step of %g s %s %g J without a cause, where %g J may be its error: "
                      "solver.fixed_step is too long for this motion",
                      stretch->h, gain > 0 ? "gains" : "loses", fabs(gain), most);
}

/* A step cut short to land somewhere must not shrink the proposal for the next one, which is finite
 * however often it has grown. */
static double proposal(const struct wd_model *model, const struct stretch *stretch, double ratio,
                       int cut)
{
    double h = ode_next_step(model->ode.method, stretch->h, ratio);
    return num_fmin(cut ? num_fmax(h, model->now.h) : h, DBL_MAX);
}

static int32_t adaptive_step(struct wd_model *model, struct stretch *stretch, double *h_next)
{
    const struct common_solver *solver = model_solver(model);
    int32_t status = first_stage(model, stretch);
    if (status != WD_OK)
        return status;
    for (int cut = stretch->h < model->now.h;; cut = 0) {
        status = ode_step_error(&model->ode, stretch->from, stretch->h, model->now.y, model->next,
                                model->error_estimate);
        if (status != WD_OK && status != WD_ENOCONV)
            return status;
        /* The energies, last in y, are not controlled: accounting does not change the motion. */
        double ratio = INFINITY;
        if (status == WD_OK)
            ratio = ode_error_ratio(model->next, model->error_estimate, model->kind->states,
                                    solver->rtol, solver->atol);
        if (ratio <= ODE_ACCEPTED) {
            *h_next = proposal(model, stretch, ratio, cut);
            return WD_OK;
        }
        model->stat[STAT_REJECTED]++;
        double tried = stretch->h;
        stretch->h = ode_next_step(model->ode.method, stretch->h, ratio);
        stretch->to = stretch->from + stretch->h;
        if (interrupted(&model->interrupt, model->step_work))
            return WD_EINTERRUPT;
        if (stretch->to > stretch->from)
            continue;
        if (status == WD_ENOCONV)
            return flow_not_finite(model, tried);
        return model_fail(model, WD_ENOCONV, "no step is small enough for rtol %g, atol %g of %s",
                          solver->rtol, solver->atol, least_exact(model));
    }
}

static void commit(struct wd_model *model, const struct stretch *stretch, double h_next,
                   double knot)
{
    struct point *now = &model->now;
    invariant(stretch->to > now->t && h_next > 0);
    memcpy(now->y, model->next, model_reals(model->kind) * sizeof *now->y);
    now->t = stretch->to;
    now->h = h_next;
    now->k = stretch->k;
    now->changed = stretch->to + grid_slack(model) >= knot;
    model->stat[STAT_STEPS]++;
}

int32_t step_once(struct wd_model *model, double target)
{
    flow_seek(model);
    int fixed = model_solver(model)->fixed_step > 0;
    double knot = flow_knot(model);
    struct stretch stretch = grid_next(model, target, knot);
    double h_next = model->now.h;
    if (stretch.h == 0) { /* the target is another name of the present grid time */
        model->now.t = stretch.to;
        return WD_OK;
    }
    if (!(stretch.h > 0 && stretch.to > model->now.t))
        return model_fail(model, WD_ENOCONV, "steps of %g s do not advance the time", stretch.h);
    int due;
    int32_t status = jump_due(model, stretch.from, &due);
    if (status != WD_OK)
        return status;
    if (due)
        return jump_all(model);
    status = fixed ? fixed_step(model, &stretch) : adaptive_step(model, &stretch, &h_next);
    if (status == WD_OK)
        status = flow_project(model, stretch.from + stretch.h, model->next);
    if (status == WD_OK && model->kind->guards > 0)
        status = locate_within(model, &stretch, &due);
    if (status == WD_OK && fixed && model->kind->energy)
        status = check_balance(model, &stretch);
    if (status != WD_OK)
        return status;
    commit(model, &stretch, h_next, knot);
    return due ? jump_all(model) : WD_OK;
}
