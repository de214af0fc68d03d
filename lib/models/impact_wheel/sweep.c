/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the parabola of a leg first meets the terrain: the gap to a segment is a polynomial of
 * degree 2 in time, |c - p|^2 - r^2 of a corner one of degree 4. */
#include "models/impact_wheel/parts.h"
#include "num/bound.h"
#include "num/poly.h"

#include <float.h>
#include <math.h>
#include <wheeldyn/wheeldyn.h>

struct sweep {
    const struct impact_system *system;
    const struct impact_state *state;
    double x[3], y[3]; /* c0 + c1 t + c2 t^2 */
    double limit;      /* only what comes before is of interest */
    double inflate;
    int64_t feature;
};

double sweep_fall(const double c[3])
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

/* When c first comes into [lo, hi]. Where it turns back just before, rounding must not decide. */
static double enters(const double c[3], double lo, double hi)
{
    if (c[0] >= lo && c[0] <= hi)
        return 0;
    double side = c[0] < lo ? 1 : -1, gap = c[0] < lo ? lo - c[0] : c[0] - hi;
    double speed = side * c[1], grow = side * c[2], square = speed * speed;
    double root = square + 4 * grow * gap;
    if (gap == HUGE_VAL || root < -1e-9 * square || (speed <= 0 && grow <= 0))
        return INFINITY;
    root = sqrt(most(root, 0));
    double when = speed > 0 ? 2 * gap / (speed + root) : (root - speed) / (2 * grow);
    return when < DBL_MAX ? (1 - 1e-9) * when : 0; /* or too large to be known */
}

/* When c, which comes into [lo, hi], is there for the last time. */
static double leaves(const double c[3], double lo, double hi)
{
    int up = c[2] > 0 || (c[2] == 0 && c[1] > 0);
    double room = up ? hi - c[0] : c[0] - lo, speed = up ? c[1] : -c[1], grow = fabs(c[2]);
    double square = speed * speed + 4 * grow * room, root = sqrt(most(square, 0));
    double when = speed > 0 ? 2 * room / (speed + root) : (root - speed) / (2 * grow);
    /* Or it stays there, or this is too large to be known. */
    return square < DBL_MAX && when < DBL_MAX ? (1 + 1e-9) * when : (double)INFINITY;
}

/* When the path may be in the box, widened by the radius, for the first and for the last time. */
static int passes(const struct sweep *s, const struct terrain_box *box, double *first, double *last)
{
    const double *side = box->side, wide = s->inflate;
    *first = most(enters(s->x, side[0] - wide, side[2] + wide),
                  enters(s->y, side[1] - wide, side[3] + wide));
    if (!(*first < s->limit))
        return 0;
    *last = least(leaves(s->x, side[0] - wide, side[2] + wide),
                  leaves(s->y, side[1] - wide, side[3] + wide));
    return *first <= *last;
}

static double reach(const struct terrain_box *box, const void *context)
{
    double first, last;
    return passes(context, box, &first, &last) ? first : (double)INFINITY;
}

/* At time t the gap closes: does the feature hold the wheel there? */
static void take(struct sweep *s, int64_t feature, double t)
{
    if (!(t < s->limit))
        return;
    double at[2] = {position(s->x, t), position(s->y, t)};
    double velocity[2] = {s->x[1] + 2 * t * s->x[2], s->y[1] + 2 * t * s->y[2]};
    double slack = CONTACT_SLACK * s->system->wheel.radius;
    if (terrain_holds(s->system->terrain, feature, at, velocity, slack)) {
        s->limit = t;
        s->feature = feature;
    }
}

/* How many derivatives of the gap vanish at the start, -1 if the feature is not to be met: it
 * carries the wheel, or is next to a feature that does and takes its place. */
static int vanishing(const struct sweep *s, int64_t feature, double gap)
{
    const struct impact_state *state = s->state;
    double size = fabs(s->x[0]) + fabs(s->y[0]) + s->system->wheel.radius;
    for (size_t i = 0; i < (size_t)state->contacts; i++) {
        if (state->mode[i] != LAW_OPEN &&
            terrain_joined(s->system->terrain, feature, state->feature[i]))
            return -1;
        if (state->mode[i] == LAW_OPEN && feature == state->feature[i])
            return (int)state->order[i];
    }
    return fabs(gap) <= 8 * DBL_EPSILON * size;
}

