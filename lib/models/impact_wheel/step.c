/* SPDX-License-Identifier: MIT */
/* Legs that are no parabolas: on one corner or arc power series, else, under loads that vary above
 * all, one Runge-Kutta step. What ends them is found by making the step anew, shorter. */
#include "models/impact_wheel/step.h"
#include "models/impact_wheel/rounding.h"
#include "num/elementary.h"
#include "num/roots.h"

#include <float.h>
#include <math.h>
#include <wheeldyn/wheeldyn.h>

#define REJECTED 1.1
#define STRIDE 0.2 /* radii that a step may cover, so that no feature is stepped over */
#define SLOW 1e-10 /* radii per longest step below which a turn is not looked for */

int32_t step_rates(double t, const double *y, double *dy, void *context)
{
    const struct step *step = context;
    struct law_problem problem;
    struct law_result result;
    struct impact_load load;
    int32_t status = contact_forces(step->system, step->state, t, y, &problem, &result, &load);
    if (status != WD_OK)
        return status;
    for (int k = 0; k < 3; k++) {
        dy[IMPACT_X + k] = y[IMPACT_VX + k];
        dy[IMPACT_VX + k] = k < 2 && contact_held(&problem) ? 0 : result.u[k];
    }
    dy[IMPACT_WORK] = load.fx * y[IMPACT_VX] + load.fy * y[IMPACT_VY] + load.torque * y[IMPACT_W];
    dy[IMPACT_LOST] = 0;
    for (int64_t j = 0; j < step->state->leaving; j++) {
        struct terrain_frame frame = contact_frame(step->system, step->state->left[j], y);
        dy[IMPACT_REALS + j] = frame.nx * y[IMPACT_VX] + frame.ny * y[IMPACT_VY] - step->excess[j];
    }
    for (size_t k = 0; k < problem.n; k++)
        if (problem.sliding[k] != 0)
            dy[IMPACT_LOST] +=
                result.friction[k] * law_u_t(&step->system->wheel, &problem, y + IMPACT_VX, k);
    return WD_OK;
}

size_t step_doubles(void)
{
    size_t series = (sizeof(struct swing) + sizeof(double) - 1) / sizeof(double);
    return ode_doubles(REALS) > series ? ode_doubles(REALS) : series;
}

/* planned: the scratch holds the series of this leg, if it has any. */
static int32_t open_step(struct step *step, const struct impact_system *system,
                         const struct impact_state *state, int planned)
{
    step->system = system;
    step->state = state;
    step->status = WD_OK;
    size_t reals = IMPACT_REALS + (size_t)state->leaving;
    for (size_t k = 0; k < reals; k++)
        step->origin[k] = k < IMPACT_REALS ? state->origin[k] : 0;
    for (int64_t j = 0; j < state->leaving; j++) {
        struct terrain_frame frame = contact_frame(system, state->left[j], step->origin);
        double v_n = frame.nx * step->origin[IMPACT_VX] + frame.ny * step->origin[IMPACT_VY];
        step->excess[j] = state->order[j] == 1 ? 0 : v_n;
    }
    step->swing = swing_is(system, state) ? (struct swing *)(void *)system->scratch : NULL;
    if (step->swing && !planned)
        swing_make(step->swing, system, state);
    if (step->swing)
        return WD_OK;
    ode_carve(&step->ode, ode_method(0), reals, step_rates, step, system->scratch);
    return ode_begin(&step->ode, state->origin_t, step->origin);
}

/* Once more the equations of a step */
static int is_stopped(const struct step *step)
{
    enum { SWING_WORK = 500, STEP_WORK = 3000 };
    return interrupted(step->system->motion->view->interrupt, step->swing ? SWING_WORK : STEP_WORK);
}

static int32_t make(struct step *step, double h)
{
    double error[REALS];
    step->h = h;
    if (is_stopped(step))
        return WD_EINTERRUPT;
    if (step->swing) {
        swing_at(step->swing, h, step->y);
        return WD_OK;
    }
    return ode_step_error(&step->ode, step->state->origin_t, h, step->origin, step->y, error);
}

/* Zero is not below zero: the gap after no time at all, or one that underflows, has not closed. */
static double guard_after(double h, void *context)
{
    struct step *step = context;
    step->status = make(step, h);
    if (step->status != WD_OK)
        return NAN;
    double value = step_guard(step, step->guard, step->state->origin_t + h, step->y);
    return value == 0 ? DBL_MIN : value;
}

/* A step within the tolerance, and the size proposed for the next one. */
static int32_t accept(struct step *step, double h, double *next)
{
    const struct impact_state *state = step->state;
    double error[REALS];
    for (;;) {
        int32_t status =
            ode_step_error(&step->ode, state->origin_t, h, step->origin, step->y, error);
        double ratio = INFINITY;
        if (status == WD_OK)
            ratio = ode_error_ratio(step->y, error, IMPACT_WORK, ROUNDING_STEP, ROUNDING_STEP);
        else if (status != WD_ENOCONV)
            return status;
        *next = ode_next_step(step->ode.method, h, ratio);
        step->h = h;
        if (ratio <= REJECTED)
            return WD_OK;
        h = *next;
        if (!(state->origin_t + h > state->origin_t))
            return WD_ENOCONV;
        if (is_stopped(step))
            return WD_EINTERRUPT;
    }
}

