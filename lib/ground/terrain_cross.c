/* SPDX-License-Identifier: MIT */
/* Test whether a profile touches itself. A circle of radius R is the set |q|^2/R + 2 q.n = 0, where
 * q is the vector from a point of the circle with the normal n. This form has the line as its limit
 * for large R. */
#include "ground/terrain_search.h"
#include "num/elementary.h"
#include "num/poly.h"

#include <math.h>

static double cross(const struct terrain_segment *s, double x, double y)
{
    return s->ex * y - s->ey * x;
}

/* True if the ends of b, which may be at infinity, are on different sides of the line of a. The
 * side of a corner is computed equally for both of its segments, so no line passes between them
 * undetected. */
static int line_separates_ends(const struct terrain_segment *a, const struct terrain_segment *b)
{
    double turn = cross(a, b->ex, b->ey);
    double start = isinf(b->from) ? -turn : terrain_side(a, b->x, b->y);
    double end = isinf(b->to) ? turn : terrain_side(a, b[1].x, b[1].y);
    return num_fmin(end, start) <= 0 && num_fmax(end, start) >= 0;
}

/* True if two segments on one line overlap. */
static int segments_overlap(const struct terrain_segment *a, const struct terrain_segment *b)
{
    double q = (b->x - a->x) * a->ex + (b->y - a->y) * a->ey;
    double sign = a->ex * b->ex + a->ey * b->ey;
    double from = q + sign * b->from, to = q + sign * b->to;
    return num_fmin(to, from) <= a->to && num_fmax(to, from) >= a->from;
}

/* True if a point of the line or circle of segment i is between its ends. */
static int is_between(const struct terrain *terrain, size_t i, double x, double y)
{
    double before, after;
    terrain_beyond(terrain, 2 * (int64_t)i, x, y, &before, &after);
    return before <= 0 && after <= 0;
}

static int on_both(const struct terrain *terrain, size_t i, size_t j, double x, double y)
{
    return isfinite(x) && isfinite(y) && is_between(terrain, i, x, y) &&
           is_between(terrain, j, x, y);
}

/* True if a line through (x, y) intersects arc i at a point that is also on segment j. */
static int line_meets(const struct terrain *terrain, size_t i, size_t j, double x, double y,
                      double ux, double uy)
{
    const struct terrain_segment *s = &terrain->segment[i];
    const struct terrain_arc *arc = &terrain->arc[i];
    double qx = x - s->x, qy = y - s->y, roots[2];
    double c[3] = {(qx * qx + qy * qy) / s->arc_radius + 2 * (qx * arc->nx + qy * arc->ny),
                   2 * ((qx * ux + qy * uy) / s->arc_radius + ux * arc->nx + uy * arc->ny),
                   1 / s->arc_radius};
    size_t n = poly_quadratic(c, roots);
    for (size_t k = 0; k < n; k++)
        if (on_both(terrain, i, j, x + roots[k] * ux, y + roots[k] * uy))
            return 1;
    return 0;
}

/* Relative to the coordinates: rounding error of a common point of two segments. */
#define ROUNDING (16 * DBL_EPSILON)

/* True if a point is on segment i, up to rounding. */
static int is_on(const struct terrain *terrain, size_t i, double x, double y)
{
    const struct terrain_segment *s = &terrain->segment[i];
    double near = ROUNDING * (fabs(x) + fabs(y) + fabs(s->x) + fabs(s->y)), side;
    return terrain_square(terrain, i, x, y, &side) <= near * near;
}

/* True if an end of one segment is on the other. line_meets() and arcs_meet() may miss such
 * a common point: by rounding it may lie beyond the end or, if the end is a corner, beyond both
 * segments of the corner. */
static int ends_meet(const struct terrain *terrain, size_t i, size_t j)
{
    const struct terrain_segment *s = &terrain->segment[i], *o = &terrain->segment[j];
    return is_on(terrain, i, o->x, o->y) || is_on(terrain, j, s->x, s->y) ||
           is_on(terrain, j, s[1].x, s[1].y) ||
           (j + 1 < terrain->segments && is_on(terrain, i, o[1].x, o[1].y));
}

/* Test two arcs of different circles: intersect both with the line through the circles' common
 * points. */
static int arcs_meet(const struct terrain *terrain, size_t i, size_t j)
{
    const struct terrain_segment *s = &terrain->segment[i], *o = &terrain->segment[j];
    const struct terrain_arc *a = &terrain->arc[i], *b = &terrain->arc[j];
    double k = 1 / s->arc_radius, l = 1 / o->arc_radius, dx = o->x - s->x, dy = o->y - s->y;
    double ax = k * l * dx + l * a->nx - k * b->nx, ay = k * l * dy + l * a->ny - k * b->ny;
    double offset = k * (dx * b->nx + dy * b->ny) - k * l * (dx * dx + dy * dy) / 2;
    double length = terrain_length(ax, ay), way = offset / length;
    ax /= length;
    ay /= length;
    return isfinite(way) && line_meets(terrain, i, j, s->x - way * ax, s->y - way * ay, -ay, ax);
}

/* True if neighbours that meet at p, at least one of which is an arc, have a second common
 * point. */
