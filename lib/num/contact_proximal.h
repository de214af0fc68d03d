/* SPDX-License-Identifier: MIT */
#ifndef NUM_CONTACT_PROXIMAL_H
#define NUM_CONTACT_PROXIMAL_H

#include "num/contact_shared.h"

/* Make proximal point steps from s->r. With a large gamma the regularised problem is monotone
 * despite friction and can be solved. After an easy problem gamma is reduced; after a stalled one
 * it is increased, and the step is repeated from the same centre with more smoothing. Returns
 * CONTACT_SOLVED; CONTACT_JAMMED if r diverges, which proves nothing; else CONTACT_UNSOLVED. */
enum contact_outcome contact_proximal(struct contact *s, double goal, size_t budget);

#endif
