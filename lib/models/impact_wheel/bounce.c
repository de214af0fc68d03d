/* SPDX-License-Identifier: MIT */
/* Bounces on one straight segment under constant loads with no other feature near. A bounce is an
 * impact of one contact and a flight along a parabola back to the segment. The result has the same
 * bits as that of leg_at(), collide() and leg_plan(), without search, sorting and settling. */
#include "models/impact_wheel/bounce.h"
#include "models/impact_wheel/contact.h"
#include "models/impact_wheel/report.h"
#include "models/impact_wheel/rounding.h"
#include "num/elementary.h"
#include "num/series.h"

#include <math.h>

struct impulse {
    struct law_result plastic, rest;
};

/* Set the coefficients of t and t^2 of a flight that starts with the velocity v; path[k] is that of
 * x, y or phi. */
static inline void set_flight(const struct impact_state *state, const double *v, double path[3][3])
{
    for (int k = 0; k < 3; k++) {
        path[k][1] = v[k];
        path[k][2] = state->acceleration[k] / 2;
    }
}

/* Set y to the state at the end of the leg, a flight. */
static inline void evaluate_end(const struct impact_system *system,
                                const struct impact_state *state, double *y)
{
    const struct impact_load *load = system->input;
    const double *from = state->origin;
    double t = state->end - state->origin_t, path[3][3], work[3];
    set_flight(state, from + IMPACT_VX, path);
    for (int k = 1; k <= 2; k++)
        work[k] = load->fx * path[0][k] + load->fy * path[1][k] + load->torque * path[2][k];
    for (int k = 0; k < 3; k++) {
        y[IMPACT_X + k] = from[IMPACT_X + k] + (path[k][2] * t + path[k][1]) * t;
        y[IMPACT_VX + k] = from[IMPACT_VX + k] + 2 * path[k][2] * t;
    }
    y[IMPACT_WORK] = from[IMPACT_WORK] + (work[2] * t + work[1]) * t;
    y[IMPACT_LOST] = from[IMPACT_LOST];
}

/* Compute the impact on a feature: set the velocity in y to that after the impact, and project the
 * position onto the feature. Returns 0 if the bounce may be the last one, which collide() handles.
 */
static inline int rebound(const struct impact_system *system, int64_t feature, double *y,
                          struct impulse *impulse)
{
    const struct law_wheel *wheel = &system->wheel;
    double *v = y + IMPACT_VX, slow = num_fmax(rounding_speed(wheel, v), system->zeno_speed);
    struct terrain_frame frame = contact_frame(system, feature, y);
    struct law_problem problem;
    problem.n = 1;
    contact_pose(system, &problem, 0, feature, &frame);
    for (int k = 0; k < 3; k++)
        problem.free[k] = v[k];
    double restitution = contact_restitution(system, feature);
    if (!(-restitution * law_u_n(&problem, v, 0) > 2 * slow))
        return 0;
    law_solve(wheel, &problem, &impulse->plastic);
    impulse->rest.normal[0] = restitution * impulse->plastic.normal[0];
    for (int k = 0; k < 3; k++)
        problem.free[k] = impulse->plastic.u[k];
    law_rebound(wheel, &problem, NULL, &impulse->rest);
    for (int k = 0; k < 3; k++)
        v[k] = impulse->rest.u[k];
    y[IMPACT_X] -= frame.gap * frame.nx;
    y[IMPACT_Y] -= frame.gap * frame.ny;
    return 1;
}

/* Return the duration of the flight from the state y back to a segment. *way: a bound of the
 * distance that the centre moves in this time. */
static inline double flight(const struct terrain_segment *line, const struct impact_state *state,
                            const double *y, double *way)
{
    double path[3][3], c[3];
    set_flight(state, y + IMPACT_VX, path);
    for (int k = 1; k <= 2; k++)
        c[k] = line->ex * path[1][k] - line->ey * path[0][k];
    double t = -c[1] / c[2];
    *way = series_way(path[0], path[1], 2, t);
    return t;
}

int bounce(const struct impact_system *system, struct impact_state *state, int64_t *events)
{
    if (!(state->room > 0) || state->cause != CAUSE_HIT || system->varying || system->by_solver)
        return 0;
    const struct terrain_segment *line = &system->terrain->segment[state->which / 2];
    struct impulse impulse;
    double y[IMPACT_REALS], way;
    evaluate_end(system, state, y);
    const double before[3] = {y[IMPACT_VX], y[IMPACT_VY], y[IMPACT_W]};
    double kinetic = impact_kinetic(system, y), energy = kinetic + impact_potential(system, y);
    if (!rebound(system, state->which, y, &impulse))
        return 0;
    double t = flight(line, state, y, &way), end = state->end + t;
    if (!(way < state->room && end > state->end))
        return 0;
    double after = impact_kinetic(system, y);
    y[IMPACT_LOST] += energy - (after + impact_potential(system, y));
    for (int k = 0; k < IMPACT_REALS; k++)
        state->now[k] = state->origin[k] = y[k];
    state->t = state->origin_t = state->end;
    state->end = end;
    state->room -= way;
    state->near = state->which;
    ++*events;
    report_impact(system, state, &state->which, 1, &impulse.plastic, &impulse.rest, before,
                  after - kinetic);
    return 1;
}
