/* SPDX-License-Identifier: MIT */
#ifndef NUM_CONTACT_PROXIMAL_H
#define NUM_CONTACT_PROXIMAL_H

#include "num/contact_shared.h"

/* From s->r: proximal point steps. A large gamma outweighs what friction takes from monotony, so
 * that each problem can be solved; where it was easy the next has less gamma, where it stalls more,
 * from the same centre and with more smoothing. SOLVED, JAMMED if r runs away, which proves
 * nothing, else UNSOLVED. */
enum contact_outcome contact_proximal(struct contact *s, double goal, size_t budget);

#endif
