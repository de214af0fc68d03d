/* SPDX-License-Identifier: MIT */
#include "core/whole.h"
#include "core/flow.h"
#include "core/jump.h"
#include "core/stepper.h"
#include "num/bits.h"
#include "num/elementary.h"
#include "num/invariant.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Maximum length of a step that goes beyond a call, as a multiple of the length of the last call.
 * Such a step takes 17 evaluations; shared by 64 calls, these are less than one evaluation in three
 * calls. A larger number would save little, and guards are evaluated only at the ends of steps. */
#define LONGEST 64

static const struct ode_method *method_of(const struct common_solver *solver)
{
    return ode_method((size_t)(int)solver->method); /* by way of int: see implicit_chosen() */
}

size_t whole_doubles(const struct kind *kind, const struct common_solver *solver)
{
    const struct ode_method *method = method_of(solver);
    int dense = method && method->dense && kind->flow && !(solver->fixed_step > 0);
    /* Functions of the user may depend on what the host changes between two calls. */
    return dense && !kind->user_equations ? kind->states + KIND_ENERGIES + kind->extras : 0;
}

/* Number of variables that change within a step: the extras do not. */
static size_t moving_doubles(const struct kind *kind)
{
    return kind->states + KIND_ENERGIES;
}

size_t whole_stage_doubles(const struct kind *kind, const struct common_solver *solver)
{
    return whole_doubles(kind, solver) > 0
               ? ode_dense_doubles(method_of(solver)->dense, moving_doubles(kind))
               : 0;
}

/* True if an input follows a function, which may not know its values beyond the call. */
static int has_function(const struct wd_model *model)
{
    for (size_t i = 0; model->driven && i < model->kind->inputs; i++)
        if (model->signals[i].form == SIGNAL_FUNCTION)
            return 1;
    return 0;
}

/* Minimum length of a step that goes beyond a call, as a multiple of the length of the last call.
 * The 17 evaluations of such a step then replace 13 in each of at least two calls. */
#define SHORTEST 2

/* After a change of an input or tunable, the step ends with the call, because the next change may
 * follow at once. */
double whole_length(const struct wd_model *model)
{
    const struct point *now = &model->now;
    const struct whole *whole = &now->whole;
    double h = num_fmin(now->h, model_solver(model)->max_step);
    if (whole->doubles == 0 || model->implicit || now->changed || !(h > SHORTEST * whole->span) ||
        has_function(model))
        return 0;
    return num_fmin(h, LONGEST * whole->span);
}

/* Number of the method of Cash and Karp, of order 5, in ode_method(). */
enum { LOW_ORDER = 3 };

/* An error that is too large reduces whole.low, the largest length for which a step of low order is
 * tried. Each call that is longer then multiplies whole.low by this factor, until a try is made
 * again. Tuned: where all tries fail, they take 1 to 3 percent of all evaluations (robust-whole).
 */
#define LOW_GROWTH 1.05

int whole_begin_low(struct wd_model *model, double h)
{
    struct point *now = &model->now;
    struct whole *whole = &now->whole;
    double longest = num_fmin(now->h, model_solver(model)->max_step);
    if (whole->doubles == 0 || model->implicit || !now->changed || !(longest > SHORTEST * h))
        return 0;
    if (h > whole->low) {
        whole->low *= LOW_GROWTH;
        return 0;
    }
    model->ode.method = ode_method(LOW_ORDER);
    return 1;
}

double whole_low_ratio(const struct wd_model *model)
{
    return LONGEST * stepper_error_ratio(model);
}

void whole_end_low(struct wd_model *model, double h, double ratio)
{
    int enough = ratio <= ODE_ACCEPTED;
    double next = enough ? (double)INFINITY : stepper_next(model, h, ratio);
    model->now.whole.low = num_fmax(next, DBL_MIN);
    model->ode.method = method_of(model_solver(model));
}

/* Keep the stages of the step just made and its end, which is the state model->next. */
static void keep_step(struct wd_model *model)
{
    size_t doubles = model->now.whole.doubles;
    ode_keep_dense(&model->ode, moving_doubles(model->kind), model->whole_stages);
    memcpy(model->whole_end, model->next, doubles * sizeof *model->whole_end);
    model->whole_known = 1;
}

