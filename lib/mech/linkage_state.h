/* SPDX-License-Identifier: MIT */
/* Changes of the state of a linkage, and results for a placed state. */
#ifndef MECH_LINKAGE_STATE_H
#define MECH_LINKAGE_STATE_H

#include <stddef.h>

#include "mech/linkage.h"

/* ---- changes of the state ---- */

/* Change the speeds of a placed and factorised state by impulses along the selected rows. */
void linkage_strike(const struct linkage *, const double *impulse, double *state,
                    struct linkage_work *);

/* Move a state by speeds (angular ones in ground axes) times `time`; normalises the quaternion. */
void linkage_move(const struct linkage *, const double *speeds, double time, double *state);

/* Normalise the quaternion. */
void linkage_normalise(double *state);

/* ---- results for a placed state ---- */

/* Compute the accelerations of all bodies, in work->link. */
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

/* Kinetic energy. */
double linkage_kinetic(const struct linkage *, const struct linkage_work *);
/* Potential energy of springs and of gravity; the latter is 0 at the origin of the ground. */
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

#endif
