/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models/impact_wheel/terrain.h"
#include "num/bound.h"

#include <float.h>
#include <math.h>

/* Segments per leaf at most. */
enum { LEAF = 4 };

#define MOST_POINTS ((size_t)1 << 30)

/* Directions whose cross product is no larger are straight on: it is rounding. */
#define STRAIGHT (8 * DBL_EPSILON)

static size_t leaves_for(size_t segments)
{
    size_t leaves = 1;
    while (leaves * LEAF < segments)
        leaves *= 2;
    return leaves;
}

size_t terrain_doubles(size_t points)
{
    if (points < 2 || points > MOST_POINTS)
        return 0;
    size_t segments = points - 1, boxes = 4 * leaves_for(segments);
    return (segments * sizeof(struct terrain_segment) + boxes * sizeof(struct terrain_box)) /
           sizeof(double);
}

static struct terrain_report check_points(const double *xy, size_t points)
{
    struct terrain_report report = {.fault = TERRAIN_FINE};
    if (points < 2 || points > MOST_POINTS)
        report.fault = TERRAIN_SHORT;
    for (size_t i = 0; report.fault == TERRAIN_FINE && i < points; i++) {
        report.at = i;
        if (!(fabs(xy[2 * i]) < 1e100 && fabs(xy[2 * i + 1]) < 1e100))
            report.fault = TERRAIN_NOT_FINITE;
        else if (i + 1 < points && xy[2 * i] == xy[2 * i + 2] && xy[2 * i + 1] == xy[2 * i + 3])
            report.fault = TERRAIN_REPEATED;
    }
    return report;
}

static double cross(const struct terrain_segment *s, double x, double y)
{
    return s->ex * y - s->ey * x;
}

static void build_segments(struct terrain *terrain, const double *xy)
{
    for (size_t i = 0; i < terrain->segments; i++) {
        const double *a = xy + 2 * i;
        double dx = a[2] - a[0], dy = a[3] - a[1], length = hypot(dx, dy);
        struct terrain_segment s = {
            .x = a[0], .y = a[1], .ex = dx / length, .ey = dy / length, .to = length};
        terrain->segment[i] = s;
    }
    terrain->segment[0].from = -INFINITY;
    terrain->segment[terrain->segments - 1].to = INFINITY;
    for (size_t i = 0; i + 1 < terrain->segments; i++) {
        struct terrain_segment *s = &terrain->segment[i];
        s->turn = cross(s, s[1].ex, s[1].ey);
        if (fabs(s->turn) <= STRAIGHT)
            s->turn = 0;
    }
}

/* Where a coordinate ends up at q along the direction; 0 times infinity stays put. */
static double reach_to(double start, double direction, double q)
{
    return direction == 0 ? start : start + direction * q;
}

static struct terrain_box box_of(const struct terrain *terrain, size_t i)
{
    const struct terrain_segment *s = &terrain->segment[i];
    double x0 = reach_to(s->x, s->ex, s->from), y0 = reach_to(s->y, s->ey, s->from);
    double x1 = reach_to(s->x, s->ex, s->to), y1 = reach_to(s->y, s->ey, s->to);
    if (i + 1 < terrain->segments) { /* as exact as the point itself */
        x1 = s[1].x;
        y1 = s[1].y;
    }
    struct terrain_box box = {{least(x0, x1), least(y0, y1), most(x0, x1), most(y0, y1)}};
    return box;
}

static void join(struct terrain_box *box, const struct terrain_box *other)
{
    for (int k = 0; k < 2; k++) {
        box->side[k] = least(box->side[k], other->side[k]);
        box->side[k + 2] = most(box->side[k + 2], other->side[k + 2]);
    }
}

