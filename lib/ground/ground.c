/* SPDX-License-Identifier: MIT */
#include "ground/ground.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

#include "ground/terrain_search.h"
#include "num/elementary.h"

int32_t ground_find(const struct ground *ground, const struct touch_wheel *wheel, double reach,
                    size_t *hint, struct near *near)
{
    near->n = near->found = 0;
    if (!ground->profile)
        return near_surface(&ground->surface, wheel, reach, near);
    near_find(ground->profile, wheel, reach, hint, near);
    return WD_OK;
}

/* Return the squared distance of the points P of two places plus that of their feet, m2. */
static double squared_distance(const struct touch_place *a, const struct touch_place *b,
                               double spine)
{
    struct vec way = vec_scale(spine, vec_sub(a->radial, b->radial));
    double x = a->foot_x - b->foot_x, y = a->foot_y - b->foot_y;
    return vec_dot(way, way) + x * x + y * y;
}

/* Search for contacts all around the wheel, and take the one nearest to the place. */
static int32_t search(const struct surface *surface, const struct touch_wheel *wheel,
                      const struct touch_place *place, struct touch *touch)
{
    struct touch found[SURFACE_TOUCHES];
    size_t n, best = 0;
    double spine = touch_spine(wheel);
    int32_t status = surface_touches(surface, wheel, wheel->radius, found, &n);
    if (status != WD_OK || n == 0)
        return status == WD_OK ? WD_ENOCONV : status;
    for (size_t k = 1; k < n && k < SURFACE_TOUCHES; k++)
        if (squared_distance(&found[k].place, place, spine) <
            squared_distance(&found[best].place, place, spine))
            best = k;
    *touch = found[best];
    return WD_OK;
}

int32_t ground_follow(const struct ground *ground, const struct touch_wheel *wheel, int64_t feature,
                      const struct touch_place *place, struct touch *touch)
{
    if (!ground->profile) {
        int32_t status = surface_follow(&ground->surface, wheel, place, touch);
        return status == WD_ENOCONV ? search(&ground->surface, wheel, place, touch) : status;
    }
    struct profile_wheel w;
    profile_aim(ground->profile, wheel, &w);
    profile_follow(ground->profile, &w, feature, place, touch);
    return WD_OK;
}

struct touch ground_far_away(const struct ground *ground, const struct touch_wheel *wheel,
                             double reach)
{
    const struct profile *profile = ground->profile;
    const struct vec x = {1, 0, 0}, y = {0, 1, 0};
    return (struct touch){.feature = -1,
                          .gap = reach,
                          .n = {0, 0, 1},
                          .t1 = profile ? profile->d : x,
                          .t2 = profile ? profile->tau : y,
                          .at = {0, 0, -wheel->radius},
                          .margin = 1,
                          .border = -INFINITY,
                          .factor = 1};
}

/* A wheel is inside if it has a contact deeper than `depth`, or if its centre and a part of its
 * spine are below the surface. The centre of a nearly horizontal ring may be below the surface
 * alone, because a hump may rise through the ring. */
static int32_t inside_surface(const struct surface *surface, const struct touch_wheel *wheel,
                              double depth, int *inside)
{
    struct touch found[SURFACE_TOUCHES];
    double h[SURFACE_VALUES];
    size_t n;
    int32_t status = surface_touches(surface, wheel, -depth, found, &n);
    if (status == WD_OK)
        status = surface_at(surface, wheel->centre.x, wheel->centre.y, h);
    *inside = status == WD_OK && n > 0 && found[0].gap < -depth;
    if (status == WD_OK && !*inside && wheel->centre.z < h[SURFACE_H])
        status = surface_covers_spine(surface, wheel, depth, inside);
    return status;
}

int32_t ground_inside(const struct ground *ground, const struct touch_wheel *wheel, double depth,
                      int64_t *feature, int *inside)
{
    *feature = -1;
    *inside = 0;
    if (!ground->profile)
        return inside_surface(&ground->surface, wheel, depth, inside);
    *inside = near_is_inside(ground->profile, wheel, depth, feature);
    return WD_OK;
}

double ground_clearance(const struct ground *ground, const struct touch_wheel *wheel, double gap,
                        double reach)
{
    const struct profile *profile = ground->profile;
    if (!profile || gap < reach)
        return gap;
    double x = vec_dot(profile->d, wheel->centre);
    return num_fmax(terrain_distance(profile->terrain, x, wheel->centre.z) - wheel->radius, reach);
}

double ground_factor(const struct ground *ground, int64_t feature)
{
    const double *factor = ground->profile ? ground->profile->factor : NULL;
    size_t i = (size_t)feature / 2;
    if (!factor || feature < 0)
        return 1;
    return terrain_is_corner(feature) ? num_fmin(factor[i + 1], factor[i]) : factor[i];
}
