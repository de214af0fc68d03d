/* SPDX-License-Identifier: MIT */
/* The profile that a wheel runs on: a polyline with the free side on the left of its direction. Its
 * first and last segments are endless, the others are straight or arcs of at most a half circle.
 * Its features are what the wheel can touch: segment i between the points i and i + 1 is feature 2
 * i, the corner between the segments i and i + 1 is feature 2 i + 1. Only convex corners can be
 * touched. Each feature has a cell, and wherever the centre of the wheel is on the free side, the
 * nearest point of the profile belongs to the one feature whose cell the centre is in. To the wheel
 * a corner is an arc of radius zero.
 *
 * Built once in memory of the caller; nothing changes it afterwards. */
#ifndef TERRAIN_H
#define TERRAIN_H

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "num/bound.h"
#include "num/elementary.h"
#include "num/interrupt.h"

/* Directions whose cross product is no larger go straight on: it is rounding. */
#define TERRAIN_STRAIGHT (8 * DBL_EPSILON)

/* Share of what coordinates are made of by which rounding may move a distance. */
#define TERRAIN_ROUNDED (32 * DBL_EPSILON)

struct terrain_vector {
    double x, y;
};

struct terrain_segment {
    double x, y;     /* its first point */
    double ex, ey;   /* unit vector along it; (-ey, ex) points to the free side */
    double from, to; /* where it is along this vector; infinite for the first and the last */
    double turn;     /* sine of the angle to the next one: > 0 concave, < 0 convex, 0 straight on */
    double arc_radius; /* of an arc, whose ex and ey are those of its start: > 0 convex, < 0
                          concave; 0: straight */
};

/* lo_x, lo_y, hi_x, hi_y */
struct terrain_box {
    double side[4];
};

/* What else an arc needs. Where it goes straight on, its directions at the ends are those of its
 * neighbours, to the last bit: they bound its cell. */
struct terrain_arc {
    double nx, ny; /* unit normal at its first point, into the free side */
    double fx, fy; /* unit vector along it at its end */
    struct terrain_box box;
};

/* A rectangle around segments, its sides along a direction and across. */
struct terrain_node {
    struct terrain_vector origin, along; /* unit vector */
    struct terrain_box box;              /* in this frame */
    int64_t in_order; /* the positions of its segments in the order of the tree are their numbers */
};

struct terrain {
    size_t segments;
    struct terrain_segment *segment;
    struct terrain_arc *arc; /* one for each segment, if there is any arc */

    size_t leaves, per_leaf;   /* leaves: a power of 2 */
    struct terrain_node *node; /* a heap: 1 is the root, leaves ... 2 leaves - 1 the leaves */
    struct terrain_box *before, *after; /* around the segments before and after those of a leaf, if
                                           it is in order */
    uint32_t *order, *place;     /* segments in the order of the leaves; where each is there */
    struct interrupt *interrupt; /* asked on long walks; NULL: nobody is */
};

enum terrain_fault {
    TERRAIN_FINE,
    TERRAIN_SHORT,      /* fewer than two points, or more than can be */
    TERRAIN_NOT_FINITE, /* a coordinate of the point `at`, or too large to take differences */
    TERRAIN_REPEATED,   /* the point `at` equals the next one */
    TERRAIN_BULGE,      /* of the segment `at`: not from -1 to 1 */
    TERRAIN_ENDLESS,    /* the segment `at` is an arc, but the first or the last */
    TERRAIN_CROSSING,   /* the segments `at` and `with` touch */
};

struct terrain_report {
    enum terrain_fault fault;
    size_t at, with;
};

/* A contact's frame: the unit normal into the free side, and the tangent (n_y, -n_x). */
struct terrain_frame {
    double gap, nx, ny;
};

/* 0 for a number of points that terrain_build() refuses. arcs: is there a bulge? */
size_t terrain_doubles(size_t points, int arcs);

/* Builds the terrain, unless the profile has a fault. bulge: of each segment the tangent of a
 * quarter of the angle of its arc, > 0 counter-clockwise, or NULL. The terrain keeps the memory,
 * terrain_doubles() of it, and the interrupt, which may stop the building halfway; xy and bulge it
 * does not keep. */
struct terrain_report terrain_build(struct terrain *terrain, const double *xy, const double *bulge,
                                    size_t points, double *memory, struct interrupt *interrupt);

/* The first fault of a terrain that is built but for this: two segments that touch elsewhere than
 * neighbours do. */