static void build_boxes(struct terrain *terrain)
{
    const struct terrain_box nothing = {{INFINITY, INFINITY, -INFINITY, -INFINITY}};
    size_t leaves = terrain->leaves;
    struct terrain_box *leaf = terrain->box + leaves;
    for (size_t i = 0; i < 4 * leaves; i++) /* of all three kinds */
        terrain->box[i] = nothing;
    for (size_t i = 0; i < terrain->segments; i++) {
        struct terrain_box box = box_of(terrain, i);
        join(&leaf[i / terrain->per_leaf], &box);
    }
    for (size_t i = leaves; i-- > 1;) {
        join(&terrain->box[i], &terrain->box[2 * i]);
        join(&terrain->box[i], &terrain->box[2 * i + 1]);
    }
    for (size_t i = 1; i < leaves; i++) {
        size_t j = leaves - 1 - i;
        terrain->before[i] = terrain->before[i - 1];
        terrain->after[j] = terrain->after[j + 1];
        join(&terrain->before[i], &leaf[i - 1]);
        join(&terrain->after[j], &leaf[j + 1]);
    }
}

static int within(const struct terrain_segment *s, double q)
{
    return q >= s->from && q <= s->to;
}

/* On one line: do the parts of it overlap? */
static int overlap(const struct terrain_segment *a, const struct terrain_segment *b)
{
    double q = (b->x - a->x) * a->ex + (b->y - a->y) * a->ey;
    double sign = a->ex * b->ex + a->ey * b->ey;
    double from = q + sign * b->from, to = q + sign * b->to;
    return least(from, to) <= a->to && most(from, to) >= a->from;
}

/* Neighbours meet in their common point only, unless the second folds back onto the first. */
static int touch(const struct terrain *terrain, size_t i, size_t j)
{
    const struct terrain_segment *a = &terrain->segment[i], *b = &terrain->segment[j];
    double area = cross(a, b->ex, b->ey);
    if (j == i + 1)
        return fabs(area) <= STRAIGHT && a->ex * b->ex + a->ey * b->ey < 0;
    struct terrain_box of_a = box_of(terrain, i), of_b = box_of(terrain, j);
    if (terrain_reach_box(&of_a, &of_b) > 0)
        return 0; /* known without rounding, whereas the area of nearly parallel ones is rounding */
    double dx = b->x - a->x, dy = b->y - a->y;
    if (fabs(area) <= STRAIGHT)
        return fabs(cross(a, dx, dy)) <= STRAIGHT * hypot(dx, dy) && overlap(a, b);
    return within(a, -cross(b, dx, dy) / area) && within(b, -cross(a, dx, dy) / area);
}

static struct terrain_report check_crossings(const struct terrain *terrain)
{
    struct terrain_report report = {.fault = TERRAIN_FINE};
    for (size_t i = 0; i < terrain->segments; i++) {
        struct terrain_box box = box_of(terrain, i);
        struct terrain_walk walk;
        size_t first, end;
        terrain_walk_start(&walk, terrain, terrain_reach_box, &box, INFINITY);
        while (terrain_walk_next(&walk, &first, &end))
            for (size_t j = first < i + 1 ? i + 1 : first; j < end; j++)
                if (touch(terrain, i, j)) {
                    report = (struct terrain_report){TERRAIN_CROSSING, i, j};
                    return report;
                }
    }
    return report;
}

struct terrain_report terrain_build(struct terrain *terrain, const double *xy, size_t points,
                                    double *memory)
{
    struct terrain_report report = check_points(xy, points);
    if (report.fault != TERRAIN_FINE)
        return report;
    terrain->segments = points - 1;
    terrain->leaves = leaves_for(terrain->segments);
    terrain->per_leaf = (terrain->segments + terrain->leaves - 1) / terrain->leaves;
    terrain->segment = (struct terrain_segment *)memory;
    terrain->box = (struct terrain_box *)(terrain->segment + terrain->segments);
    terrain->before = terrain->box + 2 * terrain->leaves;
    terrain->after = terrain->before + terrain->leaves;
    build_segments(terrain, xy);
    build_boxes(terrain);
    return check_crossings(terrain);
}
