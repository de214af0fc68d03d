/* SPDX-License-Identifier: MIT */
#ifndef NUM_CONTACT_FOLLOW_H
#define NUM_CONTACT_FOLLOW_H

#include "num/contact_shared.h"

/* Run the continuation from s->r: Newton steps on the smoothed map (contact_newton.h), while
 * smoothing and gamma are reduced to zero. Where the steps stall, a relaxation increases smoothing
 * and gamma again. At most `budget` steps and `relaxations` relaxations are made. Returns
 * CONTACT_SOLVED; CONTACT_JAMMED if r diverges, which proves nothing; else CONTACT_UNSOLVED. */
enum contact_outcome contact_follow(struct contact *s, const struct contact_start *start,
                                    double goal, size_t budget, size_t relaxations);

#endif
