/* SPDX-License-Identifier: MIT */
#include "core/exchange.h"
#include "core/flow.h"
#include "core/grid.h"
#include "core/jump.h"
#include "core/locate.h"
#include "core/loop.h"
#include "core/whole.h"
#include "num/bits.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>

/* A model on a terrain is excluded: its step length must be bounded so that no wheel passes through
 * the terrain, and indicators cannot bound the steps of another integrator. */
int exchange_flows(const struct wd_model *model)
{
    return model->kind->flow && !model_has_terrain(model) && !flow_uses_advance(model);
}

const struct var *exchange_row(const struct wd_model *model, size_t i)
{
    static const size_t energies[KIND_ENERGIES] = {SLOT(common_output, work),
                                                   SLOT(common_output, dissipated)};
    size_t states = model->kind->states;
    return i < states ? table_at(model->kind, WD_STATE, i)
                      : table_at(model->kind, WD_OUTPUT, energies[i - states]);
}

double exchange_nominal(const struct wd_model *model, size_t i)
{
    const struct kind *kind = model->kind;
    const struct view view = {.kind = kind, .param = model->param};
    return kind->nominal && i < kind->states ? kind->nominal(&view, i) : 1;
}

double exchange_knot(const struct wd_model *model)
{
    double knot = INFINITY;
    for (size_t i = 0; i < model->kind->inputs; i++) {
        struct signal signal = model->signals[i];
        signal_seek(&signal, model->now.t + grid_slack(model));
        knot = num_fmin(knot, signal_knot(&signal));
    }
    return knot;
}

/* ---- evaluations at a given time and given states ---- */

/* Compute the guards of the present point again if settings may have changed since. */
static int32_t refresh(struct wd_model *model)
{
    if (model->opened)
        return WD_OK;
    loop_prepare(model);
    if (!model->entered || model->kind->guards == 0)
        return WD_OK;
    int32_t status = flow_view(model, model->now.t);
    return status == WD_OK ? jump_guards(model, model->now.y, &model->guard) : status;
}

/* Enter the modes of the present point, without jumps, and compute its guards. */
static int32_t enter(struct wd_model *model)
{
    int due;
    flow_seek(model);
    return jump_due(model, model->now.t, &due);
}

/* Prepare an evaluation: provide the modes and model->guard of the present point. If they are not
 * known yet, compute them after saving the point in model->undo; close() restores it. */
static int32_t open(struct wd_model *model)
{
    int32_t status = refresh(model);
    if (status != WD_OK || model->entered)
        return status;
    point_copy(model->kind, &model->undo, &model->now);
    return enter(model);
}

/* Restore the point and return the status, with its text if the host has stopped the call. */
static int32_t close(struct wd_model *model, int32_t status)
{
    if (!model->entered)
        point_copy(model->kind, &model->now, &model->undo);
    if (model->interrupt.stopped)
        status = model_stopped(model);
    if (status < 0)
        model_close(model); /* a message of the next failure must not reuse a text of this one */
    return status;
}

/* Copy the states and the present extras to model->next and set the view to time t. */
static int32_t view_states(struct wd_model *model, double t, const double *states)
{
    size_t n = exchange_states(model);
    memcpy(model->next, states, n * sizeof *states);
    memcpy(model->next + n, model->now.y + n, model->kind->extras * sizeof *states);
    return flow_view(model, t);
}

static int32_t derivative(struct wd_model *model, double t, const double *states)
{
    double *rates = model->error_estimate;
    int32_t status = view_states(model, t, states);
    if (status == WD_OK)
        status = flow_fail(model, model->kind->flow(&model->view, model->next, rates));
    model->rate = rates;
    for (size_t i = 0; status == WD_OK && i < exchange_states(model); i++)
        if (!isfinite(rates[i]))
            status = flow_not_finite(model, 0);
    return status;
}

int32_t exchange_derivative(struct wd_model *model, double t, const double *states, double *rates)
{
    int32_t status = open(model);
    if (status == WD_OK)
        status = derivative(model, t, states);
    status = close(model, status);
    if (status == WD_OK)
        memcpy(rates, model->error_estimate, exchange_states(model) * sizeof *rates);
    return status;
}

/* True if guard i, which is not armed, increases from the present point. A guard without a given
 * rate is assumed to increase if it is zero, because its event has just been handled. */
static int is_rising(const struct wd_model *model, size_t i)
{
    double value = model->guard.value[i], rate = model->guard.rate[i];
    return rate > 0 || (isnan(rate) && value == 0);
}

/* Return the indicator of guard i with this value: positive as long as nothing is due for the
 * guard. The indicator of an armed guard is the value itself. A guard that is not armed cannot
 * trigger before it has been above zero. If such a guard increases from the present point, as after
 * a bounce, its indicator is the increase, which changes its sign when the guard returns to its
 * present value. Otherwise the indicator is minus the value, which changes its sign when the guard
 * becomes positive and so is armed. */
static double indicator_of(const struct wd_model *model, size_t i, double value)
{
    if (bit_is_set(model->now.armed, i))
        return value;
    return is_rising(model, i) ? value - model->guard.value[i] : -value;
}

int32_t exchange_indicators(struct wd_model *model, double t, const double *states, double *values)
{
    int32_t status = open(model);
    size_t guards = model->kind->guards;
    if (status == WD_OK && guards > 0)
        status = view_states(model, t, states);
    if (status == WD_OK && guards > 0)
        status = jump_guards(model, model->next, &model->guard_next);
    for (size_t i = 0; status == WD_OK && i < guards; i++)
        model->guard_next.value[i] = indicator_of(model, i, model->guard_next.value[i]);
    for (size_t i = 0; status == WD_OK && i < guards; i++)
        if (isnan(model->guard_next.value[i]))
            status = model_fail(model, WD_ENOCONV, "event indicator %z is not a number", i);
    status = close(model, status);
    for (size_t i = 0; status == WD_OK && i < guards; i++)
        values[i] = model->guard_next.value[i];
    return status;
}

