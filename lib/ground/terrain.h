/* SPDX-License-Identifier: MIT */
/* Profile on which a wheel moves: a polyline whose free side is on the left of its direction. Its
 * first and last segments are unbounded, the others are straight or arcs of at most a half circle.
 * Its features are what the wheel can touch: feature 2 i is segment i between the points i and i +
 * 1, feature 2 i + 1 is the corner between segments i and i + 1. Only convex corners can be
 * touched. Each feature has a cell, the region between the normals of the profile at the ends of
 * the feature: a point in the cell is nearest to the inside of the feature, not to an end. The
 * cells of neighbours have a common border, except at concave corners. A corner is treated as an
 * arc of radius zero. A terrain is built once in the caller's memory and is constant afterwards. */
#ifndef TERRAIN_H
#define TERRAIN_H

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "num/elementary.h"
#include "num/interrupt.h"

/* Two directions whose cross product is at most this are parallel to rounding. */
#define TERRAIN_STRAIGHT (8 * DBL_EPSILON)

/* Relative to the coordinates from which a distance is computed: largest rounding error of the
 * distance. */
#define TERRAIN_ROUNDED (32 * DBL_EPSILON)

struct terrain_vector {
    double x, y;
};

struct terrain_segment {
    double x, y;     /* its first point */
    double ex, ey;   /* unit vector along it; (-ey, ex) points to the free side */
    double from, to; /* coordinates of the ends along this vector; the outer end of the first and of
                        the last segment is infinite */
    double turn; /* sine of the angle to the next segment: > 0 concave, < 0 convex, 0 straight on */
    double arc_radius; /* radius of an arc, > 0 convex, < 0 concave; its (ex, ey) is the direction
                          at its start. 0: the segment is straight */
};

/* lo_x, lo_y, hi_x, hi_y */
struct terrain_box {
    double side[4];
};

/* Additional data of an arc. At a smooth joint the direction of the arc and that of its neighbour
 * have the same bits, because they bound the cells of both. */
struct terrain_arc {
    double nx, ny; /* unit normal at its first point, towards the free side */
    double fx, fy; /* unit direction at its end */
    struct terrain_box box;
};

/* Rectangle around segments, with sides parallel and perpendicular to a direction. */
struct terrain_node {
    struct terrain_vector origin, along; /* along: unit vector */
    struct terrain_box box;              /* in the frame of `origin` and `along` */
    int64_t in_order; /* 1: the positions of its segments in terrain.order equal their numbers */
};

struct terrain {
    size_t segments;
    struct terrain_segment *segment;
    struct terrain_arc *arc; /* one for each segment if there is any arc */

    size_t leaves, per_leaf;   /* number of leaves, a power of 2; segments in each */
    struct terrain_node *node; /* binary heap: 1 root, leaves ... 2 leaves - 1 leaves */
    /* boxes of the profile before and after each leaf that is in order */
    struct terrain_box *before, *after;
    uint32_t *order, *place;     /* segments in the order of the leaves; each segment's position */
    struct interrupt *interrupt; /* polled during long searches; NULL: no polling */
};

enum terrain_fault {
    TERRAIN_FINE,
    TERRAIN_SHORT,      /* fewer than two points, or too many */
    TERRAIN_NOT_FINITE, /* a coordinate of point `at` is not finite, or too large for differences */
    TERRAIN_REPEATED,   /* point `at` equals the next one */
    TERRAIN_BULGE,      /* bulge of segment `at` is not in [-1, 1] */
    TERRAIN_ENDLESS,    /* segment `at`, the first or the last, is an arc */
    TERRAIN_CROSSING,   /* segments `at` and `with` touch */
};

struct terrain_report {
    enum terrain_fault fault;
    size_t at, with; /* point or segment, see enum terrain_fault */
};

/* Frame of a contact: the unit normal towards the free side; the tangent is (n_y, -n_x). */
struct terrain_frame {
    double gap, nx, ny;
};

/* Number of doubles that a terrain needs as memory, 0 for a number of points that terrain_build()
 * refuses. arcs: 1 if there are bulges. */
size_t terrain_doubles(size_t points, int arcs);

/* Build the terrain, unless the profile has a fault. bulge: for each segment tan(angle of its arc /
 * 4), > 0 counter-clockwise, or NULL. The terrain keeps pointers to the memory of terrain_doubles()
 * doubles and to the interrupt, which may stop the building; it does not keep xy and bulge. */
