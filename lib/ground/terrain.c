/* SPDX-License-Identifier: MIT */
/* Frames, cells and distances of the features of a terrain. */
#include "ground/terrain.h"
#include "num/elementary.h"

#include <math.h>

/* arcs: 0 if the terrain has no arcs. Where a caller passes a constant, as terrain_holds() does, a
 * terrain without arcs has no extra cost. */
static inline int is_arc(const struct terrain *terrain, size_t i, int arcs)
{
    return arcs && terrain->segment[i].arc_radius != 0;
}

/* Distance past the end of segment i, along the direction of the segment at its end. At a smooth
 * joint a straight segment ends at the border of the next one, because rounding may have given them
 * different directions. */
static inline double along_end(const struct terrain *terrain, size_t i, int arcs, double x,
                               double y)
{
    if (is_arc(terrain, i, arcs))
        return x * terrain->arc[i].fx + y * terrain->arc[i].fy;
    size_t next = i + 1 < terrain->segments && terrain->segment[i].turn == 0;
    return terrain_along(&terrain->segment[i + next], x, y);
}

/* Distance past the middle of an arc, along its chord. */
static double past_middle(const struct terrain_segment *s, double x, double y)
{
    double dx = s[1].x - s->x, dy = s[1].y - s->y;
    return ((x - s->x) * dx + (y - s->y) * dy) / s->to - s->to / 2;
}

/* Distance past the border at the start of a cell. The two borders of a half circle lie on one
 * line: the point is near one end and far from the other. */
static inline double before(const struct terrain *terrain, int64_t feature, int arcs, double x,
                            double y)
{
    size_t i = (size_t)feature / 2;
    const struct terrain_segment *s = &terrain->segment[i];
    if (terrain_is_corner(feature))
        return -along_end(terrain, i, arcs, x - s[1].x, y - s[1].y);
    double before = isinf(s->from) ? s->from : -terrain_along(s, x - s->x, y - s->y);
    return is_arc(terrain, i, arcs) ? before - 2 * num_fmax(0, past_middle(s, x, y)) : before;
}

static inline double after(const struct terrain *terrain, int64_t feature, int arcs, double x,
                           double y)
{
    size_t i = (size_t)feature / 2;
    const struct terrain_segment *s = &terrain->segment[i];
    if (terrain_is_corner(feature))
        return terrain_along(s + 1, x - s[1].x, y - s[1].y);
    double after = isinf(s->to) ? -s->to : along_end(terrain, i, arcs, x - s[1].x, y - s[1].y);
    return is_arc(terrain, i, arcs) ? after + 2 * num_fmin(0, past_middle(s, x, y)) : after;
}

/* Both features at a border compute the border from the same numbers, so that a point near the
 * border is in exactly one of the two cells. */
void terrain_beyond(const struct terrain *terrain, int64_t feature, double x, double y,
                    double *before_it, double *after_it)
{
    int arcs = terrain->arc != NULL;
    *before_it = before(terrain, feature, arcs, x, y);
    *after_it = after(terrain, feature, arcs, x, y);
}

/* Rates of before() and after(), except that of the distance past the middle of an arc. */
static inline double before_rate(const struct terrain *terrain, int64_t feature, int arcs,
                                 double vx, double vy)
{
    size_t i = (size_t)feature / 2;
    return terrain_is_corner(feature) ? -along_end(terrain, i, arcs, vx, vy)
                                      : -terrain_along(&terrain->segment[i], vx, vy);
}

static inline double after_rate(const struct terrain *terrain, int64_t feature, int arcs, double vx,
                                double vy)
{
    size_t i = (size_t)feature / 2;
    return terrain_is_corner(feature) ? terrain_along(&terrain->segment[i + 1], vx, vy)
                                      : along_end(terrain, i, arcs, vx, vy);
}

void terrain_beyond_rate(const struct terrain *terrain, int64_t feature, double vx, double vy,
                         double *before_it, double *after_it)
{
    int arcs = terrain->arc != NULL;
    *before_it = before_rate(terrain, feature, arcs, vx, vy);
    *after_it = after_rate(terrain, feature, arcs, vx, vy);
}

/* On a border the velocity out of the cell replaces the distance. */
static inline int holds(const struct terrain *terrain, int64_t feature, int arcs,
                        const double *position, const double *v, double slack)
{
    int corner = terrain_is_corner(feature);
    double x = position[0], y = position[1], beyond = before(terrain, feature, arcs, x, y);
    if (fabs(beyond) <= slack)
        beyond = before_rate(terrain, feature, arcs, v[0], v[1]);
    if (corner ? !(beyond < 0) : !(beyond <= 0))
        return 0;
    beyond = after(terrain, feature, arcs, x, y);
    if (fabs(beyond) <= slack)
        beyond = after_rate(terrain, feature, arcs, v[0], v[1]);
    return corner ? beyond < 0 : beyond <= 0;
}

