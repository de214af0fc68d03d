/* SPDX-License-Identifier: MIT */
/* Construction of a terrain from points and bulges: checks, segments and joints. */
#include "ground/terrain_tree.h"
#include "num/elementary.h"

#include <math.h>

/* Largest number of points. A point needs less than 384 bytes, including the memory in a model.
 * With 32-bit sizes the largest number takes at most half of the address space. */
#define MOST_POINTS (sizeof(size_t) < 8 ? SIZE_MAX / 768 : (size_t)1 << 30)

#define FARTHEST 1e100 /* m; products of three coordinates do not overflow */

/* Relative to the coordinates of the ends of a segment: distance by which rounding may move the
 * ends across the segment. Derived for points on a line, with u = eps / 2:
 * - Rounding a point moves it by at most u |p|. If the point was rotated about the origin, the
 *   products of the rotation add sqrt(2) u |p| and the sums u |p|.
 * - The sine of the angle at a joint has a rounding error of 5 u: 2 u from the differences and
 *   quotients of each direction, and u from the products. So each segment has a share of 2.5 u,
 *   relative to its length, which is at most the sum of |p| at its ends.
 * The sum is (4.5 + sqrt(2)) u < 3 eps. */
#define ROUNDED_ACROSS (3 * DBL_EPSILON)

/* Radians; a larger angle is a corner, even if rounding may have caused it. At a smooth joint with
 * the angle a the gap of a wheel changes by the fraction a^2 / 2 of its radius: eps / 2 here. */
#define LARGEST_SMOOTH 1.4901161193847656e-8 /* sqrt(eps) */

/* Radians, at joints with an arc in addition to the rounding of the points: error of an arc's
 * direction from the decimal digits in which its points and its bulge b were written. Rounding the
 * bulge turns the direction by 2 u b / (1 + b^2) <= u only. */
#define TANGENT 1e-9

size_t terrain_doubles(size_t points, int arcs)
{
    if (points < 2 || points > MOST_POINTS)
        return 0;
    size_t segments = points - 1;
    size_t each = sizeof(struct terrain_segment) + (arcs ? sizeof(struct terrain_arc) : 0);
    return segments * each / sizeof(double) + terrain_tree_doubles(segments);
}

static struct terrain_report check_bulges(const double *bulge, size_t segments)
{
    struct terrain_report report = {.fault = TERRAIN_FINE};
    for (size_t i = 0; report.fault == TERRAIN_FINE && i < segments; i++) {
        report.at = i;
        if (!(fabs(bulge[i]) <= 1))
            report.fault = TERRAIN_BULGE;
        else if (bulge[i] != 0 && (i == 0 || i + 1 == segments))
            report.fault = TERRAIN_ENDLESS;
    }
    return report;
}

static struct terrain_report check_points(const double *xy, size_t points,
                                          struct interrupt *interrupt)
{
    struct terrain_report report = {.fault = TERRAIN_FINE};
    size_t tally = 0;
    if (points < 2 || points > MOST_POINTS)
        report.fault = TERRAIN_SHORT;
    for (size_t i = 0; report.fault == TERRAIN_FINE && i < points; i++) {
        report.at = i;
        if (!(fabs(xy[2 * i]) < FARTHEST && fabs(xy[2 * i + 1]) < FARTHEST))
            report.fault = TERRAIN_NOT_FINITE;
        else if (i + 1 < points && xy[2 * i] == xy[2 * i + 2] && xy[2 * i + 1] == xy[2 * i + 3])
            report.fault = TERRAIN_REPEATED;
        if (interrupt_tally(interrupt, &tally, 5))
            break;
    }
    return report;
}

/* Make segment i an arc between the points a and b. */
static void bend(struct terrain *terrain, size_t i, double bulge, const double *a, const double *b)
{
    struct terrain_segment *s = &terrain->segment[i];
    double ux = s->ex, uy = s->ey, square = 1 + bulge * bulge;
    double cosine = (1 - bulge * bulge) / square, sine = 2 * bulge / square; /* half angle */
    double wx = bulge / 2 * (b[1] - a[1]), wy = bulge / 2 * (a[0] - b[0]);
    s->arc_radius = -s->to * square / (4 * bulge);
    s->ex = ux * cosine + uy * sine;
    s->ey = uy * cosine - ux * sine;
    terrain->arc[i] = (struct terrain_arc){
        .nx = -s->ey,
        .ny = s->ex,
        .fx = ux * cosine - uy * sine,
        .fy = uy * cosine + ux * sine,
        .box = {{num_fmin(b[0], a[0]) + num_fmin(0, wx), num_fmin(b[1], a[1]) + num_fmin(0, wy),
                 num_fmax(b[0], a[0]) + num_fmax(0, wx), num_fmax(b[1], a[1]) + num_fmax(0, wy)}},
    };
}

