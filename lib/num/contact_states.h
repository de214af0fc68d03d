/* SPDX-License-Identifier: MIT */
#ifndef NUM_CONTACT_STATES_H
#define NUM_CONTACT_STATES_H

#include "num/contact_shared.h"

/* Enumerate the states of few contacts. INFEASIBLE or JAMMED: proved. SOLVED: s->r is a start point
 * that may be near a solution. UNSOLVED: too many states. */
enum contact_outcome contact_states(struct contact *s);
size_t contact_states_size(void); /* size in bytes of s->states */

#endif
