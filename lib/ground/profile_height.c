/* SPDX-License-Identifier: MIT */
/* Height of a profile at a place of the horizontal plane, and the derivatives of the height. */
#include <float.h>
#include <math.h>

#include "ground/profile.h"
#include "ground/terrain_search.h"
#include "num/elementary.h"
#include "num/poly.h"

/* The highest point so far, in the plane of the profile. */
struct highest {
    const struct terrain *terrain;
    double x;
    size_t segment;
    double y, slope, bent; /* first and second derivatives by x */
};

/* Take a point if it is the highest so far. At a corner the later segment replaces the earlier. */
static void take(struct highest *h, size_t i, double y, double slope, double bent)
{
    if (y < h->y || (y == h->y && i < h->segment))
        return;
    h->segment = i;
    h->y = y;
    h->slope = slope;
    h->bent = bent;
}

static void take_line(struct highest *h, size_t i)
{
    const struct terrain_segment *s = &h->terrain->segment[i];
    double start = isinf(s->from) ? copysign(INFINITY, -s->ex) : s->x;
    double end = isinf(s->to) ? copysign(INFINITY, s->ex) : s[1].x;
    if (s->ex == 0 || h->x < num_fmin(end, start) || h->x > num_fmax(end, start))
        return;
    int at_end = isfinite(s->to) && h->x == s[1].x;
    take(h, i, at_end ? s[1].y : s->y + (h->x - s->x) * (s->ey / s->ex), s->ey / s->ex, 0);
}

/* Take the points of an arc at h->x. With q the vector from the first point of the arc, the circle
 * of the arc is the set |q|^2/R + 2 q.n = 0. */
static void take_arc(struct highest *h, size_t i)
{
    const struct terrain_segment *s = &h->terrain->segment[i];
    const struct terrain_arc *arc = &h->terrain->arc[i];
    double q = h->x - s->x, root[2], before, after;
    const double c[3] = {q * q / s->arc_radius + 2 * q * arc->nx, 2 * arc->ny, 1 / s->arc_radius};
    size_t n = poly_quadratic(c, root);
    for (size_t k = 0; k < n; k++) {
        double y = s->y + root[k], rounding = TERRAIN_ROUNDED * (fabs(h->x) + fabs(y));
        terrain_beyond(h->terrain, 2 * (int64_t)i, h->x, y, &before, &after);
        if (before > rounding || after > rounding)
            continue;
        struct terrain_frame f = terrain_frame_arc(h->terrain, i, 0, h->x, y);
        take(h, i, y, -f.nx / f.ny, -1 / (s->arc_radius * f.ny * f.ny * f.ny));
    }
}

/* Reach function: 0 for nodes above or below the place `context`, else infinity. */
static double reach_above(const struct terrain_node *node, const void *context)
{
    const double *x = context, *side = node->box.side;
    struct terrain_vector e = node->along;
    double least = INFINITY, most = -INFINITY;
    if (terrain_node_is_upright(node))
        return *x >= side[0] && *x <= side[2] ? 0 : (double)INFINITY;
    for (int k = 0; k < 4; k++) {
        double at = node->origin.x + side[k % 2 * 2] * e.x - side[k / 2 * 2 + 1] * e.y;
        least = num_fmin(at, least);
        most = num_fmax(at, most);
    }
    double rounding = TERRAIN_ROUNDED * (fabs(least) + fabs(most));
    return *x >= least - rounding && *x <= most + rounding ? 0 : (double)INFINITY;
}

int profile_height(const struct profile *profile, double x, double y, double value[SURFACE_VALUES])
{
    const struct terrain *terrain = profile->terrain;
    struct highest h = {.terrain = terrain, .y = -INFINITY};
    struct terrain_walk walk;
    size_t first, end;
    h.x = profile->d.x * x + profile->d.y * y;
    terrain_walk_start(&walk, terrain, reach_above, &h.x, DBL_MIN);
    while (terrain_walk_next(&walk, &first, &end))
        for (size_t i = first; i < end; i++) {
            if (terrain_is_arc(terrain, i))
                take_arc(&h, i);
            else
                take_line(&h, i);
        }
    value[SURFACE_H] = h.y;
    value[SURFACE_X] = h.slope * profile->d.x;
    value[SURFACE_Y] = h.slope * profile->d.y;
    value[SURFACE_XX] = h.bent * profile->d.x * profile->d.x;
    value[SURFACE_XY] = h.bent * profile->d.x * profile->d.y;
    value[SURFACE_YY] = h.bent * profile->d.y * profile->d.y;
    value[SURFACE_FACTOR] = profile->factor ? profile->factor[h.segment] : 1;
    return isfinite(h.y);
}