int32_t whole_hold(struct wd_model *model, const struct stretch *stretch, double h_next, int due)
{
    struct point *now = &model->now;
    struct whole *whole = &now->whole;
    size_t words = model_guard_words(model->kind);
    /* `tried` differs from the length of the stretch by rounding if an event ends it. */
    int32_t status = ode_extend(&model->ode, stretch->from, model->tried, now->y);
    if (status != WD_OK)
        return status == WD_ENOCONV ? stepper_fail(model, model->tried) : status;
    whole->open = 1;
    whole->due = due;
    whole->from = stretch->from;
    whole->h = model->tried;
    whole->to = stretch->to;
    whole->next = h_next;
    memcpy(whole->y, now->y, whole->doubles * sizeof *whole->y);
    memcpy(whole->armed, now->armed, words * sizeof *whole->armed);
    for (size_t i = 0; i < model->kind->guards; i++)
        if (model->guard_next.value[i] > 0)
            bit_put(whole->armed, i, 1);
    /* the last word of model->triggered has undefined bits after those of the guards */
    memset(whole->triggered, 0, words * sizeof *whole->triggered);
    for (size_t i = 0; due && i < model->kind->guards; i++)
        bit_put(whole->triggered, i, bit_is_set(model->triggered, i));
    keep_step(model);
    return WD_OK;
}

/* True if the held step arms guards that are not armed at the present point. */
static int arms_guards(const struct wd_model *model)
{
    size_t bytes = model_guard_words(model->kind) * sizeof *model->now.armed;
    return model->kind->guards > 0 && memcmp(model->now.armed, model->now.whole.armed, bytes) != 0;
}

/* Arm the guards that are above zero at the present point and that the held step arms. */
static int32_t arm_guards(struct wd_model *model)
{
    struct point *now = &model->now;
    int32_t status = jump_guards(model, now->y, &model->guard_next);
    for (size_t i = 0; status == WD_OK && i < model->kind->guards; i++)
        if (model->guard_next.value[i] > 0 && bit_is_set(now->whole.armed, i))
            bit_put(now->armed, i, 1);
    return status;
}

int32_t whole_report(struct wd_model *model, double t)
{
    struct point *now = &model->now;
    const struct whole *whole = &now->whole;
    size_t moving = moving_doubles(model->kind);
    invariant(whole->open && t > now->t && t < whole->to && model->whole_known);
    int32_t status = ode_interpolate(model->ode.method->dense, model->whole_stages, moving,
                                     whole->h, (t - whole->from) / whole->h, whole->y, now->y);
    if (status != WD_OK)
        return stepper_fail(model, whole->h);
    memcpy(now->y + moving, whole->y + moving, model->kind->extras * sizeof *now->y);
    now->t = t;
    now->changed = 0;
    model->energy_known = 0;
    int arms = arms_guards(model);
    if (model->defers && !arms) {
        model->left = model->kind->project ? DUE_STATES : 0;
        return flow_view(model, t);
    }
    status = flow_project(model, t, now->y);
    if (status == WD_OK)
        status = flow_view(model, t);
    return status == WD_OK && arms ? arm_guards(model) : status;
}

struct stretch whole_release(struct wd_model *model)
{
    struct point *now = &model->now;
    struct whole *whole = &now->whole;
    size_t words = model_guard_words(model->kind);
    invariant(whole->open && model->whole_known);
    whole->open = 0;
    memcpy(model->next, model->whole_end, whole->doubles * sizeof *model->next);
    memcpy(model->triggered, whole->triggered, words * sizeof *model->triggered);
    memcpy(now->armed, whole->armed, words * sizeof *now->armed);
    return (struct stretch){.from = whole->from, .h = whole->h, .to = whole->to, .k = now->k};
}

/* Make the step again from its start, into model->next. */
static int32_t repeat_step(struct wd_model *model)
{
    const struct whole *whole = &model->now.whole;
    struct ode *ode = &model->ode;
    int32_t status = ode_begin(ode, flow_rhs, whole->from, whole->y);
    if (status == WD_OK)
        status = ode_step(ode, whole->from, whole->h, whole->y, model->next);
    if (status == WD_OK)
        status = ode_extend(ode, whole->from, whole->h, whole->y);
    if (status == WD_ENOCONV)
        return stepper_fail(model, whole->h);
    return status == WD_OK ? flow_project(model, whole->from + whole->h, model->next) : status;
}

int32_t whole_restore(struct wd_model *model)
{
    if (model->whole_known)
        return WD_OK;
    double calls = model->stat[STAT_RHS_CALLS];
    int32_t status = repeat_step(model);
    model->stat[STAT_RHS_CALLS] = calls; /* repeated evaluations do not count, so that a model and
                                            its clone report the same number */
    if (status == WD_OK)
        keep_step(model);
    return status;
}
