/* SPDX-License-Identifier: MIT */
/* Test whether a wheel is in the ground, however deep: near_find() does not find deep places. A
 * profile goes on without end, so one that passes through the spine's disc has cut the spine. Where
 * the spine is outside, the place next to the ground is found. */
#include "ground/near.h"

#include <float.h>
#include <math.h>

#include "ground/terrain_search.h"
#include "num/bound.h"
#include "num/elementary.h"

/* True if the line from q to r passes the origin nearer than `limit`. */
static int crosses(struct terrain_vector q, struct terrain_vector r, double limit)
{
    double dx = r.x - q.x, dy = r.y - q.y, square = dx * dx + dy * dy;
    double along = square > 0 ? -(q.x * dx + q.y * dy) / square : 0;
    along = smaller(larger(along, 0), 1);
    q.x += along * dx;
    q.y += along * dy;
    return q.x * q.x + q.y * q.y < limit * limit;
}

/* A point in coordinates in which the spine is the unit circle. */
static struct terrain_vector scaled(const struct profile_wheel *w, double x, double y)
{
    struct terrain_vector u = w->major;
    double dx = x - w->x, dy = y - w->y;
    return (struct terrain_vector){(dx * u.x + dy * u.y) / w->b,
                                   (dy * u.x - dx * u.y) / (w->b * w->minor)};
}

/* Point of segment i at a fraction of its length, or of its part within 2 radii of the wheel. */
static struct terrain_vector point_of(const struct terrain *terrain, const struct profile_wheel *w,
                                      size_t i, double part)
{
    const struct terrain_segment *line = &terrain->segment[i];
    double q = terrain_along(line, w->x - line->x, w->y - line->y), reach = 2 * w->wheel->radius;
    double from = larger(line->from, q - reach), to = smaller(line->to, q + reach);
    double at = from + part * larger(to - from, 0), aside = 0;
    if (terrain_is_arc(terrain, i)) { /* from its first point along the direction there */
        double turn = 2 * num_asin(smaller(line->to / 2 / fabs(line->arc_radius), 1)) * part;
        struct sine_cosine half = num_sincos(turn / 2);
        at = 2 * fabs(line->arc_radius) * half.sin * half.cos;
        aside = -2 * line->arc_radius * half.sin * half.sin;
    }
    return (struct terrain_vector){line->x + at * line->ex - aside * line->ey,
                                   line->y + at * line->ey + aside * line->ex};
}

/* True if a segment passes through the spine's disc, further in than `depth`. */
static int is_crossed(const struct terrain *terrain, const struct profile_wheel *w, size_t i,
                      double depth)
{
    enum { PARTS = 16 };
    int parts = terrain_is_arc(terrain, i) ? PARTS : 1;
    double least = w->b * w->minor;
    if (!(least > depth))
        return 0;
    double limit = 1 - depth / least;
    struct terrain_vector before = point_of(terrain, w, i, 0);
    for (int k = 1; k <= parts; k++) {
        struct terrain_vector next = point_of(terrain, w, i, (double)k / parts);
        if (crosses(scaled(w, before.x, before.y), scaled(w, next.x, next.y), limit))
            return 1;
        before = next;
    }
    return 0;
}

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
            if (is_crossed(terrain, &w, i, depth)) {
                *feature = 2 * (int64_t)i;
                return 1;
            }
    return terrain_distance(terrain, w.x, w.y) < wheel->crown - depth;
}