struct terrain_report terrain_build(struct terrain *terrain, const double *xy, const double *bulge,
                                    size_t points, double *memory, struct interrupt *interrupt);

/* Return a text that says what is wrong with the profile at point *at, or with the segment that
 * begins there; *at is SIZE_MAX if it is at no single point. NULL if the profile has no fault.
 * `say` formats a text and returns it. */
const char *terrain_fault_text(struct terrain_report,
                               const char *(*say)(void *core, const char *format, ...), void *core,
                               size_t *at);

/* Find the first pair of segments that touch, other than neighbours at their common point. The
 * terrain must have been built without any other fault. */
struct terrain_report terrain_crossings(const struct terrain *terrain);

/* True if segment i is an arc. The pointer is tested first, so that a terrain without arcs has no
 * extra cost. */
static inline int terrain_is_arc(const struct terrain *terrain, size_t i)
{
    return terrain->arc && terrain->segment[i].arc_radius != 0;
}

/* Component of a vector along a segment; for an arc along its direction at the start. */
static inline double terrain_along(const struct terrain_segment *s, double x, double y)
{
    return x * s->ex + y * s->ey;
}

/* Unit direction of segment i at its end. */
static inline struct terrain_vector terrain_heading(const struct terrain *terrain, size_t i)
{
    const struct terrain_segment *s = &terrain->segment[i];
    if (s->arc_radius == 0)
        return (struct terrain_vector){s->ex, s->ey};
    return (struct terrain_vector){terrain->arc[i].fx, terrain->arc[i].fy};
}

/* Distance to the line of a segment, positive on the free side. */
static inline double terrain_side(const struct terrain_segment *s, double x, double y)
{
    return (y - s->y) * s->ex - (x - s->x) * s->ey;
}

/* Side of a point near the start of segment i > 0, relative to that start: > 0 on the free side. If
 * the point is on the same side of both segments that meet there, it is on this side of the ground.
 * Otherwise the point is nearest to the joint itself, and the turn decides. The turn alone would be
 * wrong for a point at the border of a cell, which rounding attributes to the joint. */
static inline double terrain_side_at_joint(const struct terrain *terrain, size_t i, double dx,
                                           double dy)
{
    const struct terrain_segment *s = &terrain->segment[i];
    struct terrain_vector u = terrain_heading(terrain, i - 1);
    double before = dy * u.x - dx * u.y, after = dy * s->ex - dx * s->ey;
    return s[-1].turn == 0 || (before > 0) == (after > 0) ? before : -s[-1].turn;
}

/* terrain_square() of an arc. */
double terrain_square_arc(const struct terrain *terrain, size_t i, double x, double y,
                          double *side);

/* Squared distance to one segment, ends included. The sign of *side reports the side of the point:
 * > 0 on the free side. */
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
    size_t end = q < s->from ? i : i + 1;
    double dx = x - terrain->segment[end].x, dy = y - terrain->segment[end].y;
    *side = terrain_side_at_joint(terrain, end, dx, dy);
    return dx * dx + dy * dy;
}

/* ---- features ---- */

/* True for a corner, false for a segment. */
static inline int terrain_is_corner(int64_t feature)
{
    return feature % 2 != 0;
}

/* True for segments and convex corners. */
static inline int terrain_exists(const struct terrain *terrain, int64_t feature)
{
    if (feature < 0 || feature > 2 * (int64_t)terrain->segments - 2)
        return 0;
    return !terrain_is_corner(feature) || terrain->segment[feature / 2].turn < 0;
}

/* True for a smooth joint of two segments, which has the number that a corner there would have. It
 * is not a feature: a point there belongs to either segment, up to rounding. */
static inline int terrain_is_seam(const struct terrain *terrain, int64_t feature)
{
    return terrain_is_corner(feature) && feature > 0 &&
           feature < 2 * (int64_t)terrain->segments - 2 && terrain->segment[feature / 2].turn == 0;
}

/* True for features that touch the wheel at one common point if both touch it: neighbours, and
 * segments with a smooth joint. */
static inline int terrain_joined(const struct terrain *terrain, int64_t a, int64_t b)
{
    int64_t low = a < b ? a : b, apart = a < b ? b - a : a - b;
    return apart <= 1 ||
           (apart == 2 && !terrain_is_corner(low) && terrain->segment[low / 2].turn == 0);
}

/* m2: a sum of two squares between these has no relevant error from underflow or overflow. */
#define TERRAIN_LEAST_SQUARE 1e-200
#define TERRAIN_LARGEST_SQUARE 1e200

