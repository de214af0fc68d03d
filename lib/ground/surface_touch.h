/* SPDX-License-Identifier: MIT */
/* Contacts of a wheel with a smooth surface. */
#ifndef SURFACE_TOUCH_H
#define SURFACE_TOUCH_H

#include "ground/surface.h"
#include "ground/touch.h"

enum { SURFACE_TOUCHES = 4 }; /* maximum number of contacts of a wheel */

/* Continue the contact at `place`, at a slightly different pose, by Newton's method. touch->margin
 * <= 0 says that the minimum of the distance has become a maximum there: the hollow is narrower
 * than the wheel. WD_OK; WD_ENOCONV: there is no extremum nearby; WD_EINPUT: a function failed. */
int32_t surface_follow(const struct surface *, const struct touch_wheel *,
                       const struct touch_place *, struct touch *);

/* Find the contacts whose gap is at most `reach`, the smallest gaps first, from samples all around
 * the wheel. Of contacts closer to each other than 0.2 rad along the spine one may be missed. *n:
 * how many, also if there are more than SURFACE_TOUCHES, which are left out. WD_OK or WD_EINPUT. */
int32_t surface_touches(const struct surface *, const struct touch_wheel *, double reach,
                        struct touch touch[SURFACE_TOUCHES], size_t *n);

#endif
