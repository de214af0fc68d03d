/* SPDX-License-Identifier: MIT */
/* Iterates of tyres in a Moreau step. The forces of a tyre follow from the motion at the end of the
 * step: tyre/step.h. The first iterate predicts this end. The solutions of the step with the rows
 * of the last iterates give the next one, until the rates along the rows differ from those of the
 * iterate by a small part of their change in the step, or by rounding (moreau_tread.c). */
#ifndef VEHICLE_MOREAU_TREAD_H
#define VEHICLE_MOREAU_TREAD_H

#include "models/vehicle/moreau.h"

/* Number of contacts that may be those of tyres: all of them, or none. */
static inline size_t moreau_treads(const struct vehicle_eval *m)
{
    return m->v->tyres > 0 ? m->work.contacts : 0;
}

/* True if the wheel has rows in the step. */
static inline int moreau_tread_touches(const struct vehicle_eval *m, size_t w)
{
    return vehicle_law(m, w)->loads && m->tyres.step[w].touches;
}

/* The reciprocal of the compliance of a row, or 0 if it has none. */
static inline double moreau_tread_conductance(const struct tyre_row *row)
{
    return row->compliance > 0 ? 1 / row->compliance : 0;
}

/* Read the velocities along the rows from a motion; that along M_x is not needed. */
void moreau_tread_read(const struct tyre_motion *, double rolling_radius, double *rate);
/* Guess whether the spring of rolling resistance is at its limit: the sign of the velocity that its
 * force resists, or 0. */
int moreau_tread_guess(const struct vehicle_tread_step *);

/* Begin the iteration: set the first iterate to the end of the step with the predicted change of
 * the speeds, m->leap, and compute the rows of all tyres there. The middle of the step must be
 * placed, with the speeds before the step, and its rows must be selected. */
void moreau_tread_begin(struct vehicle_eval *);
/* Store the state and the arms of the middle of the step for moreau_tread_restore(). */
void moreau_tread_note_middle(struct vehicle_eval *);
/* Move from the middle of the step to its end with the speeds of the state, and set the iterate of
 * the tyres to their motions there. True if the rows were computed for this motion to sufficient
 * accuracy. The velocities along the rows in the middle must be in m->sum. The inertias of links
 * are not those of the end. */
int moreau_tread_look(struct vehicle_eval *);
/* Restore the state and the arms of the middle after moreau_tread_look(), and place the root; other
 * links and contacts stay at the end. */
void moreau_tread_restore(struct vehicle_eval *);
/* Set the next iterate, a mixture of the last ones [num/mixing.h], and compute the rows there. */
void moreau_tread_next(struct vehicle_eval *);
/* True if the last iterate is accurate enough to be accepted. */
int moreau_tread_accepts(const struct vehicle_eval *);

#endif
