/* SPDX-License-Identifier: MIT */
/* All places at which a wheel touches a profile or is near to touching it. A place is a local
 * minimum P of the distance between the wheel's spine and the ground (touch.h). It belongs to one
 * feature, that in whose cell P is (terrain.h). The gap of each place is a smooth function of the
 * pose of the wheel, so several gaps may be watched as guards. The smallest gap is continuous even
 * where places appear, vanish or pass from one feature to the next. */
#ifndef NEAR_H
#define NEAR_H

#include "ground/profile.h"
#include "ground/surface_touch.h"

enum { NEAR_PLACES = 4 }; /* maximum number of contacts of a wheel */

/* Relative to the radius: a place deeper in the ground than this is left out, because it is on a
 * feature seen from behind. A rigid wheel never penetrates so far: it moves at most a quarter of
 * its radius in a step. */
#define NEAR_DEEPEST 0.4

struct near {
    size_t n;     /* number of places kept, those with the smallest gaps, sorted by feature */
    size_t found; /* number of places within reach; if above NEAR_PLACES, the rest is left out */
    struct touch touch[NEAR_PLACES];
};

/* Find the places whose gap is at most `reach` >= 0. *hint: number of a segment near the wheel, or
 * any number >= the number of segments if none is known. The call updates *hint, whose value has no
 * effect on the result. Places that are deeper in the ground than NEAR_DEEPEST are not found. */
void near_find(const struct profile *, const struct touch_wheel *, double reach, size_t *hint,
               struct near *);

/* The same, but also find places down to the depth `deepest` (m), not below NEAR_DEEPEST. */
void near_find_deep(const struct profile *, const struct touch_wheel *, double reach,
                    double deepest, size_t *hint, struct near *);

/* Find the places on a surface whose gap is at most `reach` (m). WD_OK, or WD_EINPUT if the
 * function of the surface failed. */
int32_t near_surface(const struct surface *, const struct touch_wheel *, double reach,
                     struct near *);

/* True if a place is one of the n `closed` contacts of the wheel, computed at the same pose. Also
 * true for a place of a neighbouring feature (terrain_joined()) that is so near to a closed contact
 * that the contact may be passing on to that feature. terrain: NULL for a surface. */
int near_is_contact(const struct terrain *, const struct touch *, const struct touch *closed,
                    size_t n, double radius);

/* The next place that may touch, as a guard: the smallest gap of the places that are not contacts
 * already, and its rate. */
struct near_next {
    double gap, rate;          /* gap: infinite if there is none */
    const struct touch *touch; /* NULL if there is none */
};

/* Search the next place among those for which near_is_contact() is false. */
struct near_next near_next(const struct terrain *, const struct near *, const struct touch_wheel *,
                           const struct touch_motion *, const struct touch *closed, size_t n);

/* True if the wheel is deeper in the ground than `depth` (m), however deep. *feature is then the
 * feature that the wheel penetrates, or -1 if the whole wheel is below the profile. */
int near_is_inside(const struct profile *, const struct touch_wheel *, double depth,
                   int64_t *feature);

/* True if segment i passes through the disc that the spine bounds, further in than `depth`. */
int near_is_crossed(const struct terrain *, const struct profile_wheel *, size_t i, double depth);

#endif
