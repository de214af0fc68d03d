/* SPDX-License-Identifier: MIT */
/* Contacts of a wheel with a smooth surface. */
#ifndef SURFACE_TOUCH_H
#define SURFACE_TOUCH_H

#include <math.h>

#include "ground/surface.h"
#include "ground/touch.h"

enum { SURFACE_TOUCHES = 4 }; /* maximum number of contacts of a wheel */

/* Continue the contact at `place`, at a slightly different pose, by Newton's method. The surface is
 * evaluated at most at two radii from the wheel's centre, horizontally. touch->margin
 * <= 0 says that the minimum of the distance has become a maximum there: the hollow is narrower
 * than the wheel. WD_OK; WD_ENOCONV: there is no extremum nearby; WD_EINPUT: a function failed. */
int32_t surface_follow(const struct surface *, const struct touch_wheel *,
                       const struct touch_place *, struct touch *);

/* The same, with this distance in place of two radii. */
int32_t surface_follow_within(const struct surface *, const struct touch_wheel *, double distance,
                              const struct touch_place *, struct touch *);

/* Move a foot, relative to the wheel's centre, to the circle of this radius about it if it is
 * outside. True if it was moved. */
static inline int surface_pull_foot(double radius, double *x, double *y)
{
    double square = *x * *x + *y * *y;
    if (!(square > radius * radius))
        return 0;
    double part = radius / sqrt(square);
    *x *= part;
    *y *= part;
    return 1;
}

/* Find the contacts whose gap is at most `reach`, the smallest gaps first, from samples all around
 * the wheel. Of contacts closer to each other than 0.2 rad along the spine one may be missed. *n:
 * how many, also if there are more than SURFACE_TOUCHES, which are left out. The surface is
 * evaluated at most at the radius plus `reach` from the wheel's centre, horizontally, or two radii.
 * WD_OK or WD_EINPUT. */
int32_t surface_touches(const struct surface *, const struct touch_wheel *, double reach,
                        struct touch touch[SURFACE_TOUCHES], size_t *n);

#endif
