/* SPDX-License-Identifier: MIT */
/* Test whether a wheel is in the ground at any depth; near_find() does not find deep places. The
 * projection of the spine, the centre line of the tyre (touch.h), bounds a disc. A profile has no
 * ends, so a profile that enters the disc also crosses the spine, and a part of the spine is then
 * in the ground. If no segment enters the disc, the shallow places of near_find() and the centre of
 * the wheel decide. */
#include "ground/near.h"

#include <float.h>

#include "ground/terrain_search.h"

int near_is_inside(const struct profile *profile, const struct touch_wheel *wheel, double depth,
                   int64_t *feature)
{
    const struct terrain *terrain = profile->terrain;
    struct near near;
    struct profile_wheel w;
    struct terrain_walk to;
    size_t hint = SIZE_MAX, first, end;
    near_find(profile, wheel, 0, &hint, &near);
    for (size_t k = 0; k < near.n; k++)
        if (near.touch[k].gap < -depth) {
            *feature = near.touch[k].feature;
            return 1;
        }
    *feature = -1;
    profile_aim(profile, wheel, &w);
    struct terrain_box box = profile_box(&w, 0);
    terrain_walk_start(&to, terrain, terrain_reach_box, &box, DBL_MIN);
    while (terrain_walk_next(&to, &first, &end))
        for (size_t i = first; i < end; i++)
            if (near_is_crossed(terrain, &w, i, depth)) {
                *feature = 2 * (int64_t)i;
                return 1;
            }
    return terrain_distance(terrain, w.x, w.y) < wheel->crown - depth;
}
