/* SPDX-License-Identifier: MIT */
#include "core/step.h"
#include "core/balance.h"
#include "core/flow.h"
#include "core/grid.h"
#include "core/jump.h"
#include "core/locate.h"
#include "core/stepper.h"
#include "core/whole.h"
#include "num/bits.h"
#include "num/elementary.h"
#include "num/invariant.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Name of the state with the largest error, relative to its tolerance, in the last try. */
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

/* Fraction of a fixed step. A step is shortened again only if it is longer than this. */
#define LEAST_PART 0x1p-20

/* Make a fixed step. An implicit step without a solution, for example across an event, is
 * shortened; the rest of the fixed step is left to the next steps. */
static int32_t fixed_step(struct wd_model *model, struct stretch *stretch)
{
    double whole = stretch->h;
    int32_t status = stepper_begin(model, stretch->from);
    if (status == WD_OK)
        status = balance_close(model); /* balance of the previous step */
    if (status != WD_OK)
        return status;
    status = stepper_try(model, stretch->from, whole);
    while (status == WD_ENOCONV && model->implicit && stretch->h > LEAST_PART * whole) {
        grid_cut(model, stretch, stretch->from + stepper_next(model, stretch->h, INFINITY));
        status = stepper_try(model, stretch->from, stretch->h);
    }
    return status == WD_ENOCONV ? stepper_fail(model, whole) : status;
}

/* Size proposed for the next step. A step cut short to end at a target, knot or grid time must not
 * reduce the proposal. The proposal is finite, however often it has grown. */
static double proposal(struct wd_model *model, const struct stretch *stretch, double ratio, int cut)
{
    double h = stepper_next(model, stretch->h, ratio);
    return num_fmin(cut ? num_fmax(h, model->now.h) : h, DBL_MAX);
}

/* Shorten the step after a rejected try with this error ratio and status. */
static int32_t try_shorter(struct wd_model *model, struct stretch *stretch, double ratio,
                           int32_t status)
{
    const struct common_solver *solver = model_solver(model);
    double tried = stretch->h;
    model->stat[STAT_REJECTED]++;
    stretch->h = stepper_next(model, tried, ratio);
    stretch->to = stretch->from + stretch->h;
    if (interrupted(&model->interrupt, model->step_work))
        return WD_EINTERRUPT;
    if (stretch->to > stretch->from)
        return WD_OK;
    if (status == WD_ENOCONV)
        return stepper_fail(model, tried);
    return model_fail(model, WD_ENOCONV, "no step is small enough for rtol %g, atol %g of %s",
                      solver->rtol, solver->atol, least_exact(model));
}

/* Compute the error ratio of the last try, which went to time t. If the error is too large, a
 * kind may leave out the part of it that is amplified rounding and that its projection removes: a
 * shorter step would not reduce this part. */
static int32_t judge_error(struct wd_model *model, double t, double *ratio)
{
    *ratio = stepper_error_ratio(model);
    if (*ratio <= ODE_ACCEPTED || !model->kind->project_error)
        return WD_OK;
    int32_t status = flow_project_error(model, t);
    if (status == WD_OK)
        *ratio = stepper_error_ratio(model);
    return status;
}

static int32_t adaptive_step(struct wd_model *model, struct stretch *stretch, int cut,
                             double *h_next)
{
    int32_t status = stepper_begin(model, stretch->from);
    for (; status == WD_OK; cut = 0) {
        double ratio = INFINITY;
        status = stepper_try(model, stretch->from, stretch->h);
        if (status == WD_OK)
            status = judge_error(model, stretch->from + stretch->h, &ratio);
        if (status != WD_OK && status != WD_ENOCONV)
            return status;
        if (ratio <= ODE_ACCEPTED) {
            *h_next = proposal(model, stretch, ratio, cut);
            return WD_OK;
        }
        status = try_shorter(model, stretch, ratio, status);
    }
    return status;
}

/* Finish a step: project it onto the constraints and shorten it to the first event. */
static int32_t end_step(struct wd_model *model, struct stretch *stretch, int *due)
{
    int32_t status = flow_project(model, stretch->from + stretch->h, model->next);
    if (status == WD_OK && model->kind->guards > 0)
        status = locate_within(model, stretch, due);
    return status;
}

/* Make an adaptive step up to the first event in it. The step shortened to the event is not
 * necessarily more accurate than the accepted longer step, because the motion after the event may
 * be different. So the error of the shortened step is checked, too. */