int terrain_holds(const struct terrain *terrain, int64_t feature, const double *position,
                  const double *velocity, double slack)
{
    return terrain->arc ? holds(terrain, feature, 1, position, velocity, slack)
                        : holds(terrain, feature, 0, position, velocity, slack);
}

/* The distance |c - o| - R is computed as a quotient, with the position relative to the arc's first
 * point. For a nearly straight arc the difference of these large numbers would be dominated by
 * rounding. */
struct terrain_frame terrain_frame_arc(const struct terrain *terrain, size_t i, double radius,
                                       double x, double y)
{
    const struct terrain_segment *s = &terrain->segment[i];
    const struct terrain_arc *arc = &terrain->arc[i];
    double qx = x - s->x, qy = y - s->y, sign = copysign(1, s->arc_radius), R = fabs(s->arc_radius);
    double dx = qx + s->arc_radius * arc->nx, dy = qy + s->arc_radius * arc->ny,
           d = terrain_length(dx, dy);
    double square = sign * (qx * qx + qy * qy) + 2 * R * (qx * arc->nx + qy * arc->ny);
    struct terrain_frame f = {square / (d + R) - radius, arc->nx, arc->ny};
    if (d > 0) {
        f.nx = sign * dx / d;
        f.ny = sign * dy / d;
    }
    return f;
}

double terrain_square_arc(const struct terrain *terrain, size_t i, double x, double y, double *side)
{
    const struct terrain_segment *s = &terrain->segment[i];
    double qx = x - s->x, qy = y - s->y, px = x - s[1].x, py = y - s[1].y;
    int64_t feature = 2 * (int64_t)i;
    if (before(terrain, feature, 1, x, y) <= 0 && after(terrain, feature, 1, x, y) <= 0) {
        *side = terrain_frame_arc(terrain, i, 0, x, y).gap;
        return *side * *side;
    }
    double of_start = qx * qx + qy * qy, of_end = px * px + py * py;
    *side = of_start < of_end ? terrain_side_at_joint(terrain, i, qx, qy)
                              : terrain_side_at_joint(terrain, i + 1, px, py);
    return num_fmin(of_end, of_start);
}

/* Coordinate at distance q along the direction; if 0 times infinity occurs, the coordinate is
 * unchanged. */
static double reach_to(double start, double direction, double q)
{
    return direction == 0 ? start : start + direction * q;
}

struct terrain_box terrain_box_of(const struct terrain *terrain, size_t i)
{
    const struct terrain_segment *s = &terrain->segment[i];
    if (s->arc_radius != 0)
        return terrain->arc[i].box;
    double x0 = reach_to(s->x, s->ex, s->from), y0 = reach_to(s->y, s->ey, s->from);
    double x1 = reach_to(s->x, s->ex, s->to), y1 = reach_to(s->y, s->ey, s->to);
    if (i + 1 < terrain->segments) { /* the end is the next point, without rounding */
        x1 = s[1].x;
        y1 = s[1].y;
    }
    struct terrain_box box = {
        {num_fmin(x1, x0), num_fmin(y1, y0), num_fmax(x1, x0), num_fmax(y1, y0)}};
    return box;
}

/* Factor that enlarges the height of an arc for rounding: the root in its formula has only half of
 * the digits if the arc is nearly a half circle. */
#define FARTHER (1 + 1e-6)

/* An arc lies between its chord and a parallel line at slightly more than the height of the arc. */
size_t terrain_hull(const struct terrain *terrain, size_t i, struct terrain_vector corner[4])
{
    const struct terrain_segment *s = &terrain->segment[i];
    if (isinf(s->from) || isinf(s->to))
        return 0;
    corner[0] = (struct terrain_vector){s->x, s->y};
    corner[1] = (struct terrain_vector){s[1].x, s[1].y};
    if (s->arc_radius == 0)
        return 2;
    double radius = fabs(s->arc_radius), half = s->to / 2;
    double root = sqrt(num_fmax(0, radius * radius - half * half));
    /* ratio of the height to the chord */
    double share = copysign(FARTHER * half / (radius + root) / 2, s->arc_radius);
    double wx = share * (s->y - s[1].y), wy = share * (s[1].x - s->x);
    for (int k = 0; k < 2; k++)
        corner[k + 2] = (struct terrain_vector){corner[k].x + wx, corner[k].y + wy};
    return 4;
}
