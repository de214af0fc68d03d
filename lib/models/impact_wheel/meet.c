/* SPDX-License-Identifier: MIT */
/* Search for the first feature that the path of a leg (motion between two events) meets. The gap to
 * a straight segment is a polynomial of the degree of the path. For a corner, |c - p|^2 - r^2 has
 * twice that degree, and for an arc a similar polynomial. Most paths are parabolas, for which
 * segments and boxes are tested in closed form. */
#include "models/impact_wheel/meet.h"
#include "models/impact_wheel/contact.h"
#include "models/impact_wheel/rounding.h"
#include "num/elementary.h"
#include "num/first_root.h"
#include "num/poly.h"
#include "num/series.h"

#include <float.h>
#include <math.h>
#include <wheeldyn/wheeldyn.h>

enum { PARABOLA = 2 };

struct meet {
    const struct impact_system *system;
    const struct impact_state *state;
    const struct meet_path *path;
    struct terrain_box around; /* bounds of the path up to the limit; unset for a parabola */
    double limit;              /* later collisions are ignored */
    double radius, inflate;    /* boxes are widened by `inflate`: the radius and a margin */
    double slack;              /* width of the borders of cells, see terrain_holds() */
    double rounding;           /* gaps on the path below this are zero to rounding */
    double touch;              /* gaps of closed contacts below this are zero to rounding */
    double behind;             /* a wheel with a smaller gap is behind the feature */
    int64_t feature;
};

/* Find the first and last time at which the path may be in the box widened by the radius. x and y:
 * a parabola in the frame of the box. many: the box contains many features. */
static inline int passes(const struct meet *s, int many, const double *x, const double *y,
                         const struct terrain_box *box, double *first, double *last)
{
    const double *side = box->side, wide = s->inflate;
    struct meet_span in_x[2], in_y[2];
    int ny = 0;
    if (s->path->degree > PARABOLA) {
        *first = terrain_boxes_apart(box, &s->around) <= wide ? 0 : (double)INFINITY;
        *last = s->limit;
        return *first < s->limit;
    }
    *first = INFINITY;
    *last = 0;
    int nx = meet_spans(x, side[0] - wide, side[2] + wide, in_x);
    if (nx > 0 && in_x[0].start < s->limit)
        ny = meet_spans(y, side[1] - wide, side[3] + wide, in_y);
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) {
            double start = num_fmax(in_y[j].start, in_x[i].start);
            double end = num_fmin(in_y[j].end, in_x[i].end);
            if (many) /* a corner of the widened box is farther than `wide` from the box */
                start = meet_approach(x, y, box, wide + s->rounding, start);
            if (start <= end) {
                *first = num_fmin(start, *first);
                *last = num_fmax(end, *last);
            }
        }
    return *first < s->limit;
}

/* Return the first time at which the path may be near a feature of the node, or infinity. */
static double reach(const struct terrain_node *node, const void *context)
{
    const struct meet *s = context;
    const double *x = s->path->x, *y = s->path->y;
    double turned_x[PARABOLA + 1], turned_y[PARABOLA + 1], first, last;
    if (s->path->degree > PARABOLA)
        return terrain_reach_box(node, &s->around) <= s->inflate ? 0 : (double)INFINITY;
    if (!terrain_node_is_upright(node)) {
        for (int k = 0; k <= PARABOLA; k++) {
            struct terrain_vector q =
                k == 0 ? terrain_node_place(node, x[0], y[0]) : terrain_node_turn(node, x[k], y[k]);
            turned_x[k] = q.x;
            turned_y[k] = q.y;
        }
        x = turned_x;
        y = turned_y;
    }
    return passes(s, 1, x, y, &node->box, &first, &last) ? first : (double)INFINITY;
}

/* Accept a collision at time t if the wheel is then in the feature's cell. Returns 1 if so. */
static inline int accept(struct meet *s, size_t degree, int64_t feature, double t)
{
    const double *x = s->path->x, *y = s->path->y;
    if (!(t < s->limit))
        return 0;
    double at[2] = {series_value(x, degree, t), series_value(y, degree, t)};
    double velocity[2] = {series_slope(x, degree, t), series_slope(y, degree, t)};
    if (!terrain_holds(s->system->terrain, feature, at, velocity, s->slack))
        return 0;
    s->limit = t;
    s->feature = feature;
    return 1;
}

/* Return the number of leading coefficients of the gap that are zero at the start; -1 if the
 * feature must be skipped: it is, or adjoins and is replaced by, a lasting contact. */