/* As much of the longest step as the series reach. */
static int32_t reach(struct step *step, double longest_step)
{
    double t = step->state->origin_t, most = swing_reach(step->swing);
    double h = longest_step < most ? longest_step : most;
    return t + h > t ? make(step, h) : WD_ENOCONV;
}

static enum impact_cause cause_of(const struct impact_state *state, int guard)
{
    static const enum impact_cause cause[GUARDS] = {CAUSE_LIFT, CAUSE_SLIDE_ENDS, CAUSE_BEFORE,
                                                    CAUSE_AFTER};
    if (guard == GUARD_GAP)
        return CAUSE_HIT;
    if (guard < 0)
        return CAUSE_NONE;
    int64_t mode = state->mode[guard / GUARDS];
    if (guard % GUARDS == GUARD_FORCE)
        return state->lasting > 1 ? CAUSE_CHANGE : CAUSE_LIFT;
    if (guard % GUARDS == GUARD_FRICTION && mode == LAW_STICK)
        return CAUSE_SLIDE_STARTS;
    return cause[guard % GUARDS];
}

/* Shortens the step to where this guard falls; to nothing if it is below zero from the start. */
static int32_t shorten(struct step *step, int guard, double end)
{
    double t = step->state->origin_t, start = step_guard(step, guard, t, step->origin);
    if (start < 0)
        return make(step, 0);
    /* Where it starts at zero the search must not be lured there. */
    struct roots_bracket bracket = {0, step->h, num_fmax(start, -end), end};
    step->guard = guard;
    int32_t status = roots_narrow(&bracket, DBL_EPSILON * fabs(t) / 4, guard_after, step);
    if (status == WD_OK)
        status = make(step, bracket.hi);
    return step->status != WD_OK ? step->status : status;
}

static int is_watched(const struct impact_state *state, int guard)
{
    return guard >= GUARD_TURN || guard / GUARDS < state->lasting;
}

/* Is a contact being left whose gap the positions at the end of the step cannot tell? */
static int hardly_left(const struct step *step)
{
    const double *y = step->y;
    double gap = ROUNDING_TOUCH * rounding_place(&step->system->wheel, y);
    int hardly = 0;
    for (int64_t j = 0; j < step->state->leaving; j++)
        hardly |= y[IMPACT_REALS + j] < gap;
    return hardly;
}

/* Shortens the step to where a guard that has risen at its end is lowest, if it is below zero
 * there: where what tells that it falls does so itself. */
static int32_t dip(struct step *step, int guard, int falls, double *end)
{
    double h = step->h, t = step->state->origin_t;
    double falling = step_guard(step, falls, t + h, step->y);
    /* What starts below zero has been judged where the step begins. */
    if (!(falling < 0) || step_guard(step, guard, t, step->origin) < 0)
        return WD_OK;
    int32_t status = shorten(step, falls, falling);
    if (status == WD_OK)
        *end = step_guard(step, guard, t + step->h, step->y);
    return status != WD_OK || *end < 0 ? status : make(step, h);
}

/* Shortens the step to where the wheel is slowest, if it turns back there and, later on in the
 * step, forth again. */
static int32_t turn_twice(struct step *step, double *end)
{
    double rate, speed = step_advance(step, step->origin, step->state->acceleration, &rate);
    /* It brakes ever less: it cannot turn unless braking as at the origin would do. */
    if (step->heading == 0 || !(step->heading * (speed + rate * step->h) < 0))
        return WD_OK;
    return dip(step, GUARD_TURN, GUARD_BRAKE, end);
}

/* Shortens the step to where the wheel turns back: what has fallen may have risen again at its end.
 * The height of a very low bounce would be lost with the leg: then to beyond the bounce's end. */
static int32_t turn_back(struct step *step)
{
    double t = step->state->origin_t, h = step->h;
    double end = step_guard(step, GUARD_TURN, t + h, step->y);
    int32_t status = end < 0 ? WD_OK : turn_twice(step, &end);
    if (status == WD_OK && end < 0)
        status = shorten(step, GUARD_TURN, end);
    int passed = status != WD_OK || !hardly_left(step);
    for (int guard = 0; !passed && guard < ALL_GUARDS; guard++)
        if (guard != GUARD_TURN && is_watched(step->state, guard))
            passed = step_guard(step, guard, t + step->h, step->y) < 0;
    return passed || !(end < 0) ? status : make(step, num_fmin(h, 4 * step->h));
}

/* A wheel that comes back to a contact it has just left may, at the end of the step, be off the end
 * of that feature and free again: the step is shortened to where it comes back to it. */
