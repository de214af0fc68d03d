/* SPDX-License-Identifier: MIT */
/* Functions that the files of Moreau time stepping share. A state is "placed" after
 * linkage_place_still(), its root alone after linkage_place_root(). */
#ifndef VEHICLE_MOREAU_H
#define VEHICLE_MOREAU_H

#include "models/vehicle/vehicle.h"
#include "num/elementary.h"

#include <math.h>

/* Find the impulses of a step of length m->h along the chosen rows, in m->impulse, and apply them.
 * The evaluation must stand at the middle of the step, with the speeds before the step in the
 * state. Sets the modes of wheels and brakes: WD_OK, or a failure. */
int32_t moreau_solve(struct vehicle_eval *);

/* Set the speeds of the state to those before the step plus this fraction of their change, m->leap.
 * The root must be placed. */
void moreau_set_speeds(struct vehicle_eval *, double part);
/* Move the state for a time with its own velocity. The root must be placed. */
void moreau_move(struct vehicle_eval *, double time);
/* Set the velocities after the step, from loads and the impulses last given to linkage_press(); the
 * impulses are copied to m->force. The middle of the step must be placed. */
void moreau_apply_impulses(struct vehicle_eval *);

/* Given the other impulses, set in m->impulse those with which wheels that never slip (law ideal)
 * keep rolling and locked joints stay at rest. If these impulses are not unique, those of least
 * norm are set. */
int32_t moreau_solve_ideal(struct vehicle_eval *);

/* Functions for tyres in a step, called in this order. The first sets m->tyres.step and the extra
 * rows at the middle of the step, which is placed with the speeds before the step. */
void moreau_find_tyres(struct vehicle_eval *);
/* Append the elements of tyres to the problem. */
void moreau_add_tyres(struct vehicle_eval *, size_t *count);
/* Solve the problem from which linkage_condense() has eliminated the firm rows; the impulses are
 * then in m->impulse. */
int32_t moreau_solve_tyres(struct vehicle_eval *, size_t count);
/* True if the tyre of a wheel carries a load in the step. */
int moreau_carries(const struct vehicle_eval *, size_t wheel);
/* Set the velocities of tyres at the end of the step to 0, for a vehicle at rest. */
void moreau_stop_tyres(struct vehicle_eval *);
/* Write the deflections at the end of the step into the state of the model. */
void moreau_write_tyres(struct vehicle_eval *, double *y);

/* Rate with which a joint bounces off its stop, after the step; 0 if it does not bounce. */
static inline double *moreau_rebound_of(const struct vehicle_eval *m, size_t joint)
{
    return m->rebound + linkage_contacts(&m->v->linkage) + joint;
}

/* The wheel or brake to which an element belongs. */
static inline struct vehicle_grip *moreau_grip(const struct vehicle_eval *m,
                                               const struct friction_element *e)
{
    size_t number = m->work.number[e->row];
    return vehicle_is_brake(m, number) ? &m->brake[linkage_joint_of(&m->v->linkage, number)]
                                       : &m->touch[number / 3];
}

/* True if the element is the friction cone of a tyre, or one of the bands for its moments
 * (tyre/step.h). */
static inline int moreau_is_of_tyre(const struct vehicle_eval *m, const struct friction_element *e)
{
    return e->row + m->tyres.rows >= m->work.rows;
}

/* True if all contacts stick, except those without friction, and all brakes hold or continue to
 * slide. moreau_holds_unchanged() tries the impulses of the last step, m->force, without a matrix;
 * moreau_holds(), called after it, corrects them with a matrix. Sets m->impulse. */
int moreau_holds_unchanged(struct vehicle_eval *, size_t count);
int moreau_holds(struct vehicle_eval *, size_t count);
/* If all elements stick: true if a distribution of the impulses holds them, first that of least
 * norm, then one between it and the distribution with the largest margin. */
int moreau_holds_by_sharing(struct vehicle_eval *, size_t count);

#endif