/* Largest angle by which rounding may have turned a segment from a to b. */
static double turn_by_rounding(const double *a, const double *b, double length)
{
    return ROUNDED_ACROSS * (fabs(a[0]) + fabs(a[1]) + fabs(b[0]) + fabs(b[1])) / length;
}

/* Compute the turn at the end of segment i, which leads from the point p to the next one. At a
 * smooth joint the borders of both cells coincide: an arc takes the border from its neighbour,
 * and a straight segment ends at the border of the next one. */
static void build_joint(struct terrain *terrain, size_t i, const double *p)
{
    struct terrain_segment *s = &terrain->segment[i];
    struct terrain_vector u = terrain_heading(terrain, i);
    int arcs = s->arc_radius != 0 || s[1].arc_radius != 0;
    double rounding = turn_by_rounding(p, p + 2, s->to) + turn_by_rounding(p + 2, p + 4, s[1].to);
    s->turn = u.x * s[1].ey - u.y * s[1].ex;
    if (fabs(s->turn) > num_fmin(rounding + (arcs ? TANGENT : 0), LARGEST_SMOOTH))
        return;
    s->turn = 0;
    if (u.x * s[1].ex + u.y * s[1].ey < 0)
        return; /* the profile is folded back onto itself */
    if (s[1].arc_radius != 0) {
        s[1].ex = u.x;
        s[1].ey = u.y;
    } else if (s->arc_radius != 0) {
        terrain->arc[i].fx = s[1].ex;
        terrain->arc[i].fy = s[1].ey;
    }
}

static void build_segments(struct terrain *terrain, const double *xy, const double *bulge)
{
    size_t tally = 0;
    for (size_t i = 0; i < terrain->segments; i++) {
        const double *a = xy + 2 * i;
        double dx = a[2] - a[0], dy = a[3] - a[1], length = num_hypot(dx, dy);
        struct terrain_segment s = {
            .x = a[0], .y = a[1], .ex = dx / length, .ey = dy / length, .to = length};
        terrain->segment[i] = s;
        if (bulge && fabs(bulge[i]) > TERRAIN_STRAIGHT)
            bend(terrain, i, bulge[i], a, a + 2);
        if (interrupt_tally(terrain->interrupt, &tally, 50))
            return;
    }
    for (size_t i = 0; i + 1 < terrain->segments; i++) {
        build_joint(terrain, i, xy + 2 * i);
        if (interrupt_tally(terrain->interrupt, &tally, 20))
            return;
    }
    terrain->segment[0].from = -INFINITY;
    terrain->segment[terrain->segments - 1].to = INFINITY;
}

struct terrain_report terrain_build(struct terrain *terrain, const double *xy, const double *bulge,
                                    size_t points, double *memory, struct interrupt *interrupt)
{
    struct terrain_report report = check_points(xy, points, interrupt);
    if (report.fault == TERRAIN_FINE && bulge)
        report = check_bulges(bulge, points - 1);
    if (report.fault != TERRAIN_FINE)
        return report;
    terrain->interrupt = interrupt;
    terrain->segments = points - 1;
    terrain->segment = (struct terrain_segment *)memory;
    struct terrain_arc *arc = (struct terrain_arc *)(terrain->segment + terrain->segments);
    terrain->arc = bulge ? arc : NULL;
    build_segments(terrain, xy, bulge);
    if (interrupt_stopped(interrupt))
        return report;
    terrain_tree_build(terrain, (double *)(bulge ? arc + terrain->segments : arc));
    return terrain_crossings(terrain);
}

const char *terrain_fault_text(struct terrain_report report,
                               const char *(*say)(void *core, const char *format, ...), void *core,
                               size_t *at)
{
    int has_point = report.fault != TERRAIN_SHORT && report.fault != TERRAIN_CROSSING;
    *at = has_point ? report.at : SIZE_MAX;
    switch (report.fault) {
    case TERRAIN_FINE:
        return NULL;
    case TERRAIN_SHORT:
        return "fewer than two points, or too many, in the terrain";
    case TERRAIN_NOT_FINITE:
        return "a coordinate that is not finite or too large";
    case TERRAIN_REPEATED:
        return "two equal points";
    case TERRAIN_BULGE:
        return "a segment whose bulge is not from -1 to 1";
    case TERRAIN_ENDLESS:
        return "an arc where the first or last segment must be straight";
    default:
        return report.with > report.at + 1
                   ? say(core, "segments %z and %z of the terrain touch", report.at, report.with)
                   : say(core,
                         "segments %z and %z of the terrain touch at more than their common point",
                         report.at, report.with);
    }
}
