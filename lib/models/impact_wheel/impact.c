/* SPDX-License-Identifier: MIT */
/* Event-driven integration: each leg is followed to its end, where its event is handled and the
 * next leg is planned. */
#include "models/impact_wheel/impact.h"
#include "models/impact_wheel/bounce.h"
#include "models/impact_wheel/collide.h"
#include "models/impact_wheel/contact.h"
#include "models/impact_wheel/happen.h"
#include "models/impact_wheel/leg.h"
#include "num/carver.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

size_t impact_scratch(void)
{
    return WORDS_OF(struct leg);
}

static int is_finite(const double *now)
{
    double sum = 0;
    for (int k = 0; k < IMPACT_REALS; k++)
        sum += now[k];
    int all = 1;
    for (int k = 0; !isfinite(sum) && k < IMPACT_REALS; k++) /* the sum may overflow */
        all = all && isfinite(now[k]);
    return all;
}

/* Return the leg, which is kept in the scratch memory. */
static struct leg *leg_of(const struct impact_system *system)
{
    return (struct leg *)(void *)system->scratch;
}

/* Evaluate the state at time t of the leg. made: 1 if the leg is in the scratch memory; otherwise
 * it is built there first. */
static int32_t evaluate(const struct impact_system *system, struct impact_state *state, int made,
                        double t)
{
    struct leg *leg = leg_of(system);
    int32_t status = WD_OK;
    if (t == state->origin_t) {
        for (int k = 0; k < IMPACT_REALS; k++)
            state->now[k] = state->origin[k];
    } else {
        status = made ? WD_OK : leg_make(system, state, leg);
        if (status == WD_OK)
            leg_at(leg, state->origin, t - state->origin_t, state->now);
    }
    state->t = t;
    return status == WD_OK && !is_finite(state->now) ? WD_ENOCONV : status;
}

/* Count a newly planned leg: as a step, unless its span is infinite, and as work of the interrupt,
 * which is polled when enough work has been counted. */
static int32_t count_step(const struct impact_system *system, const struct impact_state *state)
{
    enum { LEG_WORK = 200 };
    if (!isinf(state->span) && (*system->motion->steps_left)-- <= 0)
        return WD_ENOCONV;
    return interrupted(system->motion->view->interrupt, LEG_WORK) ? WD_EINTERRUPT : WD_OK;
}

int32_t impact_advance(const struct impact_system *system, struct impact_state *state, double t,
                       int stop)
{
    int64_t events = 0, instants = 0;
    int made = 0;
    while (state->end <= t) {
        if (stop && events > 0 && state->end > state->t)
            return WD_EVENT;
        instants = state->end > state->t ? 0 : instants + 1;
        int bounced = bounce(system, state, &events);
        int32_t status = bounced ? WD_OK : evaluate(system, state, made, state->end);
        if (status == WD_OK && !bounced)
            status = happen_at_end(system, state, &events);
        if (status == WD_OK && (events > system->max_events || instants > system->max_events))
            status = WD_ELIMIT;
        if (status == WD_OK && !bounced)
            status = leg_plan(system, state, leg_of(system));
        if (status == WD_OK)
            status = count_step(system, state);
        if (status != WD_OK)
            return status;
        made = !bounced;
    }
    if (stop && events > 0)
        return WD_EVENT;
    return evaluate(system, state, made, t);
}

int32_t impact_start(const struct impact_system *system, struct impact_state *state)
{
    int64_t events = 0;
    double gap = terrain_distance(system->terrain, state->now[IMPACT_X], state->now[IMPACT_Y]) -
                 system->wheel.radius;
    int finite = isfinite(gap);
    for (int k = 0; k < IMPACT_WORK; k++)
        finite &= isfinite(state->now[k]) != 0;
    if (!finite || gap < -system->contact_tolerance)
        return WD_EDOMAIN;
    state->lasting = state->leaving = 0;
    state->zeno_end = INFINITY;
    state->step = state->room = 0;
    state->now[IMPACT_WORK] = state->now[IMPACT_LOST] = 0;
    int32_t status = collide(system, state, -1, 1, &events);
    return status == WD_OK ? leg_plan(system, state, leg_of(system)) : status;
}

int32_t impact_resume(const struct impact_system *system, struct impact_state *state)
{
    int32_t status = happen_after_change(system, state);
    return status == WD_OK ? leg_plan(system, state, leg_of(system)) : status;
}

int32_t impact_forces(const struct impact_system *system, const struct impact_state *state,
                      struct law_result *result)
{
    struct law_problem problem;
    struct impact_load load;
    int32_t status = contact_load(system, state->t, &load);
    return status == WD_OK ? contact_forces(system, state, state->now, &load, &problem, result)
                           : status;
}