static int leading_zeros(const struct meet *s, int64_t feature, double gap)
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

/* True if the contact with the feature is opening. */
static int is_opening(const struct impact_state *state, int64_t feature)
{
    int left = 0;
    for (int64_t j = 0; j < state->leaving; j++)
        left |= feature == state->left[j];
    return left;
}

/* True if the wheel is in the cell of the feature now. The gap does not show this: just outside the
 * cell of a segment, the line of the segment and the corner at its end have the same gap. */
static int is_in_cell(const struct meet *s, int64_t feature)
{
    const double *now = s->state->now;
    return terrain_holds(s->system->terrain, feature, now, now + IMPACT_VX, s->slack);
}

static double first_crossing(const struct meet *s, const double *c)
{
    return s->path->degree == PARABOLA ? meet_fall(c) : first_root(c, s->path->degree, s->limit);
}

/* Test whether the path enters the cell of the feature. Since `from` the gap to the feature has
 * been negative, but the wheel was outside the cell. At the border of the cell the neighbour has
 * the same gap, which is not negative. If that gap is zero to rounding, the wheel touches both
 * features, and the contact passes from the neighbour to this feature. */
static void test_cell_entry(struct meet *s, int64_t feature, double from)
{
    const struct meet_path *path = s->path;
    const struct terrain *terrain = s->system->terrain;
    double edge[2][MEET_DEGREE + 1];
    if (is_opening(s->state, feature))
        return;
    terrain_beyond(terrain, feature, path->x[0], path->y[0], &edge[0][0], &edge[1][0]);
    for (size_t k = 1; k <= path->degree; k++)
        terrain_beyond_rate(terrain, feature, path->x[k], path->y[k], &edge[0][k], &edge[1][k]);
    for (int side = 0; side < 2; side++) {
        series_shift(edge[side], path->degree, from);
        double t = edge[side][0] > 0 ? from + first_crossing(s, edge[side]) : (double)INFINITY;
        if (!(t < s->limit))
            continue;
        double x = series_value(path->x, path->degree, t);
        double y = series_value(path->y, path->degree, t);
        double gap = terrain_frame(terrain, feature, s->radius, x, y).gap;
        if (fabs(gap) <= s->touch)
            accept(s, path->degree, feature, t);
    }
}

/* True if c, which decreases from zero, rises again before it is negative by more than rounding.
 * scale: ratio of c to the gap. */
static int touches(const struct meet *s, const double *c, size_t degree, double scale)
{
    double low = -scale * s->touch, end = -2 * c[1] / c[2];
    return c[2] > 0 && c[1] * c[1] <= -4 * c[2] * low && series_value(c, degree, end) >= 0 &&
           series_least(c, degree, end) >= 8 * low;
}

/* Search, up to `end`, for the first time at which c becomes negative while the wheel is in the
 * feature's cell. For small gaps c is `scale` times the gap. If c is negative at the start, or
 * becomes negative while the wheel is outside the cell, the search continues where c is positive
 * again. */
static void search_crossing(struct meet *s, int64_t feature, double gap, double scale, double *c,
                            size_t degree, double end)
{
    double t = 0;
    int falls = !(c[0] < 0);
    /* a wheel that is deeper than its radius is behind a thin feature, not in contact with it */
    if (!falls && c[1] < 0 && gap > -s->radius && accept(s, s->path->degree, feature, 0))
        return;
    if (!falls)
        test_cell_entry(s, feature, 0);
    for (size_t j = 0; !falls && j <= degree; j++)
        c[j] = -c[j];
    for (size_t k = 0; k <= degree; k++, falls = !falls) {
        double after = first_root(c, degree, end - t);
        t += after;
        if (!(t < s->limit))
            return;
        series_shift(c, degree, after);
        c[0] = 0;
        if (falls && !touches(s, c, degree, scale)) {
            if (accept(s, s->path->degree, feature, t))
                return;
            test_cell_entry(s, feature, t);
        }
        for (size_t j = 1; j <= degree; j++)
            c[j] = -c[j];
    }
}

/* True if the path is nearly parallel to the line: while it crosses the border of the cell, `slack`
 * wide, the gap c changes by less than its rounding. */
static int grazes(const struct meet *s, const double c[3], double t)
{
    const double *x = s->path->x, *y = s->path->y, slope = s->slack * (c[1] + 2 * t * c[2]);
    double vx = s->touch * (x[1] + 2 * t * x[2]), vy = s->touch * (y[1] + 2 * t * y[2]);
    return slope * slope <= vx * vx + vy * vy;
}

