/* SPDX-License-Identifier: MIT */
/* Where the parabola of a leg first meets the terrain: the gap to a straight segment is a
 * polynomial of degree 2 in time, |c - p|^2 - r^2 of a corner one of degree 4, and the like of an
 * arc. */
#include "models/impact_wheel/meet.h"
#include "models/impact_wheel/contact.h"
#include "models/impact_wheel/rounding.h"
#include "num/bound.h"
#include "num/poly.h"
#include "num/series.h"

#include <float.h>
#include <math.h>
#include <wheeldyn/wheeldyn.h>

struct meet {
    const struct impact_system *system;
    const struct impact_state *state;
    double x[3], y[3]; /* c0 + c1 t + c2 t^2 */
    double limit;      /* only what comes before is of interest */
    double radius, inflate, slack;
    double rounding; /* of a gap */
    double behind;   /* with a smaller gap the wheel is behind the feature */
    int64_t feature;
};

double meet_fall(const double c[3])
{
    double roots[2];
    if (c[0] <= 0) {
        if (c[1] < 0 || (c[1] == 0 && c[2] < 0))
            return 0;
        return c[1] > 0 && c[2] < 0 ? -c[1] / c[2] : (double)INFINITY;
    }
    double square = c[1] * c[1] - 4 * c[2] * c[0];
    if (c[2] <= 0 && square > 1e-200 && square < 1e200) { /* a sum: nothing cancels */
        double root = sqrt(square);
        return c[1] < 0 ? 2 * c[0] / (root - c[1]) : (root + c[1]) / (2 * fabs(c[2]));
    }
    size_t n = poly_quadratic(c, roots);
    if (n == 1 && c[2] != 0 && c[1] != 0)
        return INFINITY; /* touches zero, or rounding of it */
    for (size_t i = 0; i < n; i++)
        if (roots[i] > 0)
            return roots[i];
    return INFINITY;
}

static double position(const double c[3], double t)
{
    return c[0] + t * (c[1] + t * c[2]);
}

/* Times from start to end. */
struct span {
    double start, end;
};

/* When c, which bends up or not at all, is below a level; 0: never. Where it just touches the level
 * `loose` decides. */
static int below(const double c[3], double level, int loose, struct span *span)
{
    double gap = c[0] - level;
    *span = (struct span){-INFINITY, INFINITY};
    if (isinf(level))
        return level > 0;
    if (c[2] == 0) {
        if (c[1] == 0)
            return gap <= 0;
        *(c[1] > 0 ? &span->end : &span->start) = -gap / c[1];
        return 1;
    }
    double square = c[1] * c[1], root = square - 4 * c[2] * gap;
    if (!(root < DBL_MAX)) /* too large to be known */
        return loose;
    if (root < (loose ? -ROUNDING_SPAN : ROUNDING_SPAN) * square)
        return 0;
    double q = -(c[1] + copysign(sqrt(larger(root, 0)), c[1])) / 2;
    double x = q / c[2], y = q == 0 ? 0 : gap / q;
    *span = (struct span){smaller(x, y), larger(x, y)};
    return 1;
}

/* When c is in [lo, hi], from now on: no more than two spans. */
static int spans(const double c[3], double lo, double hi, struct span span[2])
{
    const double up[3] = {c[2] < 0 ? -c[0] : c[0], c[2] < 0 ? -c[1] : c[1], fabs(c[2])};
    struct span outer, inner;
    int n = 0;
    if (!below(up, c[2] < 0 ? -lo : hi, 1, &outer))
        return 0;
    if (!below(up, c[2] < 0 ? -hi : lo, 0, &inner))
        inner = (struct span){INFINITY, INFINITY};
    const struct span all[2] = {{outer.start, smaller(inner.start, outer.end)},
                                {inner.end, outer.end}};
    for (int k = 0; k < 2; k++) {
        double start = (1 - ROUNDING_SPAN) * larger(all[k].start, 0),
               end = (1 + ROUNDING_SPAN) * all[k].end;
        if (end >= 0 && start <= end && start < HUGE_VAL)
            span[n++] = (struct span){start, end};
    }
    return n;
}