static int32_t adaptive_step_to_event(struct wd_model *model, struct stretch *stretch,
                                      double *h_next, int *due)
{
    int32_t status = WD_OK;
    for (int cut = stretch->h < model->now.h; status == WD_OK; cut = 0) {
        status = adaptive_step(model, stretch, cut, h_next);
        double whole = stretch->h;
        if (status == WD_OK)
            status = end_step(model, stretch, due);
        double ratio = 0;
        if (status == WD_OK && stretch->h != whole)
            status = judge_error(model, stretch->from + stretch->h, &ratio);
        if (status != WD_OK || ratio <= ODE_ACCEPTED)
            return status;
        status = try_shorter(model, stretch, ratio, WD_OK);
        if (status == WD_OK)
            status = jump_restore_guards(model, stretch->from);
    }
    return status;
}

static int32_t fixed_step_to_event(struct wd_model *model, struct stretch *stretch, int *due)
{
    int32_t status = fixed_step(model, stretch);
    if (status == WD_OK)
        status = end_step(model, stretch, due);
    if (status == WD_OK)
        balance_open(model, stretch->h);
    return status;
}

static void commit(struct wd_model *model, const struct stretch *stretch, double h_next,
                   double knot)
{
    struct point *now = &model->now;
    invariant(stretch->to > now->t);
    stepper_keep(model, stretch->h);
    /* Copy one number after the other: the wide loads of memcpy() would wait until the stores of
     * the step, which were narrower, have reached the cache. */
    for (size_t i = 0; i < model_reals(model->kind); i++)
        now->y[i] = model->next[i];
    now->t = stretch->to;
    model->energy_known = 0;
    if (h_next > 0)
        model->now.h = h_next;
    now->k = stretch->k;
    now->changed = stretch->to + grid_slack(model) >= knot;
}

/* Arm the guards that are above zero at the end of the step. True if all are. */
static int arm_guards(struct wd_model *model)
{
    int all = 1;
    for (size_t i = 0; i < model->kind->guards; i++)
        if (model->guard_next.value[i] > 0)
            bit_put(model->now.armed, i, 1);
        else
            all = 0;
    return all;
}

/* Use the guards at the end of this step, all of which are above zero, as the guards at the start
 * of the next step, unless time or inputs can change them. */
static void prepare_next_step(struct wd_model *model)
{
    struct guards end = model->guard_next;
    if (!model->kind->lasting_guards || model->driven)
        return;
    model->guard_next = model->guard;
    model->guard = end;
    model->settled = 1;
}

/* Inputs may jump at a knot. Handle all jumps of the state that follow from the new values, so that
 * outputs at this point belong to the modes after it. */
static int32_t settle_at_knot(struct wd_model *model)
{
    int due;
    flow_seek(model);
    int32_t status = jump_due(model, grid_present(model), &due);
    return status == WD_OK && due ? jump_all(model) : status;
}

/* Close the energy balance of the step and make the jumps at its end. Without jumps, the balance is
 * left to the next step if its first stage computes the energy. */
static int32_t after_step(struct wd_model *model, int due)
{
    int next_closes = model->kind->flow_with_energy && !model->implicit;
    int32_t status = next_closes && !due && !model->now.changed ? WD_OK : balance_close(model);
    if (status == WD_OK && due)
        return jump_all(model);
    return status == WD_OK && model->now.changed ? settle_at_knot(model) : status;
}

/* Continue the held step (whole.h) up to the target, or up to the end of the step, which is then
 * the present point. */
static int32_t continue_whole(struct wd_model *model, double target, double knot)
{
    int32_t status = whole_restore(model);
    if (status != WD_OK)
        return status;
    if (target < model->now.whole.to)
        return whole_report(model, target);
    int due = (int)model->now.whole.due;
    double next = model->now.whole.next;
    struct stretch stretch = whole_release(model);
    commit(model, &stretch, next, knot);
    return after_step(model, due);
}

/* Try the step by the method of low order; *ratio is then the larger of the error ratios of the
 * whole step and of the step shortened to an event. */
static int32_t try_low_order(struct wd_model *model, struct stretch *stretch, double *ratio,
                             int *due)
{
    double whole = stretch->h;
    int32_t status = stepper_begin(model, stretch->from);
    if (status == WD_OK)
        status = stepper_try(model, stretch->from, whole);
    if (status != WD_OK)
        return status;
    *ratio = whole_low_ratio(model);
    if (*ratio <= ODE_ACCEPTED)
        status = end_step(model, stretch, due);
    if (stretch->h != whole)
        *ratio = num_fmax(*ratio, whole_low_ratio(model));
    return status;
}

