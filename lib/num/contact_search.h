/* SPDX-License-Identifier: MIT */
#ifndef NUM_CONTACT_SEARCH_H
#define NUM_CONTACT_SEARCH_H

#include "num/contact_shared.h"

/* Solve with all methods, starting from s->r if warm, else from 0. Afterwards s->r is the best
 * point found, and s->u the velocities of this point. */
enum contact_outcome contact_search(struct contact *s, int warm, double goal);

#endif
