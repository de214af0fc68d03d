/* SPDX-License-Identifier: MIT */
/* Gauss-Seidel iteration over the contacts, each solved exactly. */
#ifndef NUM_CONTACT_SWEEP_H
#define NUM_CONTACT_SWEEP_H

#include "num/contact_shared.h"

/* Make one pass over all contacts of the problem with W + gamma I and q - gamma centre. */
void contact_sweep(struct contact *s, double gamma, const double *centre, int backwards, double *r);

/* Make accelerated sweeps from s->r as long as they promise to be cheaper than Newton steps.
 * Afterwards s->r and s->u are the best point found. */
void contact_sweeps(struct contact *s, double goal);

/* Return the largest number of passes that contact_sweeps() makes. */
double contact_sweeps_most(const struct contact *s);

#endif
