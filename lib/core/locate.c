/* SPDX-License-Identifier: MIT */
#include "core/locate.h"
#include "core/flow.h"
#include "core/jump.h"
#include "core/stepper.h"
#include "num/bits.h"
#include "num/elementary.h"
#include "num/invariant.h"
#include "num/roots.h"
#include "num/seldom.h"

#include <float.h>
#include <limits.h>
#include <math.h>

/* Fixed steps have bounded work. RESOLUTION is the fraction of the step to which an event is
 * located, far below the error of the step itself. MOST_TRIES limits the evaluations for all guards
 * together. Bisection down to adjacent numbers would take dozens of evaluations, most of them
 * within the rounding error of the guard. */
#define RESOLUTION 0x1p-40
enum { MOST_TRIES = 12 };

/* Fraction of the step to which an extremum of a guard is located: sqrt(eps). The guard is flat at
 * its extremum, so an error of this fraction changes its value only by rounding. */
#define EXTREMUM_RESOLUTION 0x1p-26

/* Search along one step: a guard as a function of the step length. */
struct search {
    struct wd_model *model;
    double from, h; /* start and length of the step whose result is in model->next */
    size_t guard;
    int tries; /* remaining evaluations for all guards together */
    int32_t status;
};

static int is_fixed(const struct wd_model *model)
{
    return model_solver(model)->fixed_step > 0;
}

static int most_tries(const struct wd_model *model)
{
    return is_fixed(model) ? MOST_TRIES : INT_MAX;
}

/* Evaluate the guards at time h of the step, and leave the state at this time in model->next. An
 * explicit step is integrated again rather than interpolated, so that the state at the event is as
 * accurate as at the end of any step. */
static int32_t guards_after(const struct search *search, double h)
{
    struct wd_model *model = search->model;
    if (interrupted(&model->interrupt, model->step_work))
        return WD_EINTERRUPT;
    int32_t status = stepper_reach_to(model, search->from, h);
    if (status == WD_ENOCONV)
        return stepper_fail(model, h);
    if (status == WD_OK)
        status = flow_project(model, search->from + h, model->next);
    if (status == WD_OK)
        status = flow_view(model, search->from + h);
    return status == WD_OK ? jump_guards(model, model->next, &model->guard_next) : status;
}

/* Evaluate the guard, or its rate, at time h of the step; `values` is guard_next.value or .rate.
 * Returns NaN if no tries are left or the step fails; NaN leaves the bracket unchanged. */
static double value_after(struct search *search, double h, const double *values)
{
    if (search->tries-- <= 0)
        return NAN;
    search->status = guards_after(search, h);
    return search->status == WD_OK ? values[search->guard] : (double)NAN;
}

static double guard_at(double h, void *search)
{
    return value_after(search, h, ((struct search *)search)->model->guard_next.value);
}

static double rate_at(double h, void *search)
{
    return value_after(search, h, ((struct search *)search)->model->guard_next.rate);
}

/* Shorten the step to the zero of the function, given its values at both ends. *found: 0 if the
 * function is NaN at a time within the step; the step is then not shortened. */
static int32_t shorten(struct search *search, double first, double last, double resolution,
                       roots_fn fn, int *found)
{
    struct roots_bracket bracket = {0, search->h, first, last};
    int32_t status = roots_narrow(&bracket, resolution * search->h, fn, search);
    *found = search->status == WD_OK && (status == WD_OK || search->tries < 0);
    if (!*found)
        return search->status;
    search->h = bracket.hi;
    return guards_after(search, search->h);
}

/* ---- extrema of guards ---- */

/* True if the rates of the guard at both ends of the step have opposite signs, so that the guard
 * has an extremum within the step. */
static inline int has_extremum(const struct wd_model *model, size_t i)
{
    double before = model->guard.rate[i], after = model->guard_next.rate[i];
    return (before < 0 && after > 0) || (before > 0 && after < 0);
}

/* True if a guard with an extremum in the step may have another sign there than at both ends, where
 * its values are `first` and `last`. To reach zero and return, the guard must change by |first| and
 * then by |last|. It is assumed that both changes together are at most h times the larger magnitude
 * of the rates at the two ends. */
static SELDOM int may_change_sign(const struct wd_model *model, size_t i, double h)
{
    double first = model->guard.value[i], last = model->guard_next.value[i];
    double before = model->guard.rate[i], after = model->guard_next.rate[i];
    double reach = num_fmax(fabs(before), fabs(after)) * h;
    if (before < 0)
        return first > 0 && last > 0 && first + last <= reach;
    return first <= 0 && last <= 0 && first + last > -reach;
}

static inline int may_cross_twice(const struct wd_model *model, size_t i, double h)
{
    return has_extremum(model, i) && may_change_sign(model, i, h);
}