static int32_t come_back(struct step *step)
{
    const struct impact_state *state = step->state;
    double slack = rounding_border(&step->system->wheel, step->y);
    int32_t status = WD_OK;
    for (int j = 0; status == WD_OK && j < (int)state->leaving; j++) {
        double h = step->h, end = step->y[IMPACT_REALS + j];
        if (!(end < 0))
            continue;
        status = shorten(step, GUARD_LEFT + j, end);
        if (status == WD_OK && !terrain_holds(step->system->terrain, state->left[j], step->y,
                                              step->y + IMPACT_VX, slack))
            status = make(step, h);
    }
    return status;
}

/* On a swing: shortens the step to where the normal force, the reserve of friction or the slide is
 * lowest, if it is below zero there and not any more at the end. */
static int32_t dip_swing(struct step *step, int guard, double *end)
{
    int falls = GUARD_FALL + guard;
    if (!step->swing || guard > GUARD_FRICTION ||
        !(step_guard(step, falls, step->state->origin_t, step->origin) > 0))
        return WD_OK;
    return dip(step, guard, falls, end);
}

/* Shortens the step to the first guard that falls in it; -1: none does. */
static int32_t locate(struct step *step, int *fallen)
{
    *fallen = -1;
    int32_t status = turn_back(step);
    if (status == WD_OK)
        status = come_back(step);
    for (int guard = 0; status == WD_OK && guard < ALL_GUARDS; guard++) {
        if (guard == GUARD_TURN || !is_watched(step->state, guard))
            continue;
        double end = step_guard(step, guard, step->state->origin_t + step->h, step->y);
        if (!(end < 0))
            status = dip_swing(step, guard, &end);
        if (status != WD_OK || !(end < 0))
            continue;
        status = shorten(step, guard, end);
        *fallen = guard;
    }
    return status;
}

/* In a tight bowl a stride is less. */
static double stride_on(const struct impact_system *system, int64_t feature, double stride)
{
    double path_radius = terrain_path_radius(system->terrain, feature, system->wheel.radius);
    return path_radius < 0 ? num_fmin(stride, -STRIDE * path_radius) : stride;
}

/* The longest step in which the wheel covers its stride. */
static double longest(const struct impact_system *system, const struct impact_state *state)
{
    const double *v = state->now + IMPACT_VX, *a = state->acceleration;
    double r = system->wheel.radius, stride = STRIDE * r;
    for (int64_t i = 0; i < state->lasting; i++)
        stride = stride_on(system, state->feature[i], stride);
    for (int64_t j = 0; j < state->leaving; j++)
        stride = stride_on(system, state->left[j], stride);
    double speed = terrain_length(v[0], v[1]) + r * fabs(v[2]);
    double rate = terrain_length(a[0], a[1]) + r * fabs(a[2]);
    return num_fmin(system->max_step, stride / (speed + sqrt(stride * rate)));
}

/* Which way the wheel goes at the origin, if it may turn back to something within its reach. */
static void face(struct step *step, double longest_step)
{
    double r = step->system->wheel.radius;
    int on = step->state->lasting > 0;
    step->nearest = -1;
    /* What it is just leaving, with a gap of 0, is not meant. */
    double gap = on ? 0 : step_gap(step, step->origin, DBL_MIN, &step->nearest);
    double rate, speed = step_advance(step, step->origin, step->state->acceleration, &rate);
    double slow = SLOW * r / longest_step;
    if (!(gap < 2 * STRIDE * r))
        speed = rate = 0;
    int rests = fabs(speed) <= slow;
    double ahead = rests ? rate * longest_step : speed;
    step->heading = ahead > slow ? 1 : ahead < -slow ? -1 : 0;
    step->slow = rests ? 2 * slow : 0;
}

int32_t step_plan(const struct impact_system *system, struct impact_state *state)
{
    struct step step;
    double most = longest(system, state), next = state->step;
    int fallen;
    int32_t status = open_step(&step, system, state, 0);
    face(&step, most);
    step.pull = 0;
    if (status == WD_OK && state->lasting == 1)
        step.pull = num_fmax(-step_guard(&step, GUARD_FORCE, state->origin_t, step.origin), 0);
    if (status == WD_OK)
        status = step.swing ? reach(&step, most)
                            : accept(&step, next > 0 ? num_fmin(next, most) : most, &next);
    if (status == WD_OK)
        status = locate(&step, &fallen);
    if (status != WD_OK)
        return status;
    state->step = next;
    double end = state->origin_t + step.h;
    if (end > state->end)
        return WD_OK;
    state->end = end;
    state->cause = cause_of(state, fallen);
    if (fallen >= 0 && fallen < GUARD_TURN)
        state->which = fallen / GUARDS;
    return WD_OK;
}

int32_t step_at(const struct impact_system *system, const struct impact_state *state, int planned,
                double t, double *y)
{
    struct step step;
    int32_t status = open_step(&step, system, state, planned);
    if (status == WD_OK)
        status = make(&step, t - state->origin_t);
    for (int k = 0; k < IMPACT_REALS; k++)
        y[k] = step.y[k];
    return status;
}