static int meets_again(const struct terrain *terrain, size_t i)
{
    const struct terrain_segment *s = &terrain->segment[i], *p = s + 1;
    struct terrain_vector u = terrain_heading(terrain, i);
    double nx = -u.y, ny = u.x, mx = -p->ey, my = p->ex;
    if (i > 0 && i + 2 < terrain->segments && s->x == p[1].x && s->y == p[1].y)
        return 1;
    if (s->turn == 0) /* the second point coincides with p */
        return u.x * p->ex + u.y * p->ey < 0;
    if (s->arc_radius == 0) {
        double way = -2 * p->arc_radius * (mx * u.x + my * u.y);
        return on_both(terrain, i, i + 1, p->x + way * u.x, p->y + way * u.y);
    }
    if (p->arc_radius == 0) {
        double way = -2 * s->arc_radius * (nx * p->ex + ny * p->ey);
        return on_both(terrain, i, i + 1, p->x + way * p->ex, p->y + way * p->ey);
    }
    /* reflect p in the line through both centres */
    double dx = s->arc_radius * nx - p->arc_radius * mx,
           dy = s->arc_radius * ny - p->arc_radius * my;
    double way = 2 * s->arc_radius * p->arc_radius * s->turn / (dx * dx + dy * dy);
    return on_both(terrain, i, i + 1, p->x + way * dy, p->y - way * dx);
}

/* Test two segments that are not neighbours, at least one of which is an arc. If arcs of
 * one circle overlap, an end of one is on the other, and ends_meet() finds it. */
static int bent_touch(const struct terrain *terrain, size_t i, size_t j)
{
    const struct terrain_segment *a = &terrain->segment[i], *b = &terrain->segment[j];
    if (ends_meet(terrain, i, j))
        return 1;
    return a->arc_radius == 0   ? line_meets(terrain, j, i, a->x, a->y, a->ex, a->ey)
           : b->arc_radius == 0 ? line_meets(terrain, i, j, b->x, b->y, b->ex, b->ey)
                                : arcs_meet(terrain, i, j);
}

/* Test two segments. Neighbours touch if they share more than their common point: a line folds back
 * onto the line before it, or an arc meets its neighbour again. */
static int segments_touch(const struct terrain *terrain, size_t i, size_t j)
{
    const struct terrain_segment *a = &terrain->segment[i], *b = &terrain->segment[j];
    int straight = a->arc_radius == 0 && b->arc_radius == 0;
    double area = cross(a, b->ex, b->ey);
    if (j == i + 1)
        return straight ? a->turn == 0 && a->ex * b->ex + a->ey * b->ey < 0
                        : meets_again(terrain, i);
    struct terrain_box of_a = terrain_box_of(terrain, i), of_b = terrain_box_of(terrain, j);
    if (terrain_boxes_apart(&of_a, &of_b) > 0)
        return 0; /* exact, whereas the area of nearly parallel segments is rounding */
    if (!straight)
        return bent_touch(terrain, i, j);
    double dx = b->x - a->x, dy = b->y - a->y;
    if (fabs(area) <= TERRAIN_STRAIGHT)
        return fabs(cross(a, dx, dy)) <= TERRAIN_STRAIGHT * num_hypot(dx, dy) &&
               segments_overlap(a, b);
    return line_separates_ends(a, b) && line_separates_ends(b, a);
}

/* A segment whose touching segments are searched. */
struct sought {
    const struct terrain *terrain;
    size_t segment;
    struct terrain_box box;
};

/* Reach function for terrain_walk_start(): lower bound of the distance of a node to the segment. */
static double reach_sought(const struct terrain_node *node, const void *context)
{
    const struct sought *sought = context;
    struct terrain_vector corner[4];
    size_t n;
    if (terrain_node_is_upright(node) ||
        (n = terrain_hull(sought->terrain, sought->segment, corner)) == 0)
        return terrain_reach_box(node, &sought->box);
    return terrain_node_apart(node, corner, n);
}

/* First segment after i that touches it; 0: none. */
static size_t first_touching(const struct terrain *terrain, size_t i)
{
    const struct sought sought = {terrain, i, terrain_box_of(terrain, i)};
    struct terrain_walk walk;
    size_t first, end, with = 0;
    terrain_walk_start_near(&walk, terrain, i, reach_sought, &sought, DBL_MIN);
    while (terrain_walk_next(&walk, &first, &end))
        for (size_t j = first < i + 1 ? i + 1 : first; j < end && (with == 0 || j < with); j++)
            if (segments_touch(terrain, i, j))
                with = j;
    return with;
}

struct terrain_report terrain_crossings(const struct terrain *terrain)
{
    enum { SEGMENT_WORK = 50 };
    struct terrain_report report = {.fault = TERRAIN_FINE};
    for (size_t i = 0; i < terrain->segments; i++) {
        if (interrupted(terrain->interrupt, SEGMENT_WORK))
            break;
        size_t with = first_touching(terrain, i);
        if (with > 0) {
            report = (struct terrain_report){TERRAIN_CROSSING, i, with};
            break;
        }
    }
    return report;
}
