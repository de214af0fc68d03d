/* SPDX-License-Identifier: MIT */
/* Iterates of tyres in a Moreau step. The forces of a tyre follow from the motion at the end of the
 * step: tyre/step.h. Each solution of the step with the rows of the last iterate is the next
 * iterate, until the rates along the rows change by rounding only. */
#ifndef VEHICLE_MOREAU_TREAD_H
#define VEHICLE_MOREAU_TREAD_H

#include "models/vehicle/moreau.h"

/* Maximum number of iterates of a step. Tuned: in 200,000 steps of 2 ms of the random drives of
 * car_magic in robust-drives no step needs more than 16. */
enum { MOREAU_MOST_ITERATES = 100 };

/* How the rates of the tyres have changed so far. */
struct moreau_tread {
    double change, ratio; /* last change; largest ratio of a change to the one before it */
};

static inline struct vehicle_tread_step *moreau_tread_step(const struct vehicle_eval *m, size_t w)
{
    return &m->tyres.step[w];
}

/* True if the wheel has rows in the step. */
static inline int moreau_tread_touches(const struct vehicle_eval *m, size_t w)
{
    return vehicle_law(m, w)->loads && moreau_tread_step(m, w)->touches;
}

/* Read the velocities along the rows from a motion; that along M_x is not needed. */
void moreau_tread_read(const struct tyre_motion *, double rolling_radius, double *rate);
/* Compute the rows of a tyre at the last iterate. */
void moreau_tread_rows(struct vehicle_eval *, size_t wheel);
/* Guess whether the spring of rolling resistance is at its limit: the sign of the velocity that its
 * force resists, or 0. */
int moreau_tread_guess(const struct vehicle_tread_step *);

/* Begin the iteration: forget the last iterates, and store the state and the arms of the middle of
 * the step. */
struct moreau_tread moreau_tread_begin(struct vehicle_eval *);
/* Move from the middle of the step to its end with the speeds of the state, and read the rates of
 * the tyres there. True if the iteration has converged. The velocities along the rows in the middle
 * must be in m->sum. The inertias of links are not those of the end. */
int moreau_tread_look(struct vehicle_eval *, struct moreau_tread *);
/* Restore the state and the arms of the middle after moreau_tread_look(), and place the root; other
 * links and contacts stay at the end. */
void moreau_tread_restore(struct vehicle_eval *);
/* Set the first iterate to the motion at the end of the step with the predicted speeds in the
 * state, then restore the middle. */
void moreau_tread_predict(struct vehicle_eval *);
/* Set the next iterate: a mixture of the last ones [num/mixing.h]. */
void moreau_tread_next(struct vehicle_eval *);
/* True if the last iterate is accurate enough to be accepted. */
int moreau_tread_accepts(const struct moreau_tread *);

#endif