/* When the path may be in the box, widened by the radius, for the first and for the last time. */
static int passes(const struct meet *s, const struct terrain_box *box, double *first, double *last)
{
    const double *side = box->side, wide = s->inflate;
    struct span x[2], y[2];
    int nx = spans(s->x, side[0] - wide, side[2] + wide, x), ny = 0;
    if (nx > 0 && x[0].start < s->limit)
        ny = spans(s->y, side[1] - wide, side[3] + wide, y);
    *first = INFINITY;
    *last = 0;
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            double start = larger(x[i].start, y[j].start), end = smaller(x[i].end, y[j].end);
            if (start <= end) {
                *first = smaller(*first, start);
                *last = larger(*last, end);
            }
        }
    return *first < s->limit;
}

static double reach(const struct terrain_box *box, const void *context)
{
    double first, last;
    return passes(context, box, &first, &last) ? first : (double)INFINITY;
}

/* At time t the gap closes: does the feature hold the wheel there? */
static void take(struct meet *s, int64_t feature, double t)
{
    if (!(t < s->limit))
        return;
    double at[2] = {position(s->x, t), position(s->y, t)};
    double velocity[2] = {s->x[1] + 2 * t * s->x[2], s->y[1] + 2 * t * s->y[2]};
    if (terrain_holds(s->system->terrain, feature, at, velocity, s->slack)) {
        s->limit = t;
        s->feature = feature;
    }
}

/* How many derivatives of the gap vanish at the start, -1 if the feature is not to be met: it
 * carries the wheel, or is next to a feature that does and takes its place. */
static int vanishing(const struct meet *s, int64_t feature, double gap)
{
    const struct impact_state *state = s->state;
    for (int64_t i = 0; i < state->lasting; i++)
        if (terrain_joined(s->system->terrain, feature, state->feature[i]))
            return -1;
    for (int64_t j = 0; j < state->leaving; j++)
        if (feature == state->left[j])
            return (int)state->order[j];
    return fabs(gap) <= s->rounding;
}

/* Is the wheel in the cell now? On a corner, close to the cell of the next segment, it is as close
 * to the line of that from behind. */
static int is_held(const struct meet *s, int64_t feature)
{
    const double *now = s->state->now;
    return terrain_holds(s->system->terrain, feature, now, now + IMPACT_VX, s->slack);
}

static void meet_line(struct meet *s, int64_t feature, double gap, double speed, double bend)
{
    double c[3] = {gap, speed, bend}, roots[2];
    int zeros = vanishing(s, feature, gap);
    if (zeros < 0)
        return;
    for (int k = 0; k < zeros && k < 3; k++)
        c[k] = 0;
    if (c[0] >= 0 || (c[0] >= -s->system->contact_tolerance && is_held(s, feature))) {
        take(s, feature, meet_fall(c));
    } else if (c[2] < 0 && poly_quadratic(c, roots) == 2 && roots[1] > 0) {
        take(s, feature, roots[1]); /* now behind its line, but not in its cell */
    }
}

/* A gap that bends down, or not at all, is smallest at one of the ends. Only one that rises and
 * bends down comes out from behind and falls again. */
static inline void meet_segment(struct meet *s, const struct terrain_segment *line, size_t i)
{
    double gap = terrain_side(line, s->x[0], s->y[0]) - s->radius, t = s->limit;
    double speed = line->ex * s->y[1] - line->ey * s->x[1];
    double bend = line->ex * s->y[2] - line->ey * s->x[2];
    int above = gap > s->rounding && (bend <= 0 ? gap + t * (speed + t * bend) > 0 : speed >= 0);
    int behind = gap < s->behind && (bend >= 0 || speed <= 0);
    if (!above && !behind)
        meet_line(s, 2 * (int64_t)i, gap, speed, bend);
}

/* The first time at which c, of degree 4, falls below zero; from first to last. */
static void meet_quartic(struct meet *s, int64_t feature, const double *c, int zeros, double first,
                         double last)
{
    const double *p = c + zeros;
    size_t degree = 4 - (size_t)zeros, n = 0;
    double roots[4], slope[4];
    if (zeros > 0 && p[0] < 0)
        take(s, feature, 0);
    if (poly_roots(p, degree, first, last, roots, &n) != WD_OK)
        return;
    for (size_t k = 0; k < degree; k++)
        slope[k] = (double)(k + 1) * p[k + 1];
    for (size_t i = 0; i < n; i++)
        if (roots[i] > 0 && series_value(slope, degree - 1, roots[i]) < 0)
            take(s, feature, roots[i]);
}

