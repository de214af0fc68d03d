/* SPDX-License-Identifier: MIT */
/* Changes of the state of a linkage, projection of the state, and results for a placed state. A
 * state is placed after linkage_place(), and factorised after linkage_factor(). */
#ifndef MECH_LINKAGE_STATE_H
#define MECH_LINKAGE_STATE_H

#include <stddef.h>

#include "mech/linkage_solve.h"

/* ---- changes of the state ---- */

/* Apply impulses along the selected rows to the speeds of a placed and factorised state. */
void linkage_strike(const struct linkage *, const double *impulse, double *state,
                    struct linkage_work *);

/* Move the positions of a state by these speeds (the angular ones in ground axes) times `time` (s),
 * and normalise the quaternion. */
void linkage_move(const struct linkage *, const double *speeds, double time, double *state);

/* Compute the speeds that move one state to another near it in 1 s (the angular ones in ground
 * axes), to first order in the angle. */
void linkage_moved(const struct linkage *, const double *from, const double *to, double *speeds);

/* Scale the quaternion of the state to length 1. */
void linkage_normalise(double *state);

/* linkage_place_still() without the inertias of links. */
void linkage_place_moving(const struct linkage *, const double *state, struct linkage_work *);
/* The same without velocities: the places of links, arms and contacts. */
void linkage_place_bodies(const struct linkage *, const double *state, struct linkage_work *);
/* linkage_place_speeds() in two parts: velocities of bodies and joints, then those of contacts. On
 * the plane convective terms do not depend on the latter. */
void linkage_place_flow(const struct linkage *, const double *state, struct linkage_work *);
void linkage_place_slips(const struct linkage *, struct linkage_work *);

/* ---- motion in a time step in which rows act as dampers ----
 *
 * A damper of conductance g acts along a row with the impulse -g times the velocity along the row
 * at the end of the step. These functions replace linkage_factor_step(), linkage_drive() and the
 * matrix of the rows: a row acts on one body, so its damper is added to the inertia of this body.
 * The work grows linearly with the number of rows. */

/* Select the extra rows of the hold alone. */
void linkage_list_extras(const struct linkage *, const struct linkage_hold *,
                         struct linkage_work *);
/* Store inertias and loads of a placed state with convective terms. The functions below do not need
 * the places any more, except those of the arms. */
void linkage_damped_begin(const struct linkage *, const double *state, const struct linkage_drive *,
                          struct linkage_work *);
/* Factorise the mass matrix of a step of length span with a damper in each row: WD_OK or
 * WD_ESINGULAR. */
int32_t linkage_damped_factor(const struct linkage *, double span, const double *conductance,
                              struct linkage_work *);
/* Compute the change of the speeds in the step by the loads and by impulses along the rows, and the
 * change of the velocities along the rows. Impulses of dampers at the velocities before the step
 * must be included. */
void linkage_damped_solve(const struct linkage *, double span, const double *impulse,
                          struct linkage_work *, double *change, double *along);
/* Compute the change of the velocities along the rows by a change of the speeds. */
void linkage_damped_along(const struct linkage *, const double *change, struct linkage_work *,
                          double *along);
/* Set work->push as linkage_drive() does, from the stored loads, after linkage_factor_step(). */
void linkage_damped_leave(const struct linkage *, struct linkage_work *);

/* Add to a load a torque, and a force that acts at `arm` from the reference point of the load. */
static inline void linkage_add_load(struct linkage_load *to, struct vec arm, struct vec force,
                                    struct vec torque)
{
    to->force = vec_add(to->force, force);
    to->torque = vec_add(to->torque, vec_add(torque, vec_cross(arm, force)));
}

/* ---- results for a placed state ---- */

/* Compute the accelerations of all bodies, in work->link, from those of the tree, as
 * linkage_accelerate() returns them. */
void linkage_follow(const struct linkage *, const double *acceleration, struct linkage_work *);

/* Compute the loads of the joints on their children at work->arm.at, including efforts and brakes,
 * after linkage_follow() with the accelerations caused by these forces along the selected rows. */
void linkage_reactions(const struct linkage *, const struct linkage_drive *, const double *force,
                       struct linkage_work *, struct linkage_load *load);

