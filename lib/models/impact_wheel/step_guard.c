/* SPDX-License-Identifier: MIT */
/* What ends a step, as numbers that fall below zero. */
#include "models/impact_wheel/step.h"
#include "models/impact_wheel/rounding.h"
#include "num/bound.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

/* The gap of a feature, infinite if the wheel is on it, or on a neighbour that takes its place. */
static double gap_of(const struct step *step, int64_t feature, const double *y)
{
    const struct impact_state *state = step->state;
    for (int64_t i = 0; i < state->lasting; i++)
        if (terrain_joined(step->system->terrain, feature, state->feature[i]))
            return INFINITY;
    for (int64_t j = 0; j < state->leaving; j++)
        if (feature == state->left[j])
            return y[IMPACT_REALS + j];
    double gap = contact_frame(step->system, feature, y).gap;
    return gap < -step->system->wheel.radius ? (double)INFINITY : gap; /* back of something thin */
}

double step_gap(const struct step *step, const double *y, double least, int64_t *nearest)
{
    const struct terrain *terrain = step->system->terrain;
    double point[2] = {y[IMPACT_X], y[IMPACT_Y]}, smallest = INFINITY;
    double radius = step->system->wheel.radius;
    double slack = rounding_border(&step->system->wheel, y);
    struct terrain_walk walk;
    size_t first, end;
    terrain_walk_start_near(&walk, terrain, (size_t)step->state->near / 2, terrain_reach_point,
                            point, 2 * radius);
    while (terrain_walk_next(&walk, &first, &end)) {
        for (int64_t f = 2 * (int64_t)first; f < 2 * (int64_t)end; f++) {
            if (!terrain_exists(terrain, f) || !terrain_holds(terrain, f, y, y + IMPACT_VX, slack))
                continue;
            double gap = gap_of(step, f, y);
            if (gap < smallest && gap >= least) {
                smallest = gap;
                *nearest = f;
            }
        }
        walk.limit = smaller(smallest, radius) + radius;
    }
    return smallest;
}

/* How far the centre is from an end of the cell. */
static double cell_guard(const struct step *step, int64_t feature, int guard, const double *y)
{
    double before, after;
    terrain_beyond(step->system->terrain, feature, y[IMPACT_X], y[IMPACT_Y], &before, &after);
    return ROUNDING_GAP * rounding_place(&step->system->wheel, y) -
           (guard == GUARD_BEFORE ? before : after);
}

static double slide_guard(const struct step *step, size_t i, const double *y)
{
    const struct impact_system *system = step->system;
    struct terrain_frame frame = contact_frame(system, step->state->feature[i], y);
    const double *v = y + IMPACT_VX;
    double slide = law_sign(step->state->mode[i]) * contact_slide(system, &frame, v);
    return contact_mu(system, step->state->feature[i]) == 0
               ? 1
               : slide + rounding_speed(&system->wheel, v);
}

static double contact_guard(const struct step *step, size_t i, int guard, double t, const double *y)
{
    const struct impact_system *system = step->system;
    int64_t mode = step->state->mode[i];
    if (guard == GUARD_BEFORE || guard == GUARD_AFTER)
        return cell_guard(step, step->state->feature[i], guard, y);
    if (guard == GUARD_FRICTION && mode != LAW_STICK)
        return slide_guard(step, i, y);
    struct law_problem problem;
    struct law_result result;
    struct impact_load load;
    if (contact_forces(system, step->state, t, y, &problem, &result, &load) != WD_OK)
        return -1;
    double opening = contact_opening(system, &problem, &load);
    double slack = system->wheel.mass * opening / ROUNDING_OPENS;
    if (problem.n > 1) {
        int opens = law_u_n(&problem, result.u, i) > ROUNDING_CHANGES * opening;
        int changes =
            result.mode[i] != LAW_OPEN && result.mode[i] != mode &&
            fabs(law_u_t(&system->wheel, &problem, result.u, i)) > ROUNDING_CHANGES * opening;
        return guard == GUARD_FORCE && (opens || changes) ? -1 : 1;
    }
    double N = result.normal[i] + slack;
    return guard == GUARD_FORCE ? N + step->pull
                                : problem.mu[0] * N + slack - fabs(result.friction[i]);
}

/* How fast a guard of a swing falls. With what swing.c says of the forces
 *
 *     N' = -m s/R (t.f + 2 s'),   T' = -s/R n.f/kappa where it sticks. */
static double falling(const struct step *step, int guard, const double *y)
{
    const struct impact_system *system = step->system;
    const struct law_wheel *wheel = &system->wheel;
    struct terrain_frame frame = contact_frame(system, step->state->feature[0], y);
    int sign = law_sign(step->state->mode[0]);
    double mu = contact_mu(system, step->state->feature[0]);
    double free[3], s = contact_along(&frame, y + IMPACT_VX), turn = s / step->swing->turning;
    contact_free(system, system->input, free);
    double free_n = frame.nx * free[0] + frame.ny * free[1], free_t = contact_along(&frame, free);
    double T = sign == 0 ? law_stop(wheel, free_t + wheel->radius * free[2])
                         : -sign * mu * wheel->mass * (free_n + s * turn);
    double along = free_t - T * wheel->lightness;
    double less = wheel->mass * turn * (free_t + 2 * along); /* -N' */
    if (guard == GUARD_FORCE)
        return less;
    if (sign != 0)
        return -sign * (along + wheel->radius * (free[2] - T * wheel->lever));
    return mu * less + copysign(1, T) * law_stop(wheel, -turn * free_n);
}

/* The surface that the wheel is on, or towards the one that is nearest (-1: none). */
static int64_t faced(const struct step *step, int *on)
{
    const struct impact_state *state = step->state;
    *on = state->lasting > 0;
    if (*on)
        return state->feature[0];
    return step->nearest;
}

double step_advance(const struct step *step, const double *y, const double *a, double *rate)
{
    int on;
    int64_t feature = faced(step, &on);
    const double *v = y + IMPACT_VX;
    *rate = 0;
    if (feature < 0)
        return 0;
    struct terrain_frame frame = contact_frame(step->system, feature, y);
    double along = contact_along(&frame, v);
    double turning =
        terrain_path_radius(step->system->terrain, feature, step->system->wheel.radius);
    if (on) {
        *rate = contact_along(&frame, a);
        return along;
    }
    *rate = frame.nx * a[0] + frame.ny * a[1] + (turning == 0 ? 0 : along * along / turning);
    return frame.nx * v[0] + frame.ny * v[1];
}

double step_guard(const struct step *step, int guard, double t, const double *y)
{
    int64_t nearest;
    if (guard == GUARD_GAP)
        return step_gap(step, y, -INFINITY, &nearest);
    if (guard == GUARD_TURN || guard == GUARD_BRAKE) {
        double dy[REALS] = {0}, rate, *a = dy + IMPACT_VX;
        if (step->heading == 0)
            return 1;
        if (guard == GUARD_BRAKE && step_rates(t, y, dy, (void *)step) != WD_OK)
            return NAN;
        double speed = step_advance(step, y, a, &rate);
        return guard == GUARD_TURN ? step->heading * speed + step->slow : -step->heading * rate;
    }
    if (guard >= GUARD_LEFT)
        return y[IMPACT_REALS + guard - GUARD_LEFT];
    if (guard >= GUARD_FALL)
        return falling(step, guard - GUARD_FALL, y);
    return contact_guard(step, (size_t)(guard / GUARDS), guard % GUARDS, t, y);
}
