/* SPDX-License-Identifier: MIT */
/* Gauss-Seidel over the contacts, each solved exactly. */
#ifndef NUM_CONTACT_SWEEP_H
#define NUM_CONTACT_SWEEP_H

#include "num/contact_shared.h"

/* One pass over all contacts on W + gamma I, q - gamma centre. */
void contact_sweep(struct contact *s, double gamma, const double *centre, int backwards, double *r);

/* From s->r: sweeps, accelerated, while they promise to be cheaper than Newton steps. s->r and s->u
 * are the best found. */
void contact_sweeps(struct contact *s, double goal);

#endif