/* c, of degree 4 and growing in the end, bends up from 0 to `last`. */
static int bends_up(const double c[5], double last)
{
    double flattest = c[4] > 0 ? bound_clip(-c[3] / (4 * c[4]), last) : 0;
    return c[2] + flattest * (3 * c[3] + flattest * 6 * c[4]) > 0;
}

/* At most what c, growing in the end, is from 0 to `last`, divided by t^zeros: the highest three
 * orders by their least value, the others by their ends. */
static double lowest(const double c[5], int zeros, double last)
{
    double low = c[2] + (c[4] > 0 ? -c[3] * c[3] / (4 * c[4]) : smaller(0, last * c[3]));
    for (int k = 1; k >= zeros; k--)
        low = c[k] + smaller(0, last * low);
    return low;
}

enum { NEWTON = 60 };

/* Where c, of degree 4 and bending up, reaches zero: Newton's method comes from the left, and never
 * goes too far. Infinity: not up to `last`; not a number: not found. */
static double descend(const double c[5], double t, double last)
{
    for (int k = 0; k < NEWTON && t <= last; k++) {
        double value = c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * c[4])));
        double slope = c[1] + t * (2 * c[2] + t * (3 * c[3] + t * 4 * c[4]));
        double next = t - value / slope;
        if (!(slope < 0))
            return INFINITY;
        if (!(next > t))
            return t;
        t = next;
    }
    return t <= last ? (double)NAN : (double)INFINITY;
}

/* Where c, which starts at zero and rises, reaches it again. c/t bends down at first, and then
 * Newton's method comes from the right; where it bends up, from the left. */
static double fall_back(const double c[5], double last)
{
    const double p[5] = {c[1], c[2], c[3], c[4], 0};
    double t = c[4] > 0 ? bound_clip(larger(-c[3] / (3 * c[4]), 0), last) : last;
    for (int k = 0; k < NEWTON; k++) {
        double value = p[0] + t * (p[1] + t * (p[2] + t * p[3]));
        if (k == 0 && !(value < 0))
            return isfinite(value) ? descend(p, t, last) : (double)NAN;
        double next = t - value / (p[1] + t * (2 * p[2] + t * 3 * p[3]));
        if (!(next > 0 && next < t))
            return t;
        t = next;
    }
    return NAN;
}

/* May the path come within `reach` of a place up to the limit? Its way bends off the straight one
 * by no more than c2 t^2/4. */
static int comes_near(const double c[3], double place, double reach, double limit)
{
    double from = c[0] - place, to = position(c, limit) - place;
    double bend = reach + fabs(c[2]) * limit * limit / 4;
    return !(smaller(from, to) > bend || larger(from, to) < -bend);
}

/* Something round, (dx, dy) from whose centre the wheel's is: |d|^2 - turning^2, or less that if it
 * is concave. */
static inline void meet_round(struct meet *s, int64_t feature, const struct terrain_box *box,
                              double gap, double dx, double dy, double turning)
{
    struct span span;
    double sign = turning < 0 ? -1 : 1, last = smaller(s->limit, DBL_MAX);
    double c[5] = {gap * (gap + 2 * turning), 2 * (dx * s->x[1] + dy * s->y[1]),
                   s->x[1] * s->x[1] + s->y[1] * s->y[1] + 2 * (dx * s->x[2] + dy * s->y[2]),
                   2 * (s->x[1] * s->x[2] + s->y[1] * s->y[2]),
                   s->x[2] * s->x[2] + s->y[2] * s->y[2]};
    int zeros = vanishing(s, feature, gap);
    if (zeros < 0)
        return;
    for (int k = 0; k < 5; k++)
        c[k] = k < zeros ? 0 : sign * c[k];
    if ((sign > 0 && zeros < 2 && lowest(c, zeros, last) > 0) ||
        !passes(s, box, &span.start, &span.end))
        return;
    last = smaller(last, span.end);
    double fall = NAN;
    if (c[0] < 0 && c[1] < 0 && gap > -s->radius) /* deeper: the back of something thin */
        take(s, feature, 0);
    if (sign > 0 && c[0] >= 0 && zeros < 2 && bends_up(c, last))
        /* what starts at zero reaches it at once or never */
        fall = zeros > 0 ? (c[1] < 0 ? 0 : (double)INFINITY) : descend(c, span.start, last);
    else if (sign > 0 && zeros == 1 && c[1] > 0)
        fall = fall_back(c, last);
    if (isnan(fall))
        meet_quartic(s, feature, c, zeros, span.start, last);
    else
        take(s, feature, fall);
}

