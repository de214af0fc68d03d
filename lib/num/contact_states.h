/* SPDX-License-Identifier: MIT */
#ifndef NUM_CONTACT_STATES_H
#define NUM_CONTACT_STATES_H

#include "num/contact_shared.h"

/* Goes through the states of few contacts. INFEASIBLE or JAMMED: proved. SOLVED: s->r is near a
 * solution, if that is one. UNSOLVED: too many. */
enum contact_outcome contact_states(struct contact *s);
size_t contact_states_size(void); /* bytes of s->states */

#endif
