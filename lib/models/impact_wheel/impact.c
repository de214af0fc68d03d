/* SPDX-License-Identifier: MIT */
/* From leg to leg. */
#include "models/impact_wheel/impact.h"
#include "models/impact_wheel/collide.h"
#include "models/impact_wheel/contact.h"
#include "models/impact_wheel/happen.h"
#include "models/impact_wheel/leg.h"
#include "models/impact_wheel/step.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

size_t impact_scratch(void)
{
    return step_doubles();
}

static int is_finite(const double *now)
{
    double sum = 0;
    for (int k = 0; k < IMPACT_REALS; k++)
        sum += now[k];
    int all = 1;
    for (int k = 0; !isfinite(sum) && k < IMPACT_REALS; k++) /* it may be too large itself */
        all = all && isfinite(now[k]);
    return all;
}

/* The state at the time t of the leg. planned: the leg has just been planned. */
static int32_t evaluate(const struct impact_system *system, struct impact_state *state, int planned,
                        double t)
{
    int32_t status = WD_OK;
    if (t == state->origin_t) {
        for (int k = 0; k < IMPACT_REALS; k++)
            state->now[k] = state->origin[k];
    } else if (state->integrated) {
        status = step_at(system, state, planned, t, state->now);
    } else {
        leg_at(system, state, t, state->now);
    }
    state->t = t;
    return status == WD_OK && !is_finite(state->now) ? WD_ENOCONV : status;
}

/* The leg that has just been planned counts as a step if it is one of integration, and as work. */
static int32_t count_step(const struct impact_system *system, const struct impact_state *state)
{
    enum { LEG_WORK = 200 };
    if (state->integrated && (*system->motion->steps_left)-- <= 0)
        return WD_ENOCONV;
    return interrupted(system->motion->view->interrupt, LEG_WORK) ? WD_EINTERRUPT : WD_OK;
}

int32_t impact_advance(const struct impact_system *system, struct impact_state *state, double t,
                       int stop)
{
    int64_t events = 0, instants = 0;
    int planned = 0;
    while (state->end <= t) {
        if (stop && events > 0 && state->end > state->t)
            return WD_EVENT;
        instants = state->end > state->t ? 0 : instants + 1;
        int32_t status = evaluate(system, state, planned, state->end);
        if (status == WD_OK)
            status = happen(system, state, &events);
        if (status == WD_OK && (events > system->max_events || instants > system->max_events))
            status = WD_ELIMIT;
        if (status == WD_OK)
            status = leg_plan(system, state);
        if (status == WD_OK)
            status = count_step(system, state);
        if (status != WD_OK)
            return status;
        planned = 1;
    }
    if (stop && events > 0)
        return WD_EVENT;
    return evaluate(system, state, planned, t);
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
    state->step = 0;
    state->now[IMPACT_WORK] = state->now[IMPACT_LOST] = 0;
    int32_t status = collide(system, state, -1, 1, &events);
    return status == WD_OK ? leg_plan(system, state) : status;
}

int32_t impact_resume(const struct impact_system *system, struct impact_state *state)
{
    int32_t status = happen_anew(system, state);
    return status == WD_OK ? leg_plan(system, state) : status;
}

int32_t impact_forces(const struct impact_system *system, const struct impact_state *state,
                      struct law_result *result)
{
    struct law_problem problem;
    struct impact_load load;
    return contact_forces(system, state, state->t, state->now, &problem, result, &load);
}