int locate_may_cross_twice(const struct wd_model *model, size_t i, double h)
{
    return may_cross_twice(model, i, h);
}

/* End the step at the extremum of the guard if its sign differs there. The guard then triggers
 * within the shortened step or in the next one. A guard whose rate is given at both ends, but not
 * everywhere within the step, counts as a guard without a rate. */
static int32_t end_at_extremum(struct search *search)
{
    const struct wd_model *model = search->model;
    size_t i = search->guard;
    double whole = search->h;
    int found;
    int32_t status = shorten(search, model->guard.rate[i], model->guard_next.rate[i],
                             EXTREMUM_RESOLUTION, rate_at, &found);
    int differs = (model->guard.value[i] > 0) != (model->guard_next.value[i] > 0);
    if (status != WD_OK || (found && differs))
        return status;
    search->h = whole;
    return guards_after(search, whole);
}

static int32_t find_extrema(struct search *search)
{
    const struct wd_model *model = search->model;
    int32_t status = WD_OK;
    size_t guards = model->kind->guards;
    search->tries = most_tries(model);
    for (size_t i = 0; status == WD_OK && search->tries > 0 && i < guards; i++) {
        search->guard = i;
        if (may_cross_twice(model, i, search->h))
            status = end_at_extremum(search);
    }
    return status;
}

/* ---- zero crossings ---- */

static int has_triggered(const struct wd_model *model, size_t i)
{
    return model->guard.value[i] > 0 && !(model->guard_next.value[i] > 0);
}

/* Collect the guards that have triggered by the time of guard_next; return their number. */
static size_t collect_triggered(struct wd_model *model)
{
    size_t count = 0;
    for (size_t i = 0; i < model->kind->guards; i++) {
        bit_put(model->triggered, i, has_triggered(model, i));
        count += (size_t)has_triggered(model, i);
    }
    return count;
}

/* Evaluate the guards at time h - KIND_INSTANT of the step, or at h / 2 if h < 2 KIND_INSTANT. Zero
 * crossings between this time and h count as simultaneous. Uses one of the remaining evaluations.
 */
static int32_t look_back(struct search *search, double h)
{
    search->tries--;
    search->h = num_fmax(h - KIND_INSTANT, h / 2);
    return guards_after(search, search->h);
}

/* Collect in model->triggered the guards that have triggered at time h and those that reach zero
 * within KIND_INSTANT after it. The latter are found by linear extrapolation from the values at
 * search->h, which look_back() has left in guard_next, and those at h. Nothing is evaluated beyond
 * the end of a step, because the inputs may be undefined there. */
static int32_t gather_instant(struct search *search, double h)
{
    struct wd_model *model = search->model;
    double *value = model->guard.value, *next = model->guard_next.value;
    double ahead = num_fmin(KIND_INSTANT / (h - search->h), DBL_MAX); /* h may be subnormal */
    /* next <= 0: a fixed step has run out of tries, and the guard has crossed zero before
     * search->h. It keeps its positive value at the start of the step and counts as triggered. */
    for (size_t i = 0; i < model->kind->guards; i++)
        if (value[i] > 0 && next[i] > 0)
            value[i] = next[i];
    search->h = h;
    int32_t status = guards_after(search, h);
    for (size_t i = 0; i < model->kind->guards; i++)
        bit_put(model->triggered, i, value[i] > 0 && !(next[i] + ahead * (next[i] - value[i]) > 0));
    return status;
}

/* The first guard from number i on that has triggered by the time of guard_next; the number of
 * guards if none has. */
static size_t next_triggered(const struct wd_model *model, size_t i)
{
    while (i < model->kind->guards && !has_triggered(model, i))
        i++;
    return i;
}

/* True if no guard but number i has triggered by the time of guard_next. */
static int none_besides(const struct wd_model *model, size_t i)
{
    for (size_t k = 0; k < model->kind->guards; k++)
        if (k != i && has_triggered(model, k))
            return 0;
    return 1;
}

/* Shorten the step to the first zero crossing. A guard that is positive at both ends of the step
 * may be negative in between; it is found if it is negative at the crossing of another guard. A
 * fixed step, whose evaluations are few, tries each guard once. If it runs out of tries, it ends at
 * the end of the smallest bracket found so far, and the other guards that have crossed zero by then
 * are handled in the same jump. */
