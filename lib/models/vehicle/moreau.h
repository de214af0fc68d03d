/* SPDX-License-Identifier: MIT */
/* Functions that the files of Moreau time stepping share. A state is "placed" after
 * linkage_place_still(), its root alone after linkage_place_root(). */
#ifndef VEHICLE_MOREAU_H
#define VEHICLE_MOREAU_H

#include "models/vehicle/vehicle.h"

/* Solve a step of length m->h: choose its rows, find the impulses along them (m->impulse, m->force)
 * and the change of the speeds (m->leap), set the speeds after the step in the state, and set the
 * modes of wheels, brakes and stops. On entry the evaluation must stand at the middle of the step,
 * with the speeds before the step in the state. If m->tyres.at_end is 1 on return, the state is at
 * the end of the step, otherwise still at its middle. WD_OK, or a failure; WD_ENOCONV if a wheel
 * lies flat where it meets the ground; its contact is then closed. */
int32_t moreau_solve(struct vehicle_eval *);

/* Write the impulses of a Moreau step of this length, in m->force, and the change of the speeds, in
 * m->leap, into the extras. lasts: 1 if the next step is expected to have the same change. */
void vehicle_write_step(struct vehicle_eval *, double *y, double span, int lasts);
/* Predict, from the last step, the change of the speeds in a step of this length, into m->leap, and
 * its impulses, into m->force. Each is 0 if it cannot be predicted. */
void vehicle_predict_step(struct vehicle_eval *, const double *y, double span);

/* Set the speeds of the state to m->before plus the fraction `part` of m->leap, the change of the
 * speeds in the step. The root must be placed. */
void moreau_set_speeds(struct vehicle_eval *, double part);
/* Move the state with its own velocity for this time (s). The root must be placed. */
void moreau_move(struct vehicle_eval *, double time);
/* Copy the impulses along the rows to m->force. */
void moreau_note_impulses(struct vehicle_eval *);
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
/* Solve the step without a contact problem, if the tyres are the only rows and none slides or
 * lifts. Returns 1 if it succeeds: the impulses are in m->impulse, and the state is at the end of
 * the step and placed, m->tyres.at_end = 1. moreau_return() leads back to the middle with these
 * speeds. Otherwise the state is unchanged, but linkage_damped_leave() must replace
 * linkage_drive(). */
int moreau_solve_damped(struct vehicle_eval *);
void moreau_return(struct vehicle_eval *);
/* True if the tyre of a wheel carries a load in the step. */
int moreau_carries(const struct vehicle_eval *, size_t wheel);
/* Set the velocities of tyres at the end of the step to 0, for a vehicle at rest. */
void moreau_stop_tyres(struct vehicle_eval *);
/* Write the deflections at the end of the step into the state of the model. */
void moreau_write_tyres(struct vehicle_eval *, double *y);

/* True if the impulses m->impulse add energy because contacts or joints bounce. Always false if the
 * step has rows of tyres, whose forces depend on the velocity. */
int moreau_rebounds_gain(const struct vehicle_eval *);
/* Solve the problem. While its impulses add energy, the speeds of all rebounds are halved, at most
 * VEHICLE_MOST_ROUNDS times, then set to 0, and the problem is solved again. So the impulses obey
 * the laws of contacts and brakes with the velocities after the step. They are then in m->impulse.
 * WD_OK, or a failure. */
int32_t moreau_solve_rebounds(struct vehicle_eval *, size_t count);

/* Speed (rad/s, m/s) with which a joint leaves a rigid stop off which it bounces in the step; 0 if
 * it does not bounce. */
static inline double *moreau_rebound_of(const struct vehicle_eval *m, size_t joint)
{
    return m->rebound + linkage_contacts(&m->v->linkage) + joint;
}

/* Largest residual velocities that count as zero, relative to the largest velocity that the rows
 * would have without impulses. A residual up to FRICTION_ACCEPTED needs no correction and is left
 * to the next step (stays); after corrections up to FRICTION_GOAL is accepted (small), but
 * corrections are made until it is the rounding error of a few terms (rounding). The rounding error
 * of velocities is added, a fraction of the largest speed of a wheel. */
struct moreau_zero {
    double stays, small, rounding;
};
struct moreau_zero moreau_find_zero(const struct vehicle_eval *);

/* Test the guess that all contacts stick, except those without friction, and that all brakes hold
 * or continue to slide, with the impulses of the last step, m->force; needs no matrix. Returns 1,
 * with the impulses in m->impulse, if the guess is the solution. */
int moreau_holds_unchanged(struct vehicle_eval *, size_t count, const struct moreau_zero *);
/* After a failure of moreau_holds_unchanged(): correct the impulses by means of the matrix and test
 * the guess with them. Returns 1, with the impulses in m->impulse, if it is the solution. */
int moreau_holds(struct vehicle_eval *, size_t count, const struct moreau_zero *);
/* Test the guess that all elements stick with other distributions of the impulses: first that of
 * least norm, then one between it and the distribution with the largest margin. Returns 1, with the
 * impulses in m->impulse, if one is within all limits. */
int moreau_holds_by_sharing(struct vehicle_eval *, size_t count, const struct moreau_zero *);

#endif
