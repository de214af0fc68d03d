/* SPDX-License-Identifier: MIT */
/* Contacts of the wheel: equations, forces, and the removal of rounding errors. */
#ifndef CONTACT_H
#define CONTACT_H

#include "models/impact_wheel/rounding.h"
#include "models/impact_wheel/state.h"
#include "num/elementary.h"
#include "num/invariant.h"

/* Solve for forces and u (law.h): up to two contacts with law_solve(), more with law_solve_many(),
 * which uses the system's contact solver only if two contacts cannot carry the load. If by_solver
 * is set, the contact solver is always used. */
static inline int32_t contact_law(const struct impact_system *system,
                                  const struct law_problem *problem, struct law_result *result)
{
    if (system->by_solver && problem->n > 0)
        return law_solve_any(&system->wheel, problem, system->solver, result);
    if (problem->n > 2)
        return law_solve_many(&system->wheel, problem, system->solver, result);
    return law_solve(&system->wheel, problem, result);
}

/* Compute the load at time t. Returns WD_OK or the status of the input function. */
static inline int32_t contact_load(const struct impact_system *system, double t,
                                   struct impact_load *load)
{
    const struct motion *motion = system->motion;
    int32_t status = system->varying ? motion->inputs(motion->core, t) : WD_OK;
    *load = *system->input;
    return status;
}

/* Return the velocity of the centre along the tangent of a frame. */
static inline double contact_along(const struct terrain_frame *frame, const double *velocity)
{
    return frame->ny * velocity[0] - frame->nx * velocity[1];
}

/* Return the velocity of the wheel's contact point along the tangent of a frame. */
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

/* Return the coefficient of friction of a feature. A corner belongs to two segments and has the
 * smaller of their coefficients, a seam the larger. The product with the factor is limited to
 * DBL_MAX. */
static inline double contact_mu(const struct impact_system *system, int64_t feature)
{
    const double *of = system->of_mu;
    size_t i = (size_t)feature / 2;
    if (!of)
        return system->mu;
    double factor = of[i];
    if (terrain_is_corner(feature))
        factor = terrain_is_seam(system->terrain, feature) ? num_fmax(of[i + 1], of[i])
                                                           : num_fmin(of[i + 1], of[i]);
    return num_fmin(DBL_MAX, system->mu * factor);
}

/* Return the coefficient of restitution of a feature; a corner, or a seam, has the smaller of the
 * coefficients of its two segments. */
static inline double contact_restitution(const struct impact_system *system, int64_t feature)
{
    const double *of = system->of_restitution;
    size_t i = (size_t)feature / 2;
    if (!of)
        return system->restitution;
    return system->restitution * (terrain_is_corner(feature) ? num_fmin(of[i], of[i + 1]) : of[i]);
}

/* True if the wheel is held at a seam between segments of different friction. Each segment alone
 * would push the sliding wheel onto the other one, so the centre rests, the wheel turns, and the
 * friction balances the tangential load; this friction lies between the friction limits of the two
 * segments. */
static inline int contact_at_seam(const struct impact_system *system,
                                  const struct impact_state *state)
{
    return state->lasting == 1 && terrain_is_seam(system->terrain, state->feature[0]);
}

/* Set contact k of the problem to a feature and its frame. */
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

/* Set a to the acceleration without contact forces, (9): (0, -g, 0) plus loads. */
static inline void contact_free(const struct impact_system *system, const struct impact_load *load,
                                double *a)
{
    a[0] = load->fx * system->wheel.lightness;
    a[1] = load->fy * system->wheel.lightness - system->gravity;
    a[2] = load->torque * system->wheel.ease;
}

/* Return the index of a feature among the lasting contacts; -1 if there is no such contact. */
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

/* Build the contact problem of the lasting contacts. */
void contact_equations(const struct impact_system *system, const struct impact_state *state,
                       const double *y, const struct impact_load *load,
                       struct law_problem *problem);

/* Move the centre so that the gaps of the problem (at least one) close. The velocity, unless NULL,
 * is projected so that the gaps stay closed. */
void contact_place(const struct law_problem *problem, const double *gap, double *y,
                   double *velocity);

/* Project `now` onto the lasting contacts: gaps, normal speeds, and slip speeds of sticking
 * contacts become zero. This removes rounding errors only. */
void contact_tidy_all(const struct impact_system *system, struct impact_state *state);

static inline void contact_tidy(const struct impact_system *system, struct impact_state *state)
{
    if (state->lasting > 0)
        contact_tidy_all(system, state);
}

/* Project `now`, then compute forces, modes and accelerations. Contacts that open move to the list
 * `left`. A contact that is no longer held at a seam becomes a contact of one segment. fresh: 1 if
 * the velocities decide which contacts slide, and in which direction; 0 if the stored modes do.
 * WD_OK, WD_ENOSOL or the status of a load. */
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

/* Compute the forces at y under this load. The forces of a single contact are those of its mode,
 * even if they violate the law of the mode. */
int32_t contact_forces(const struct impact_system *system, const struct impact_state *state,
                       const double *y, const struct impact_load *load, struct law_problem *problem,
                       struct law_result *result);

/* Set a to the accelerations u that follow from the forces, corrected by their rounding errors: all
 * contacts stay closed exactly, and sticking contacts stick exactly. */
void contact_accelerate(const struct impact_system *system, const struct impact_state *state,
                        const struct law_problem *problem, const double *u, double *a);

/* True if the wheel is at rest at the start of the leg, held from two sides and by friction. It
 * then stays there for any load as long as its contacts keep their modes. */
int contact_stands(const struct impact_system *system, const struct impact_state *state);

/* Return the largest acceleration of a gap, m/s2, that may be rounding; a larger one opens the
 * contact. */
double contact_opening(const struct impact_system *system, const struct law_problem *problem,
                       const struct impact_load *load);

/* Return the largest force, N, that may be rounding. */
static inline double contact_rounding(const struct impact_system *system,
                                      const struct law_problem *problem,
                                      const struct impact_load *load)
{
    return system->wheel.mass * contact_opening(system, problem, load) / ROUNDING_OPENS;
}

#endif