static int32_t find_first(struct search *search, int *due)
{
    struct wd_model *model = search->model;
    size_t guards = model->kind->guards, count = collect_triggered(model);
    double whole = search->h, first = whole, resolution = is_fixed(model) ? RESOLUTION : 0;
    int32_t status = WD_OK;
    *due = count > 0;
    search->tries = most_tries(model);
    size_t i = next_triggered(model, 0);
    int found;
    for (size_t k = 0; status == WD_OK && search->tries > 0 && i < guards && k < guards; k++) {
        search->guard = i;
        status = shorten(search, model->guard.value[i], model->guard_next.value[i], resolution,
                         guard_at, &found);
        if (status == WD_OK && !found)
            status = model_fail(model, WD_ENOCONV, "the time of an event cannot be located");
        first = search->h;
        if (count == 1 && first + KIND_INSTANT <= whole &&
            (is_fixed(model) || none_besides(model, i)))
            return status; /* no other guard triggers in this instant */
        if (status == WD_OK)
            status = look_back(search, first);
        i = next_triggered(model, is_fixed(model) ? i + 1 : 0);
    }
    return status == WD_OK && count > 0 ? gather_instant(search, first) : status;
}

/* True if the step may contain an event. */
static int has_event(const struct wd_model *model, double h)
{
    for (size_t i = 0; i < model->kind->guards; i++)
        if (has_triggered(model, i) || may_cross_twice(model, i, h))
            return 1;
    return 0;
}

/* ---- a step ---- */

/* Shorten search->h to the first event or extremum of a guard in the step, if there is one. On
 * entry model->next has the end of the whole step. */
static int32_t find(struct search *search, int *due)
{
    int32_t status = find_extrema(search);
    return status == WD_OK ? find_first(search, due) : status;
}

/* Locate the event again, more accurately. The polynomial of an implicit step is as accurate as the
 * step only near the end of the step. So the step is repeated with an end just before the event,
 * and the event is located again on the new polynomial, beyond the end of the repeated step. CLOSE
 * is the distance of this end from the event, as a fraction of the time from the start of the step
 * to the event; the extrapolation adds an error of CLOSE squared times the step's estimated
 * error. */
#define CLOSE 0x1p-10

static int32_t find_again(struct search *search, double reach, int *due)
{
    struct wd_model *model = search->model;
    search->h = num_fmin(search->h * (1 + CLOSE), reach);
    int32_t status = flow_view(model, search->from);
    if (status == WD_OK)
        status = jump_guards(model, model->now.y, &model->guard);
    if (status == WD_OK)
        status = guards_after(search, search->h);
    return status == WD_OK ? find(search, due) : status;
}

/* Repeat the step with an end just before the event at search->h, which was found on the polynomial
 * of a step of length h. */
static int32_t repeat_until_event(struct search *search, double h, double reach, int *due)
{
    struct wd_model *model = search->model;
    int32_t status = stepper_try(model, search->from, search->h * (1 - CLOSE));
    if (status != WD_ENOCONV)
        return status == WD_OK ? find_again(search, reach, due) : status;
    /* The shorter step has no solution: repeat the step of length h and drop an event beyond it. */
    status = stepper_try(model, search->from, h);
    if (status != WD_OK)
        return status == WD_ENOCONV ? stepper_fail(model, h) : status;
    *due = *due && search->h <= h;
    search->h = num_fmin(search->h, h);
    return guards_after(search, search->h);
}

/* Evaluate the guards at the end of the step, whose state is in model->next. */
static int32_t guards_at_end(const struct search *search)
{
    struct wd_model *model = search->model;
    int32_t status = flow_view(model, search->from + search->h);
    return status == WD_OK ? jump_guards(model, model->next, &model->guard_next) : status;
}

/* Shorten the step to its first event. On entry search->h is the length up to which the polynomial
 * of the step can be used. */
static int32_t find_event(struct search *search, struct stretch *stretch, int *due)
{
    struct wd_model *model = search->model;
    double h = stretch->h, reach = search->h;
    int32_t status = find(search, due);
    if (status == WD_OK && search->h < reach && model->implicit)
        status = repeat_until_event(search, h, reach, due);
    else if (status == WD_OK && search->h > h)
        status = guards_after(search, search->h = h); /* nothing was found beyond the step */
    if (status != WD_OK)
        return status;
    invariant(search->h >= 0 && search->h <= reach);
    /* The event is at the next double after the present time or later, so the events of two steps
     * never have the same time. */
    stretch->to = search->h > h ? stretch->from + search->h : stretch->to;
    if (search->h != h)
        grid_cut(model, stretch,
                 num_fmax(stretch->from + search->h, nextafter(model->now.t, INFINITY)));
    return WD_OK;
}

int32_t locate_within(struct wd_model *model, struct stretch *stretch, int *due)
{
    *due = 0;
    double h = stretch->h, reach = stepper_reach(model, h);
    struct search search = {.model = model, .from = stretch->from, .h = reach};
    int32_t status = reach > h ? guards_after(&search, reach) : guards_at_end(&search);
    if (status == WD_OK && has_event(model, reach))
        return find_event(&search, stretch, due);
    return status == WD_OK && reach > h ? guards_after(&search, h) : status;
}
