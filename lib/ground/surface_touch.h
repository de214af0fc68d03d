/* SPDX-License-Identifier: MIT */
/* Contacts of a wheel with a smooth surface. */
#ifndef SURFACE_TOUCH_H
#define SURFACE_TOUCH_H

#include <math.h>

#include "ground/surface.h"
#include "ground/touch.h"

enum { SURFACE_TOUCHES = 4 }; /* maximum number of contacts of a wheel */

/* Continue the contact at `place`, at a slightly different pose, by Newton's method. The surface is
 * evaluated at horizontal distances of at most two radii from the wheel's centre. touch->margin <=
 * 0 says that the minimum of the distance has become a maximum there: the hollow is narrower than
 * the wheel. WD_OK; WD_ENOCONV: there is no extremum nearby; WD_EINPUT: a function failed. */
int32_t surface_follow(const struct surface *, const struct touch_wheel *,
                       const struct touch_place *, struct touch *);

/* surface_follow() with this distance in place of two radii. */
int32_t surface_follow_within(const struct surface *, const struct touch_wheel *, double distance,
                              const struct touch_place *, struct touch *);

/* Move a foot (x, y), relative to the wheel's centre, onto the circle of this radius about the
 * centre if it is outside. True if the foot was moved. */
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
 * the wheel. If two contacts are less than 0.1 rad apart along the spine, one may be missed. *n:
 * number of contacts found; those beyond SURFACE_TOUCHES are counted, but left out. The horizontal
 * distance of an evaluation of the surface from the wheel's centre is at most the radius plus
 * `reach`, or two radii. WD_OK or WD_EINPUT. */
int32_t surface_touches(const struct surface *, const struct touch_wheel *, double reach,
                        struct touch touch[SURFACE_TOUCHES], size_t *n);

/* *covers: 1 if a sample of the spine is below the surface, deeper than `depth`. WD_OK or
 * WD_EINPUT. */
int32_t surface_covers_spine(const struct surface *, const struct touch_wheel *, double depth,
                             int *covers);

#endif