/* Test a parabola for a collision with the line of a segment. */
static void meet_line(struct meet *s, int64_t feature, double gap, double speed, double bend)
{
    double c[3] = {gap, speed, bend}, roots[2];
    int zeros = leading_zeros(s, feature, gap);
    if (zeros < 0)
        return;
    for (int k = 0; k < zeros && k < 3; k++)
        c[k] = 0;
    int above = c[0] >= 0;
    double fall = INFINITY;
    if (above || (c[0] >= -s->system->contact_tolerance && is_in_cell(s, feature)))
        fall = meet_fall(c);
    else if (c[2] < 0 && poly_quadratic(c, roots) == 2 && roots[1] > 0)
        fall = roots[1]; /* the wheel starts behind the line, outside the cell */
    if (fall < s->limit ? !accept(s, PARABOLA, feature, fall) && grazes(s, c, fall)
                        : !above && 4 * c[2] * (c[0] + s->touch) <= c[1] * c[1])
        test_cell_entry(s, feature, above ? fall : 0);
}

/* Test a path that is not a parabola for a collision with the line of a segment. */
static void meet_line_series(struct meet *s, int64_t feature, double gap)
{
    const struct meet_path *path = s->path;
    const struct terrain_segment *line = &s->system->terrain->segment[feature / 2];
    double c[MEET_DEGREE + 1];
    int zeros = leading_zeros(s, feature, gap);
    for (int k = 0; k <= (int)path->degree; k++)
        c[k] = k < zeros ? 0 : k == 0 ? gap : line->ex * path->y[k] - line->ey * path->x[k];
    if (zeros >= 0)
        search_crossing(s, feature, gap, 1, c, path->degree, s->limit);
}

/* Test for a collision with a segment, after a fast rejection. A concave or linear gap is smallest
 * at one of the ends of the path. A wheel behind the segment can return and collide only if the gap
 * first rises and is concave. */
static inline void meet_segment(struct meet *s, size_t degree, const struct terrain_segment *line,
                                size_t i)
{
    const double *x = s->path->x, *y = s->path->y;
    double gap = terrain_side(line, x[0], y[0]) - s->radius, t = s->limit;
    if (degree > PARABOLA) {
        meet_line_series(s, 2 * (int64_t)i, gap);
        return;
    }
    double speed = line->ex * y[1] - line->ey * x[1];
    double bend = line->ex * y[2] - line->ey * x[2];
    int above = gap > s->rounding && (bend <= 0 ? gap + t * (speed + t * bend) > 0 : speed >= 0);
    int behind = gap < s->behind && (bend >= 0 || speed <= 0);
    if (!above && !behind)
        meet_line(s, 2 * (int64_t)i, gap, speed, bend);
}

/* True if a parabola may come within `reach` of a coordinate before the limit. A parabola deviates
 * from its chord by at most c2 t^2/4. */
static int comes_near(const double c[3], double place, double reach, double limit)
{
    double from = c[0] - place, to = series_value(c, PARABOLA, limit) - place;
    double bend = reach + fabs(c[2]) * limit * limit / 4;
    return !(num_fmin(to, from) > bend || num_fmax(to, from) < -bend);
}

/* Return coefficient k > 0 of the polynomial of the squared distance, |(dx, dy)|^2 at the start. */
static inline double square_term(const struct meet_path *path, size_t degree, double dx, double dy,
                                 size_t k)
{
    const double *x = path->x, *y = path->y;
    double sum = 0;
    for (size_t i = k > degree ? k - degree : 1; 2 * i < k; i++)
        sum += x[i] * x[k - i] + y[i] * y[k - i];
    if (k <= degree)
        sum += dx * x[k] + dy * y[k];
    return k % 2 == 0 ? x[k / 2] * x[k / 2] + y[k / 2] * y[k / 2] + 2 * sum : 2 * sum;
}

/* Test for a collision with a corner or an arc. (dx, dy) leads from the centre of the corner or arc
 * to the wheel's centre. The polynomial is dx^2 + dy^2 - turning^2, negated for a concave arc. The
 * wheel is near the corner or arc until `last`. */
static inline void meet_round(struct meet *s, size_t degree, int64_t feature, double gap, double dx,
                              double dy, double turning, double last)
{
    double c[2 * MEET_DEGREE + 1], sign = turning < 0 ? -1 : 1;
    int zeros = leading_zeros(s, feature, gap);
    if (zeros < 0)
        return;
    c[0] = zeros > 0 ? 0 : sign * gap * (gap + 2 * turning);
    for (size_t k = 1; k <= 2 * degree; k++)
        c[k] = (int)k < zeros ? 0 : sign * square_term(s->path, degree, dx, dy, k);
    search_crossing(s, feature, gap, 2 * fabs(turning), c, 2 * degree,
                    num_fmin(DBL_MAX, num_fmin(last, s->limit)));
}

