/* SPDX-License-Identifier: MIT */
/* Test whether a segment of a profile passes through the disc that the projection of the spine, the
 * centre line of the tyre (touch.h), bounds. */
#include "ground/near.h"

#include <math.h>

#include "ground/terrain_search.h"
#include "num/elementary.h"

/* Closest point of the line from q to r: its squared distance from the origin, and how far along
 * the line it is, from 0 at q to 1 at r. If the spine is thin, q and r are far from the origin in
 * scaled coordinates. The distance is computed by the cross product, because the coordinates of the
 * closest point would lose digits by cancellation. */
struct closest {
    double square, along;
};

static struct closest closest_of(struct terrain_vector q, struct terrain_vector r)
{
    double dx = r.x - q.x, dy = r.y - q.y, square = dx * dx + dy * dy;
    double along = -(q.x * dx + q.y * dy), across = q.x * dy - q.y * dx;
    if (along > 0 && along < square)
        return (struct closest){across * across / square, along / square};
    return along > 0 ? (struct closest){r.x * r.x + r.y * r.y, 1}
                     : (struct closest){q.x * q.x + q.y * q.y, 0};
}

/* Transform a point to coordinates in which the spine is the unit circle. */
static struct terrain_vector scaled(const struct profile_wheel *w, double x, double y)
{
    struct terrain_vector u = w->major;
    double dx = x - w->x, dy = y - w->y;
    return (struct terrain_vector){(dx * u.x + dy * u.y) / w->b,
                                   (dy * u.x - dx * u.y) / (w->b * w->minor)};
}

/* The part of an arc that extends by twice the wheel's radius to both sides of the arc's point in
 * the direction of the wheel's centre, as angles from the arc's first point. */
static void range_of(const struct terrain *terrain, const struct profile_wheel *w, size_t i,
                     double *from, double *to)
{
    const struct terrain_segment *arc = &terrain->segment[i];
    double R = fabs(arc->arc_radius), reach = 2 * w->wheel->radius / R;
    double turn = 2 * num_asin(num_fmin(1, arc->to / 2 / R));
    double nx = terrain->arc[i].nx, ny = terrain->arc[i].ny;
    double x = w->x - arc->x + arc->arc_radius * nx, y = w->y - arc->y + arc->arc_radius * ny;
    double up = x * nx + y * ny,
           at = num_atan2(terrain_along(arc, x, y), copysign(1, arc->arc_radius) * up);
    *from = num_fmin(turn, num_fmax(0, at - reach));
    *to = num_fmax(*from, num_fmin(turn, at + reach));
}

/* The part of a line that extends by twice the wheel's radius to both sides of the line's point
 * closest to the wheel's centre, as distances from the line's first point. */
static void range_of_line(const struct terrain *terrain, const struct profile_wheel *w, size_t i,
                          double *from, double *to)
{
    const struct terrain_segment *line = &terrain->segment[i];
    double q = terrain_along(line, w->x - line->x, w->y - line->y), reach = 2 * w->wheel->radius;
    *from = num_fmax(q - reach, line->from);
    *to = num_fmax(*from, num_fmin(q + reach, line->to));
}

static struct terrain_vector point_of(const struct terrain_segment *line, double at, double aside)
{
    return (struct terrain_vector){line->x + at * line->ex - aside * line->ey,
                                   line->y + at * line->ey + aside * line->ex};
}

/* Half-width of the spine's projection along the unit vector (x, y). */
static double extent(const struct profile_wheel *w, double x, double y)
{
    struct terrain_vector u = w->major;
    return w->b * terrain_length(x * u.x + y * u.y, w->minor * (y * u.x - x * u.y));
}

/* True if a point is further in the spine than `depth`.
 * square: the square of the scaled distance of the point from the centre, 1 on the spine
 * most: half-width of the spine in the direction considered, in m */
static int is_deep(double square, double most, double depth)
{
    double limit = 1 - depth / most;
    return most > depth && square < limit * limit;
}

/* True if a line passes through the spine's disc, further in than `depth`. Either of two tests
 * suffices. The first relates `depth` to the smallest half-width of the spine. The second relates
 * it to the half-width across the line, and also requires that the line extends by more than
 * `depth` to both sides of its point closest to the centre. */
static int line_crosses(const struct terrain *terrain, const struct profile_wheel *w, size_t i,
                        double depth)
{
    const struct terrain_segment *line = &terrain->segment[i];
    double from, to;
    range_of_line(terrain, w, i, &from, &to);
    struct terrain_vector a = point_of(line, from, 0), b = point_of(line, to, 0);
    struct closest p = closest_of(scaled(w, a.x, a.y), scaled(w, b.x, b.y));
    double beyond = (to - from) * num_fmin(p.along, 1 - p.along);
    return is_deep(p.square, w->b * w->minor, depth) ||
           (beyond > depth && is_deep(p.square, extent(w, -line->ey, line->ex), depth));
}

/* True if an arc passes through the spine's disc, further in than `depth`. Points of the arc are
 * tested, not chords, because chords lie beside the arc, on its concave side. */
static int arc_crosses(const struct terrain *terrain, const struct profile_wheel *w, size_t i,
                       double depth)
{
    enum { PARTS = 32 };
    const struct terrain_segment *arc = &terrain->segment[i];
    double from, to, R = arc->arc_radius;
    range_of(terrain, w, i, &from, &to);
    for (int k = 0; k <= PARTS; k++) {
        struct sine_cosine half = num_sincos((from + (to - from) * k / PARTS) / 2);
        struct terrain_vector p =
            point_of(arc, 2 * fabs(R) * half.sin * half.cos, -2 * R * half.sin * half.sin);
        p = scaled(w, p.x, p.y);
        if (is_deep(p.x * p.x + p.y * p.y, w->b * w->minor, depth))
            return 1;
    }
    return 0;
}

int near_is_crossed(const struct terrain *terrain, const struct profile_wheel *w, size_t i,
                    double depth)
{
    return w->b * w->minor > 0 && (terrain_is_arc(terrain, i) ? arc_crosses(terrain, w, i, depth)
                                                              : line_crosses(terrain, w, i, depth));
}
