/* SPDX-License-Identifier: MIT */
/* Newton's step of margin.c for vectors with many free directions, such as the forces of many
 * contacts on one body. */
#ifndef NUM_MARGIN_RANGE_H
#define NUM_MARGIN_RANGE_H

#include "num/margin.h"

/* Set m->conditions, and compute the conditions, if they take less work than free directions. */
void margin_find_conditions(struct margin *);

/* Compute the Newton step towards the central path; weight: 1 / gap. Returns the decrement, or -1
 * if the conditions depend on each other to rounding or the host stops the computation. */
double margin_range_step(struct margin *, double weight);
/* Apply this fraction of the step to m->at and s. */
void margin_range_move(struct margin *, double fraction);

/* Set m->x, without s, from m->at. */
void margin_range_set_x(struct margin *);

#endif
