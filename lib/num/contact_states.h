/* SPDX-License-Identifier: MIT */
#ifndef NUM_CONTACT_STATES_H
#define NUM_CONTACT_STATES_H

#include "num/contact_shared.h"

/* Enumerate the states of few contacts. CONTACT_INFEASIBLE or CONTACT_JAMMED: this is proved.
 * CONTACT_SOLVED: s->r is a start point that may be near a solution. CONTACT_UNSOLVED: too many
 * unknowns or states, or stopped. */
enum contact_outcome contact_states(struct contact *s);
size_t contact_states_size(void); /* size in bytes of s->states */

#endif