/* Length of a vector; hypot() replaces the root if a square could underflow or overflow. */
static inline double terrain_length(double dx, double dy)
{
    double square = dx * dx + dy * dy;
    return square > TERRAIN_LEAST_SQUARE && square < TERRAIN_LARGEST_SQUARE ? sqrt(square)
                                                                            : num_hypot(dx, dy);
}

/* True if the normal changes while the wheel moves along the feature. */
static inline int terrain_is_round(const struct terrain *terrain, int64_t feature)
{
    return terrain_is_corner(feature) || terrain_is_arc(terrain, (size_t)feature / 2);
}

/* Radius of the path of a wheel's centre along the feature: > 0 around a convex feature, < 0 inside
 * a concave one, 0 for a straight path. The rotation of the normal adds (t.v)^2 / radius to the
 * acceleration of the gap. */
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

/* Gap between the feature, or smooth joint, and a wheel of this radius, with the frame of the
 * contact. */
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

/* Bounding box of a segment; for an arc it is not the smallest one. */
struct terrain_box terrain_box_of(const struct terrain *terrain, size_t i);

/* Corners of a convex hull of a segment: its ends and, for an arc, two more. Returns their number,
 * 0 for an unbounded segment. */
size_t terrain_hull(const struct terrain *terrain, size_t i, struct terrain_vector corner[4]);

/* A box without points, from which terrain_box_join() and terrain_box_take() can start. */
static inline struct terrain_box terrain_box_of_nothing(void)
{
    return (struct terrain_box){{INFINITY, INFINITY, -INFINITY, -INFINITY}};
}

/* Extend a box to contain another one. */
static inline void terrain_box_join(struct terrain_box *box, const struct terrain_box *other)
{
    for (int k = 0; k < 2; k++) {
        box->side[k] = num_fmin(other->side[k], box->side[k]);
        box->side[k + 2] = num_fmax(other->side[k + 2], box->side[k + 2]);
    }
}

/* Extend a box to contain a point. */
static inline void terrain_box_take(struct terrain_box *box, double x, double y)
{
    const struct terrain_box point = {{x, y, x, y}};
    terrain_box_join(box, &point);
}

/* Move all sides of a box outwards by this distance. */
static inline void terrain_box_widen(struct terrain_box *box, double by)
{
    for (int k = 0; k < 2; k++) {
        box->side[k] -= by;
        box->side[k + 2] += by;
    }
}

/* Distance of two boxes; 0 if they intersect. */
static inline double terrain_boxes_apart(const struct terrain_box *a, const struct terrain_box *b)
{
    double dx = num_fmax(b->side[0] - a->side[2], a->side[0] - b->side[2]);
    double dy = num_fmax(b->side[1] - a->side[3], a->side[1] - b->side[3]);
    dx = num_fmax(0, dx);
    dy = num_fmax(0, dy);
    return dx > 0 && dy > 0 ? terrain_length(dx, dy) : dx + dy;
}

/* True if the rectangle of the node is parallel to the axes. */
static inline int terrain_node_is_upright(const struct terrain_node *node)
{
    return node->along.x == 1 && node->along.y == 0;
}

/* Transform a direction to the frame of a node. */
static inline struct terrain_vector terrain_node_turn(const struct terrain_node *node, double x,
                                                      double y)
{
    return (struct terrain_vector){x * node->along.x + y * node->along.y,
                                   y * node->along.x - x * node->along.y};
}

/* Transform a point to the frame of a node. */
static inline struct terrain_vector terrain_node_place(const struct terrain_node *node, double x,
                                                       double y)
{
    return terrain_node_turn(node, x - node->origin.x, y - node->origin.y);
}

/* ---- cells ---- */

/* Distances of the point past the two borders of a feature's cell: negative inside. */
void terrain_beyond(const struct terrain *terrain, int64_t feature, double x, double y,
                    double *before, double *after);

/* Rates of the distances of terrain_beyond() for a point with this velocity; for an arc each rate
 * is valid near its border. */
void terrain_beyond_rate(const struct terrain *terrain, int64_t feature, double vx, double vy,
                         double *before, double *after);

/* True if a point with this velocity is in the cell. Within `slack` of a border the velocity
 * decides: a segment keeps points that do not leave it, a corner takes points that enter it. */
int terrain_holds(const struct terrain *terrain, int64_t feature, const double *position,
                  const double *velocity, double slack);

#endif