static void meet_corner(struct meet *s, size_t i)
{
    const struct terrain_segment *end = &s->system->terrain->segment[i + 1];
    struct terrain_box box = {{end->x, end->y, end->x, end->y}};
    if (!comes_near(s->x, end->x, s->inflate, s->limit) ||
        !comes_near(s->y, end->y, s->inflate, s->limit))
        return;
    double dx = s->x[0] - end->x, dy = s->y[0] - end->y, r = s->radius;
    meet_round(s, 2 * (int64_t)i + 1, &box, terrain_length(dx, dy) - r, dx, dy, r);
}

static void meet_arc(struct meet *s, size_t i)
{
    const struct terrain *terrain = s->system->terrain;
    const struct terrain_segment *arc = &terrain->segment[i];
    const struct terrain_arc *more = &terrain->arc[i];
    double dx = s->x[0] - arc->x + arc->arc_radius * more->nx, r = s->radius;
    double dy = s->y[0] - arc->y + arc->arc_radius * more->ny;
    double gap = terrain_frame_arc(terrain, i, r, s->x[0], s->y[0]).gap;
    meet_round(s, 2 * (int64_t)i, &more->box, gap, dx, dy, arc->arc_radius + r);
}

/* Straight segments first: what they give spares most corners. arcs is a constant: may there be
 * any? */
static inline void meet_run(struct meet *s, int arcs, size_t near, size_t first, size_t end)
{
    const struct terrain_segment *segment = s->system->terrain->segment;
    for (size_t i = first; i < end; i++)
        if (i != near && !(arcs && segment[i].arc_radius != 0))
            meet_segment(s, &segment[i], i);
    for (size_t i = first; i < end; i++) {
        if (arcs && segment[i].arc_radius != 0)
            meet_arc(s, i);
        if (segment[i].turn < 0)
            meet_corner(s, i);
    }
}

int64_t meet_first(const struct impact_system *system, const struct impact_state *state,
                   double limit, double *when)
{
    const struct terrain *terrain = system->terrain;
    const double *y = state->now, *a = state->acceleration;
    double r = system->wheel.radius;
    double rounding = ROUNDING_GAP * rounding_place(&system->wheel, y);
    struct meet s = {.system = system,
                     .state = state,
                     .x = {y[IMPACT_X], y[IMPACT_VX], a[0] / 2},
                     .y = {y[IMPACT_Y], y[IMPACT_VY], a[1] / 2},
                     .limit = limit,
                     .radius = r,
                     .inflate = ROUNDING_REACH * r + system->contact_tolerance,
                     .slack = ROUNDING_BORDER * r,
                     .rounding = rounding,
                     .behind = -larger(system->contact_tolerance, rounding),
                     .feature = -1};
    struct terrain_walk walk;
    size_t first, end, near = (size_t)state->near / 2;
    /* What it has just left, it most often meets next. */
    if (!terrain_is_arc(terrain, near))
        meet_segment(&s, &terrain->segment[near], near);
    terrain_walk_start_near(&walk, terrain, near, reach, &s, s.limit);
    while (terrain_walk_next(&walk, &first, &end)) {
        if (terrain->arc)
            meet_run(&s, 1, near, first, end);
        else
            meet_run(&s, 0, near, first, end);
        walk.limit = s.limit;
    }
    *when = s.limit;
    return s.feature;
}