/* Unit vectors perpendicular to the normal of a contact: the rolling direction of the wheel, and
 * the direction to its left. If the wheel axis is along the normal, as of a wheel that lies flat,
 * an axis of the root replaces it. */
struct linkage_axes {
    struct vec forward, left;
};
struct linkage_axes linkage_axes(const struct linkage *, const struct linkage_work *, size_t c);

/* J; kinetic energy. */
double linkage_kinetic(const struct linkage *, const struct linkage_work *);
/* J; potential energy of the springs of joints and of gravity; the latter is 0 at the origin of the
 * ground. */
double linkage_potential(const struct linkage *, const double *state, struct vec gravity,
                         const struct linkage_work *);

/* Measure of the regularity of sliding, after linkage_choose(): the smallest quotient, over all
 * sizes, of the sum of the principal minors of this size of C M^-1 P (linkage_solve.c) and the same
 * sum without friction. The rows are the normal rows of slipping wheels after elimination of the
 * rows of all sticking wheels. 1: no friction, or more than LINKAGE_MOST_MINORS wheels slip. 0 or
 * less: forces need not exist or are unstable (Painleve). Invalidates linkage_rank(). */
enum { LINKAGE_MOST_MINORS = 6 };
double linkage_regularity(const struct linkage *, const struct linkage_hold *,
                          struct linkage_work *);

/* ---- mass-weighted projection onto the contact and joint constraints; `error` may be NULL ---- */

/* Return the rounding error (m) of the gap of a wheel that has been projected onto the ground. */
double linkage_place_rounding(const struct linkage_work *, const double *state);
/* True if the gaps of the contacts that are not open, and the distances of held joints from their
 * places, are zero to rounding, in a placed state. */
int linkage_touches(const struct linkage *, const struct linkage_hold *, const double *state,
                    const struct linkage_work *);

/* Project the positions of the state: close the gaps of the contacts that are not open, and move
 * held joints to their places, by the smallest motion. *error: the largest gap (m) or distance of a
 * joint from its place (rad, m) before the projection. Afterwards the state is placed, without
 * convective terms, and factorised, and the quaternion is unchanged or has length 1. WD_OK,
 * WD_ESINGULAR, or WD_ENOCONV if the gap of an independent row remains. */
int32_t linkage_project_places(const struct linkage *, const struct linkage_hold *, double *state,
                               struct linkage_work *, double *error);

/* Project the speeds of the state: by the smallest change, remove the slip of sticking contacts,
 * the normal velocities of all contacts that are not open, and the rates of held joints. If rows
 * depend on each other (work->rank < work->active), some of these speeds may remain. *error: the
 * largest of them before the projection. The state must be placed and factorised; the velocities in
 * the working memory are not updated. WD_OK or WD_ESINGULAR. */
int32_t linkage_project_speeds(const struct linkage *, const struct linkage_hold *, double *state,
                               struct linkage_work *, double *error);

/* Largest energy that a projection of speeds may take, relative to the sum of the energies that
 * each row alone would take. Where rows have just become independent, stopping a small speed along
 * one of them may stop all bodies. The ratio is 1 for orthogonal rows and up to 1e12 for rows that
 * nearly depend on each other (DEPENDENT in linkage_rank.c); the limit is the root of this. */
#define LINKAGE_MOST_TAKEN 1e6

/* Project the speeds after a step in which no contact changes, whose drift they are. The last
 * independent rows keep their speeds if all rows together would take more than
 * LINKAGE_MOST_TAKEN. */
int32_t linkage_project_drift(const struct linkage *, const struct linkage_hold *, double *state,
                              struct linkage_work *);
/* True if each row of `hold` either depends on the others to rounding, or is so independent that
 * stopping the independent rows takes at most about LINKAGE_MOST_TAKEN times the energies that each
 * row alone would take, whatever their speeds are. */
int linkage_are_well_conditioned(const struct linkage *, const struct linkage_hold *,
                                 struct linkage_work *);

/* Energy (J) that linkage_project_speeds() would take; INFINITY if it would fail. *own, unless
 * NULL: sum of the energies (J) that each row alone would take. */
double linkage_energy_to_stop(const struct linkage *, const struct linkage_hold *,
                              struct linkage_work *, double *own);

#endif