struct terrain_report terrain_crossings(const struct terrain *terrain);

/* The pointer is looked at first: a terrain without arcs shall not pay for them. */
static inline int terrain_is_arc(const struct terrain *terrain, size_t i)
{
    return terrain->arc && terrain->segment[i].arc_radius != 0;
}

static inline double terrain_along(const struct terrain_segment *s, double x, double y)
{
    return x * s->ex + y * s->ey;
}

/* Unit vector along segment i at its end. */
static inline struct terrain_vector terrain_heading(const struct terrain *terrain, size_t i)
{
    const struct terrain_segment *s = &terrain->segment[i];
    if (s->arc_radius == 0)
        return (struct terrain_vector){s->ex, s->ey};
    return (struct terrain_vector){terrain->arc[i].fx, terrain->arc[i].fy};
}

/* Distance of the line of a segment, positive on the free side. */
static inline double terrain_side(const struct terrain_segment *s, double x, double y)
{
    return (y - s->y) * s->ex - (x - s->x) * s->ey;
}

/* terrain_square() of an arc. */
double terrain_square_arc(const struct terrain *terrain, size_t i, double x, double y,
                          double *side);

/* The square of the distance to one segment, ends included, and, by its sign, the side of it. */
static inline double terrain_square(const struct terrain *terrain, size_t i, double x, double y,
                                    double *side)
{
    const struct terrain_segment *s = &terrain->segment[i];
    if (terrain_is_arc(terrain, i))
        return terrain_square_arc(terrain, i, x, y, side);
    double q = terrain_along(s, x - s->x, y - s->y);
    *side = terrain_side(s, x, y);
    if (q >= s->from && q <= s->to)
        return *side * *side;
    const struct terrain_segment *end = q < s->from ? s : s + 1;
    double turn = end[-1].turn, dx = x - end->x, dy = y - end->y;
    if (turn != 0)
        *side = -turn;
    return dx * dx + dy * dy;
}

/* ---- features ---- */

static inline int terrain_is_corner(int64_t feature)
{
    return feature % 2 != 0;
}

/* Segments and convex corners. */
static inline int terrain_exists(const struct terrain *terrain, int64_t feature)
{
    if (feature < 0 || feature > 2 * (int64_t)terrain->segments - 2)
        return 0;
    return !terrain_is_corner(feature) || terrain->segment[feature / 2].turn < 0;
}

/* The place where segments go straight on, by the number that a corner there would have. It is no
 * feature: what is there belongs to either of the two, up to rounding. */
static inline int terrain_is_seam(const struct terrain *terrain, int64_t feature)
{
    return terrain_is_corner(feature) && feature > 0 &&
           feature < 2 * (int64_t)terrain->segments - 2 && terrain->segment[feature / 2].turn == 0;
}

/* Features that touch the wheel at one point if both do: neighbours, and segments one of which goes
 * straight on where the other ends. */
static inline int terrain_joined(const struct terrain *terrain, int64_t a, int64_t b)
{
    int64_t low = a < b ? a : b, apart = a < b ? b - a : a - b;
    return apart <= 1 ||
           (apart == 2 && !terrain_is_corner(low) && terrain->segment[low / 2].turn == 0);
}

/* m2: between these the sum of two squares has lost nothing that counts. */
#define TERRAIN_LEAST_SQUARE 1e-200
#define TERRAIN_LARGEST_SQUARE 1e200

/* hypot() where a square could leave the range. */
static inline double terrain_length(double dx, double dy)
{
    double square = dx * dx + dy * dy;
    return square > TERRAIN_LEAST_SQUARE && square < TERRAIN_LARGEST_SQUARE ? sqrt(square)
                                                                            : num_hypot(dx, dy);
}

/* Does the normal turn where the wheel moves on the feature? */
static inline int terrain_is_round(const struct terrain *terrain, int64_t feature)
{
    return terrain_is_corner(feature) || terrain_is_arc(terrain, (size_t)feature / 2);
}

/* Radius of the path of a wheel's centre on the feature, > 0 around a convex one, < 0 within a
 * concave one: (t.v)^2 over it is what turning adds to the acceleration of the gap. 0: straight. */
static inline double terrain_path_radius(const struct terrain *terrain, int64_t feature,
                                         double radius)
{
    size_t i = (size_t)feature / 2;
    if (terrain_is_corner(feature))
        return radius;
    return terrain_is_arc(terrain, i) ? terrain->segment[i].arc_radius + radius : 0;
}