static inline void meet_corner(struct meet *s, size_t degree, size_t i)
{
    const struct terrain_segment *end = &s->system->terrain->segment[i + 1];
    const double *x = s->path->x, *y = s->path->y;
    double first, last = s->limit;
    int near;
    if (degree == PARABOLA && !isinf(last)) {
        near = comes_near(x, end->x, s->inflate, last) && comes_near(y, end->y, s->inflate, last);
    } else {
        const struct terrain_box box = {{end->x, end->y, end->x, end->y}};
        near = passes(s, 0, x, y, &box, &first, &last);
    }
    double dx = x[0] - end->x, dy = y[0] - end->y, r = s->radius;
    if (near)
        meet_round(s, degree, 2 * (int64_t)i + 1, terrain_length(dx, dy) - r, dx, dy, r, last);
}

static inline void meet_arc(struct meet *s, size_t degree, size_t i)
{
    const struct terrain *terrain = s->system->terrain;
    const struct terrain_segment *arc = &terrain->segment[i];
    const struct terrain_arc *more = &terrain->arc[i];
    double x = s->path->x[0], y = s->path->y[0], r = s->radius, first, last;
    double dx = x - arc->x + arc->arc_radius * more->nx;
    double dy = y - arc->y + arc->arc_radius * more->ny;
    if (passes(s, 0, s->path->x, s->path->y, &more->box, &first, &last))
        meet_round(s, degree, 2 * (int64_t)i, terrain_frame_arc(terrain, i, r, x, y).gap, dx, dy,
                   arc->arc_radius + r, last);
}

/* Straight segments are tested first, because the limit that they set excludes most corners. */
static void meet_run(struct meet *s, size_t near, size_t first, size_t end)
{
    const struct terrain *terrain = s->system->terrain;
    const struct terrain_segment *segment = terrain->segment;
    size_t degree = s->path->degree;
    int arcs = terrain->arc != NULL;
    for (size_t i = first; i < end; i++)
        if (i != near && !(arcs && segment[i].arc_radius != 0))
            meet_segment(s, degree, &segment[i], i);
    for (size_t i = first; i < end; i++) {
        if (arcs && segment[i].arc_radius != 0)
            meet_arc(s, degree, i);
        if (segment[i].turn < 0)
            meet_corner(s, degree, i);
    }
}

/* Find bounds of a coordinate on the path. */
static void bound(const double *c, size_t degree, double end, double *least, double *largest)
{
    double opposite[MEET_DEGREE + 1];
    for (size_t k = 0; k <= degree; k++)
        opposite[k] = -c[k];
    *least = series_least(c, degree, end);
    *largest = -series_least(opposite, degree, end);
}

int64_t meet_first(const struct impact_system *system, const struct impact_state *state,
                   const struct meet_path *path, double limit, double *when)
{
    const struct terrain *terrain = system->terrain;
    double r = system->wheel.radius;
    double place = rounding_place(&system->wheel, state->now), rounding = ROUNDING_GAP * place;
    struct meet s = {.system = system,
                     .state = state,
                     .path = path,
                     .limit = limit,
                     .radius = r,
                     .inflate = ROUNDING_REACH * r + system->contact_tolerance,
                     .slack = rounding_border(&system->wheel, state->now),
                     .rounding = rounding,
                     .touch = ROUNDING_TOUCH * place,
                     .behind = -num_fmax(rounding, system->contact_tolerance),
                     .feature = -1};
    struct terrain_walk walk;
    size_t first, end, near = (size_t)state->near / 2;
    if (path->degree > PARABOLA) {
        double *side = s.around.side;
        bound(path->x, path->degree, limit, &side[0], &side[2]);
        bound(path->y, path->degree, limit, &side[1], &side[3]);
    }
    /* Test the nearest segment first, because a bouncing wheel most often returns to it. */
    if (!terrain_is_arc(terrain, near))
        meet_segment(&s, path->degree, &terrain->segment[near], near);
    terrain_walk_start_near(&walk, terrain, near, reach, &s, s.limit);
    while (terrain_walk_next(&walk, &first, &end)) {
        meet_run(&s, near, first, end);
        walk.limit = s.limit;
    }
    *when = s.limit;
    return s.feature;
}
