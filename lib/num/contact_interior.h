/* SPDX-License-Identifier: MIT */
#ifndef NUM_CONTACT_INTERIOR_H
#define NUM_CONTACT_INTERIOR_H

#include "num/contact_shared.h"

/* From anywhere: interior point steps while they get on, at most `budget`. s->best is the best
 * found. */
enum contact_outcome contact_interior(struct contact *s, double goal, size_t budget);

#endif