int32_t exchange_outputs(struct wd_model *model, double t, const double *states)
{
    int32_t status = open(model);
    if (status == WD_OK)
        status = view_states(model, t, states);
    if (status == WD_OK)
        status = flow_outputs_at(model, t, model->next);
    return close(model, status);
}

/* ---- steps and events ---- */

/* Evaluate guard_next at the end of a step of length h and add the guards that trigger to
 * model->triggered. These are the armed guards that are not above zero or reach zero within
 * KIND_INSTANT, as in a step of the core, and guards that may have risen above zero and returned
 * within the step.
 */
static int32_t find_triggered(struct wd_model *model, double h, int *due)
{
    const struct point *now = &model->now;
    int32_t status = flow_view(model, now->t);
    if (status == WD_OK)
        status = jump_guards(model, now->y, &model->guard_next);
    for (size_t i = 0; status == WD_OK && i < model->kind->guards; i++) {
        double value = model->guard_next.value[i], rate = model->guard_next.rate[i];
        int returned =
            model->guard.value[i] <= 0 && value <= 0 && locate_may_cross_twice(model, i, h);
        int reaches_zero = !(value > 0) || value + KIND_INSTANT * rate <= 0;
        if ((bit_is_set(now->armed, i) && reaches_zero) || returned) {
            bit_put(model->triggered, i, 1);
            *due = 1;
        }
    }
    return status;
}

/* Number of the last grid time of fixed steps at or before t; the core takes no steps beyond
 * MOST_STEPS. */
static int64_t grid_number(const struct wd_model *model, double t)
{
    const double MOST_STEPS = 0x1p52;
    double h = model_solver(model)->fixed_step, steps = h > 0 ? (t - model->t0) / h : 0;
    return steps < MOST_STEPS ? (int64_t)floor(steps + GRID_SLACK) : (int64_t)MOST_STEPS;
}

/* Arm the guards that are above zero after the step. Returns true if arming changes the sign of an
 * indicator. */
static int arm_guards(struct wd_model *model)
{
    int changes = 0;
    for (size_t i = 0; i < model->kind->guards; i++) {
        if (!(model->guard_next.value[i] > 0) || bit_is_set(model->now.armed, i))
            continue;
        bit_put(model->now.armed, i, 1);
        changes |= !is_rising(model, i);
    }
    return changes;
}

/* Move the point to the end of a step, project its states, and find the guards that trigger with
 * the given states or with the projected ones. */
static int32_t end_step(struct wd_model *model, double t, const double *states, int *due,
                        int *restart)
{
    const struct kind *kind = model->kind;
    struct point *now = &model->now;
    double h = t - now->t;
    memcpy(now->y, states, exchange_states(model) * sizeof *states);
    now->t = t;
    now->k = grid_number(model, t);
    model->energy_known = 0;
    radau_forget(now->past, now->past_doubles);
    memset(model->triggered, 0, model_guard_words(kind) * sizeof *model->triggered);
    int32_t status = kind->guards > 0 && kind->project ? find_triggered(model, h, due) : WD_OK;
    if (status == WD_OK)
        status = flow_project(model, t, now->y);
    if (status == WD_OK && kind->guards > 0)
        status = find_triggered(model, h, due);
    if (status == WD_OK)
        *restart |= arm_guards(model);
    return status;
}

/* Make the jumps that are due and enter the next modes, which may make further jumps due. */
static int32_t make_jumps(struct wd_model *model, int due, int *restart)
{
    int32_t status = WD_OK;
    flow_seek(model);
    if (!due)
        status = jump_due(model, model->now.t, &due);
    if (status != WD_OK || !due)
        return status;
    *restart = 1;
    return jump_all(model);
}

/* Complete a step to t and the states. Sets *restart if states, modes, inputs or indicators have
 * jumped, so that the integrator must restart. */
static int32_t update(struct wd_model *model, double t, const double *states, int *restart)
{
    struct point *now = &model->now;
    size_t n = exchange_states(model);
    int due = 0, moves = t > now->t || memcmp(states, now->y, n * sizeof *states) != 0;
    int32_t status = WD_OK;
    whole_drop(model);
    if (!model->entered && moves) /* find the modes and guards at the start of this step */
        status = enter(model);
    *restart = now->changed || t >= flow_knot(model);
    if (status == WD_OK && moves)
        status = end_step(model, t, states, &due, restart);
    if (status == WD_OK)
        status = make_jumps(model, due, restart);
    now->changed = 0;
    *restart |= memcmp(now->mode, model->undo.mode, model->kind->modes * sizeof *now->mode) != 0;
    return status;
}

int32_t exchange_update(struct wd_model *model, double t, double *states)
{
    int restart = 0;
    if (model->now.ended)
        return WD_END;
    log_mark(&model->log);
    point_copy(model->kind, &model->undo, &model->now);
    model->instant = -INFINITY;
    int32_t status = refresh(model);
    if (status == WD_OK)
        status = update(model, t, states, &restart);
    if (status >= 0) {
        int32_t outputs = flow_outputs(model);
        status = outputs < 0 ? outputs : status;
    }
    model->entered = status >= 0;
    if (status >= 0) {
        memcpy(states, model->now.y, exchange_states(model) * sizeof *states);
        return status == WD_OK && restart ? WD_EVENT : status;
    }
    if (model->interrupt.stopped)
        status = model_stopped(model);
    model_close(model);
    point_copy(model->kind, &model->now, &model->undo);
    log_rewind(&model->log);
    return status;
}