static void meet_segment(struct sweep *s, int64_t feature)
{
    struct terrain_frame f =
        terrain_frame(s->system->terrain, feature, s->system->wheel.radius, s->x[0], s->y[0]);
    double c[3] = {f.gap, f.nx * s->x[1] + f.ny * s->y[1], f.nx * s->x[2] + f.ny * s->y[2]};
    double roots[2];
    int zeros = vanishing(s, feature, f.gap);
    if (zeros < 0)
        return;
    for (int k = 0; k < zeros && k < 3; k++)
        c[k] = 0;
    if (c[0] >= -s->system->contact_tolerance) {
        take(s, feature, sweep_fall(c));
    } else if (c[2] < 0 && poly_quadratic(c, roots) == 2 && roots[1] > 0) {
        take(s, feature, roots[1]); /* now behind its line, but not in its cell */
    }
}

static void meet_corner(struct sweep *s, int64_t feature)
{
    const struct terrain_segment *end = &s->system->terrain->segment[feature / 2 + 1];
    double r = s->system->wheel.radius, first, last;
    struct terrain_box box = {{end->x, end->y, end->x, end->y}};
    if (!passes(s, &box, &first, &last))
        return;
    struct terrain_frame f = terrain_frame(s->system->terrain, feature, r, s->x[0], s->y[0]);
    double dx = s->x[0] - end->x, dy = s->y[0] - end->y;
    double c[5] = {f.gap * (f.gap + 2 * r), 2 * (dx * s->x[1] + dy * s->y[1]),
                   s->x[1] * s->x[1] + s->y[1] * s->y[1] + 2 * (dx * s->x[2] + dy * s->y[2]),
                   2 * (s->x[1] * s->x[2] + s->y[1] * s->y[2]),
                   s->x[2] * s->x[2] + s->y[2] * s->y[2]};
    int zeros = vanishing(s, feature, f.gap);
    if (zeros < 0)
        return;
    const double *p = c + zeros;
    size_t degree = 4 - (size_t)zeros, n = 0;
    if (zeros > 0 && p[0] < 0)
        take(s, feature, 0);
    double roots[4], slope[4], span = least(least(s->limit, last), DBL_MAX);
    if (poly_roots(p, degree, first, span, roots, &n) != WD_OK)
        return;
    for (size_t k = 0; k < degree; k++)
        slope[k] = (double)(k + 1) * p[k + 1];
    for (size_t i = 0; i < n; i++)
        if (roots[i] > 0 && poly_value(slope, degree - 1, roots[i]) < 0)
            take(s, feature, roots[i]);
}

int64_t sweep(const struct impact_system *system, const struct impact_state *state, double limit,
              double *when)
{
    const double *y = state->now, *a = state->acceleration;
    struct sweep s = {.system = system,
                      .state = state,
                      .x = {y[IMPACT_X], y[IMPACT_VX], a[0] / 2},
                      .y = {y[IMPACT_Y], y[IMPACT_VY], a[1] / 2},
                      .limit = limit,
                      .inflate = (1 + 1e-9) * system->wheel.radius + system->contact_tolerance,
                      .feature = -1};
    struct terrain_walk walk;
    size_t first, end;
    terrain_walk_start_near(&walk, system->terrain, (size_t)state->near / 2, reach, &s, limit);
    while (terrain_walk_next(&walk, &first, &end)) {
        /* Segments first: what they give spares most corners. */
        for (int64_t f = 2 * (int64_t)first; f < 2 * (int64_t)end; f += 2)
            meet_segment(&s, f);
        for (int64_t f = 2 * (int64_t)first + 1; f < 2 * (int64_t)end; f += 2)
            if (terrain_exists(system->terrain, f))
                meet_corner(&s, f);
        walk.limit = s.limit;
    }
    *when = s.limit;
    return s.feature;
}
