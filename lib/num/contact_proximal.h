/* SPDX-License-Identifier: MIT */
#ifndef NUM_CONTACT_PROXIMAL_H
#define NUM_CONTACT_PROXIMAL_H

#include "num/contact_shared.h"

/* Make proximal point steps from s->r. A step solves the regularised problem, with W + gamma I and
 * q - gamma centre; the centre is the result of the step before. With a large gamma this problem is
 * monotone despite friction and can be solved. After an easy problem gamma is reduced. After a
 * stalled problem gamma is increased, and the step is repeated from the same centre with more
 * smoothing. Returns CONTACT_SOLVED; CONTACT_JAMMED if r diverges, which proves nothing; else
 * CONTACT_UNSOLVED. */
enum contact_outcome contact_proximal(struct contact *s, double goal, size_t budget);

#endif