/* terrain_frame() of an arc. */
struct terrain_frame terrain_frame_arc(const struct terrain *terrain, size_t i, double radius,
                                       double x, double y);

/* Gap between the feature, or seam, and a wheel of this radius, and the frame of the contact. */
static inline struct terrain_frame terrain_frame(const struct terrain *terrain, int64_t feature,
                                                 double radius, double x, double y)
{
    const struct terrain_segment *s = &terrain->segment[(size_t)feature / 2];
    if (!terrain_is_corner(feature)) {
        if (terrain_is_arc(terrain, (size_t)feature / 2))
            return terrain_frame_arc(terrain, (size_t)feature / 2, radius, x, y);
        struct terrain_frame f = {terrain_side(s, x, y) - radius, -s->ey, s->ex};
        return f;
    }
    double dx = x - s[1].x, dy = y - s[1].y;
    if (s->turn == 0) {
        struct terrain_vector e = terrain_heading(terrain, (size_t)feature / 2);
        return (struct terrain_frame){dy * e.x - dx * e.y - radius, -e.y, e.x};
    }
    double distance = terrain_length(dx, dy);
    struct terrain_frame f = {distance - radius, dx / distance, dy / distance};
    return f;
}

/* ---- boxes ---- */

/* The smallest box around a segment; of an arc, a box around it. */
struct terrain_box terrain_box_of(const struct terrain *terrain, size_t i);

/* The corners of a shape around a segment: its ends and, of an arc, two more. None if it is
 * endless. */
size_t terrain_hull(const struct terrain *terrain, size_t i, struct terrain_vector corner[4]);

static inline struct terrain_box terrain_box_of_nothing(void)
{
    return (struct terrain_box){{INFINITY, INFINITY, -INFINITY, -INFINITY}};
}

/* Widens a box so that it holds another one. */
static inline void terrain_box_join(struct terrain_box *box, const struct terrain_box *other)
{
    for (int k = 0; k < 2; k++) {
        box->side[k] = smaller(box->side[k], other->side[k]);
        box->side[k + 2] = larger(box->side[k + 2], other->side[k + 2]);
    }
}

/* Widens a box so that it holds a point. */
static inline void terrain_box_take(struct terrain_box *box, double x, double y)
{
    const struct terrain_box point = {{x, y, x, y}};
    terrain_box_join(box, &point);
}

static inline void terrain_box_widen(struct terrain_box *box, double by)
{
    for (int k = 0; k < 2; k++) {
        box->side[k] -= by;
        box->side[k + 2] += by;
    }
}

/* How far two boxes are apart; 0 where they meet. */
static inline double terrain_boxes_apart(const struct terrain_box *a, const struct terrain_box *b)
{
    double dx = larger(a->side[0] - b->side[2], b->side[0] - a->side[2]);
    double dy = larger(a->side[1] - b->side[3], b->side[1] - a->side[3]);
    dx = larger(dx, 0);
    dy = larger(dy, 0);
    return dx > 0 && dy > 0 ? terrain_length(dx, dy) : dx + dy;
}

static inline int terrain_node_is_upright(const struct terrain_node *node)
{
    return node->along.x == 1;
}

/* A direction in the frame of a node. */
static inline struct terrain_vector terrain_node_turn(const struct terrain_node *node, double x,
                                                      double y)
{
    return (struct terrain_vector){x * node->along.x + y * node->along.y,
                                   y * node->along.x - x * node->along.y};
}

/* A point in the frame of a node. */
static inline struct terrain_vector terrain_node_place(const struct terrain_node *node, double x,
                                                       double y)
{
    return terrain_node_turn(node, x - node->origin.x, y - node->origin.y);
}

/* ---- cells ---- */

/* How far the point has passed the two ends of the cell of a feature: negative inside. */
void terrain_beyond(const struct terrain *terrain, int64_t feature, double x, double y,
                    double *before, double *after);

/* How fast a point with this velocity passes them; at an arc, where it is near that end. */
void terrain_beyond_rate(const struct terrain *terrain, int64_t feature, double vx, double vy,
                         double *before, double *after);

/* Is a point that moves with this velocity in the cell? Within `slack` of a border the velocity
 * decides: a segment keeps what does not leave it, a corner takes what enters. */
int terrain_holds(const struct terrain *terrain, int64_t feature, const double *position,
                  const double *velocity, double slack);

#endif
