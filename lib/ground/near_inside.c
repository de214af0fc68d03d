/* SPDX-License-Identifier: MIT */
/* Test whether a wheel is in the ground at any depth. The projection of the spine, the centre line
 * of the tyre (touch.h), bounds a disc. A profile has no ends, so a profile that enters the disc
 * also crosses the spine, and a part of the spine is then in the ground. If no segment enters the
 * disc, the places of the wheel and its centre decide. */
#include "ground/near.h"

#include <float.h>

#include "ground/terrain_search.h"

/* True if the wheel has a place deeper than `depth` among those down to `deepest`. */
static int is_deep_at(const struct profile *profile, const struct touch_wheel *wheel, double depth,
                      double deepest, int64_t *feature)
{
    size_t hint = SIZE_MAX;
    struct near near;
    near_find_deep(profile, wheel, 0, deepest, &hint, &near);
    for (size_t k = 0; k < near.n; k++)
        if (near.touch[k].gap < -depth) {
            *feature = near.touch[k].feature;
            return 1;
        }
    *feature = -1;
    return 0;
}

/* True if a segment passes through the spine's disc further in than `depth`. */
static int is_any_crossed(const struct profile *profile, const struct profile_wheel *w,
                          double depth, int64_t *feature)
{
    const struct terrain *terrain = profile->terrain;
    struct terrain_walk to;
    size_t first, end;
    struct terrain_box box = profile_box(w, 0);
    terrain_walk_start(&to, terrain, terrain_reach_box, &box, DBL_MIN);
    while (terrain_walk_next(&to, &first, &end))
        for (size_t i = first; i < end; i++)
            if (near_is_crossed(terrain, w, i, depth)) {
                *feature = 2 * (int64_t)i;
                return 1;
            }
    return 0;
}

/* A segment that crosses the spine by `depth` is deeper in the wheel by the crown. Where this is
 * beyond NEAR_DEEPEST, places between the two depths are searched, too, down to the diameter. */
int near_is_inside(const struct profile *profile, const struct touch_wheel *wheel, double depth,
                   int64_t *feature)
{
    double usual = NEAR_DEEPEST * wheel->radius;
    struct profile_wheel w;
    if (is_deep_at(profile, wheel, depth, usual, feature))
        return 1;
    profile_aim(profile, wheel, &w);
    if (is_any_crossed(profile, &w, depth, feature))
        return 1;
    double distance = terrain_distance(profile->terrain, w.x, w.y);
    if (distance < wheel->crown - depth)
        return 1;
    return depth + wheel->crown > usual && distance < wheel->radius &&
           is_deep_at(profile, wheel, depth, 2 * wheel->radius, feature);
}