/* Make the step by the method of low order, unless that fails or its error is too large. *made: 1
 * if the step is made. WD_OK or a failure with its text. */
static int32_t low_order_step(struct wd_model *model, struct stretch *stretch, int *due, int *made)
{
    struct stretch low = *stretch;
    double ratio = INFINITY;
    char error[MODEL_ERROR_SIZE];
    memcpy(error, model->error, sizeof error);
    model->beyond = 1;
    int32_t status = try_low_order(model, &low, &ratio, due);
    model->beyond = 0;
    *made = status == WD_OK && ratio <= ODE_ACCEPTED;
    whole_end_low(model, stretch->h, status == WD_OK ? ratio : (double)INFINITY);
    if (*made)
        *stretch = low;
    if (*made || status == WD_EINTERRUPT)
        return status;
    model->stat[STAT_REJECTED]++;
    memcpy(model->error, error, sizeof error);
    return jump_restore_guards(model, stretch->from);
}

/* Make an adaptive step that ends in the call, up to the first event in it. */
static int32_t adaptive_step_within(struct wd_model *model, struct stretch *stretch, double *h_next,
                                    int *due)
{
    int made = 0;
    int32_t status = WD_OK;
    if (whole_begin_low(model, stretch->h))
        status = low_order_step(model, stretch, due, &made);
    return status != WD_OK || made ? status : adaptive_step_to_event(model, stretch, h_next, due);
}

/* Make a step of this length beyond the target and hold it, unless its error or an event shortens
 * it to the target. WD_OK or a failure with its text. */
static int32_t try_whole(struct wd_model *model, struct stretch *stretch, double target,
                         double *h_next, int *due)
{
    model->beyond = 1;
    int32_t status = adaptive_step_to_event(model, stretch, h_next, due);
    model->beyond = 0;
    return status == WD_OK && stretch->to > target ? whole_hold(model, stretch, *h_next, *due)
                                                   : status;
}

/* Make an adaptive step beyond the target if that is allowed and does not fail, else up to it. */
static int32_t adaptive_step_from(struct wd_model *model, double target, double knot,
                                  struct stretch *stretch, double *h_next, int *due)
{
    double length = stretch->to < target ? 0 : whole_length(model);
    struct stretch longer = grid_next(model, length, INFINITY, knot);
    if (!(longer.to > target && isfinite(longer.to)))
        return adaptive_step_within(model, stretch, h_next, due);
    char error[MODEL_ERROR_SIZE];
    memcpy(error, model->error, sizeof error);
    int32_t status = try_whole(model, &longer, target, h_next, due);
    if (status == WD_OK)
        *stretch = longer;
    if (status == WD_OK || status == WD_EINTERRUPT)
        return status;
    /* The failure may lie beyond the target. */
    memcpy(model->error, error, sizeof error);
    status = jump_restore_guards(model, stretch->from);
    return status == WD_OK ? adaptive_step_to_event(model, stretch, h_next, due) : status;
}

int32_t step_once(struct wd_model *model, double target)
{
    flow_seek(model);
    int fixed = model_solver(model)->fixed_step > 0;
    double knot = flow_knot(model);
    if (model->now.whole.open)
        return continue_whole(model, target, knot);
    struct stretch stretch = grid_next(model, model->now.h, target, knot);
    double h_next = 0;    /* fixed steps propose no length */
    if (stretch.h == 0) { /* the target counts as the present grid time */
        model->now.t = stretch.to;
        return WD_OK;
    }
    if (!(stretch.h > 0 && stretch.to > model->now.t))
        return model_fail(model, WD_ENOCONV, "steps of %g s do not advance the time", stretch.h);
    int due = 0;
    int32_t status = model->settled ? WD_OK : jump_due(model, stretch.from, &due);
    model->settled = 0;
    if (status != WD_OK)
        return status;
    if (due)
        return jump_all(model);
    status = fixed ? fixed_step_to_event(model, &stretch, &due)
                   : adaptive_step_from(model, target, knot, &stretch, &h_next, &due);
    if (status != WD_OK)
        return status;
    model->stat[STAT_STEPS]++;
    if (model->now.whole.open)
        return whole_report(model, target);
    if (arm_guards(model) && !due)
        prepare_next_step(model);
    commit(model, &stretch, h_next, knot);
    return after_step(model, due);
}
