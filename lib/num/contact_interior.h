/* SPDX-License-Identifier: MIT */
#ifndef NUM_CONTACT_INTERIOR_H
#define NUM_CONTACT_INTERIOR_H

#include "num/contact_shared.h"

/* Make interior point steps, at most `budget`, as long as they make progress. s->r gives only the
 * magnitude of the start point. s->best is the best point found. */
enum contact_outcome contact_interior(struct contact *s, double goal, size_t budget);

#endif
