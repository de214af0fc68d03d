/* SPDX-License-Identifier: MIT */
/* What the wheel touches: equations, forces, and what rounding must not do to them. */
#ifndef CONTACT_H
#define CONTACT_H

#include "models/impact_wheel/rounding.h"
#include "models/impact_wheel/state.h"
#include "num/bound.h"
#include "num/invariant.h"

/* Forces and u by the way of the system: law_solve, or its solver for more than two contacts and
 * where it asks for that. */
static inline int32_t contact_law(const struct impact_system *system,
                                  const struct law_problem *problem, struct law_result *result)
{
    if (system->by_solver && problem->n > 0)
        return law_solve_any(&system->wheel, problem, system->solver, result);
    if (problem->n > 2)
        return law_solve_many(&system->wheel, problem, system->solver, result);
    return law_solve(&system->wheel, problem, result);
}

/* The load at the time t: WD_OK, or why there is none. */
static inline int32_t contact_load(const struct impact_system *system, double t,
                                   struct impact_load *load)
{
    const struct motion *motion = system->motion;
    int32_t status = system->varying ? motion->inputs(motion->core, t) : WD_OK;
    *load = *system->input;
    return status;
}

/* Velocity of the centre along the tangent of a frame, and of the wheel's point there. */
static inline double contact_along(const struct terrain_frame *frame, const double *velocity)
{
    return frame->ny * velocity[0] - frame->nx * velocity[1];
}

static inline double contact_slide(const struct impact_system *system,
                                   const struct terrain_frame *frame, const double *velocity)
{
    return contact_along(frame, velocity) + system->wheel.radius * velocity[2];
}

static inline struct terrain_frame contact_frame(const struct impact_system *system,
                                                 int64_t feature, const double *y)
{
    invariant(terrain_exists(system->terrain, feature) ||
              terrain_is_seam(system->terrain, feature));
    return terrain_frame(system->terrain, feature, system->wheel.radius, y[IMPACT_X], y[IMPACT_Y]);
}

/* The coefficient of friction of a feature; on a corner, which belongs to two segments, the smaller
 * of theirs, and at a seam the most that there may be. It is finite however large its factors are.
 */
static inline double contact_mu(const struct impact_system *system, int64_t feature)
{
    const double *of = system->factor;
    size_t i = (size_t)feature / 2;
    if (!of)
        return system->mu;
    double factor = of[i];
    if (terrain_is_corner(feature))
        factor = terrain_is_seam(system->terrain, feature) ? larger(of[i], of[i + 1])
                                                           : smaller(of[i], of[i + 1]);
    return smaller(system->mu * factor, DBL_MAX);
}

/* Is the wheel held at a seam? Each of the two segments drives it, which is at rest but for turning
 * and slides, onto the other. It stays, with the friction that balances the forces along, which is
 * between those of the two. */
static inline int contact_at_seam(const struct impact_system *system,
                                  const struct impact_state *state)
{
    return state->lasting == 1 && terrain_is_seam(system->terrain, state->feature[0]);
}

/* Contact k of the problem is this feature, at this frame. */
static inline void contact_pose(const struct impact_system *system, struct law_problem *problem,
                                size_t k, int64_t feature, const struct terrain_frame *frame)
{
    invariant(k < LAW_CONTACTS);
    invariant(!(fabs(frame->nx * frame->nx + frame->ny * frame->ny - 1) > ROUNDING_UNIT));
    problem->mu[k] = contact_mu(system, feature);
    problem->nx[k] = frame->nx;
    problem->ny[k] = frame->ny;
    problem->g_n[k] = 0;
    problem->sliding[k] = 0;
}

/* (9): the acceleration without contacts, (0, -g, 0) plus loads. */
static inline void contact_free(const struct impact_system *system, const struct impact_load *load,
                                double *a)
{
    a[0] = load->fx * system->wheel.lightness;
    a[1] = load->fy * system->wheel.lightness - system->gravity;
    a[2] = load->torque * system->wheel.ease;
}

/* Place of a feature among the lasting contacts; -1: it is none of them. */
static inline int64_t contact_index(const struct impact_state *state, int64_t feature)
{
    for (int64_t i = 0; i < state->lasting; i++)
        if (state->feature[i] == feature)
            return i;
    return -1;
}

static inline void contact_add(struct impact_state *state, int64_t feature, int64_t mode)
{
    invariant(state->lasting + state->leaving < LAW_CONTACTS);
    state->feature[state->lasting] = feature;
    state->mode[state->lasting++] = mode;
}

static inline void contact_leave(struct impact_state *state, int64_t feature, int64_t order)
{
    invariant(state->lasting + state->leaving < LAW_CONTACTS);
    state->left[state->leaving] = feature;
    state->order[state->leaving++] = order;
}

/* The lasting contacts, as a problem for forces. */
void contact_equations(const struct impact_system *system, const struct impact_state *state,
                       const double *y, const struct impact_load *load,
                       struct law_problem *problem);

/* Moves the centre so that these gaps, one at least, close. Its velocity, if it is given, becomes
 * one at which they stay closed. */
void contact_place(const struct law_problem *problem, const double *gap, double *y,
                   double *velocity);

/* Takes rounding out of now: no gap and no normal speed at the lasting contacts, no slide where
 * they stick. */
void contact_tidy_all(const struct impact_system *system, struct impact_state *state);

static inline void contact_tidy(const struct impact_system *system, struct impact_state *state)
{
    if (state->lasting > 0)
        contact_tidy_all(system, state);
}

/* Forces, modes and accelerations of now, which is tidied first; contacts that open leave, and a
 * contact at a seam that does not hold there any more becomes one of a segment. fresh: the modes
 * follow from the velocities alone. WD_OK, WD_ENOSOL or the status of a load. */
int32_t contact_settle_all(const struct impact_system *system, struct impact_state *state,
                           int fresh);

static inline int32_t contact_settle(const struct impact_system *system, struct impact_state *state,
                                     int fresh)
{
    struct impact_load load;
    if (state->lasting > 0)
        return contact_settle_all(system, state, fresh);
    int32_t status = contact_load(system, state->t, &load);
    contact_free(system, &load, state->acceleration);
    return status;
}

/* Forces at y under this load; of one contact those of its mode, whether they allow it or not. */
int32_t contact_forces(const struct impact_system *system, const struct impact_state *state,
                       const double *y, const struct impact_load *load, struct law_problem *problem,
                       struct law_result *result);

/* The accelerations a with the forces that make u if all contacts are kept exactly, and stick where
 * they do. */
void contact_accelerate(const struct impact_system *system, const struct impact_state *state,
                        const struct law_problem *problem, const double *u, double *a);

/* Is the wheel at rest at the origin, held from two sides and by friction? Then it stays there as
 * long as its contacts keep their modes, whatever the loads are. */
int contact_stands(const struct impact_system *system, const struct impact_state *state);

/* Accelerations of a gap that are more than rounding. */
double contact_opening(const struct impact_system *system, const struct law_problem *problem,
                       const struct impact_load *load);

/* Forces that are no more than rounding. */
static inline double contact_rounding(const struct impact_system *system,
                                      const struct law_problem *problem,
                                      const struct impact_load *load)
{
    return system->wheel.mass * contact_opening(system, problem, load) / ROUNDING_OPENS;
}

#endif
