/* SPDX-License-Identifier: MIT */
/* With (c, s) = (cos, sin) of the angle phi, half the derivative of the squared distance is
 *
 *     f = x s - w c - k s c,    w = minor y,    k = flatness.
 *
 * It rises at a minimum and falls at a maximum. For x, y >= 0 the nearest point is the only root in
 * the first quadrant, the farthest point is the only root in the third quadrant, and the second
 * quadrant has no root. In the fourth quadrant f > 0 between two roots, the second minimum and the
 * second maximum, if the point is within the evolute (x/k)^(2/3) + (w/k)^(2/3) = 1. The angle with
 * tan^3 = w/x separates these two roots. */
#include "ground/ellipse.h"

#include <float.h>
#include <math.h>

#include "num/elementary.h"

enum {
    BRACKET_ROUNDS = 200, /* twice what bisection needs to exhaust a quadrant */
    FOLLOW_ROUNDS = 8,    /* most Newton steps to a nearby root; ellipse_follow() then returns 0 */
};

/* Limits of ellipse_follow(): FOLLOW_FARTHEST is the sine of the angle by which a known extremum
 * may move, about 20 degrees; FOLLOW_STEP is the tangent of the angle of one Newton step. Beyond
 * them ellipse_follow() returns 0, and its caller searches all extrema again, which costs time but
 * no accuracy. They suffice for the wheels on terrains, which no step moves by more than a quarter
 * radius. */
#define FOLLOW_FARTHEST 0.35
#define FOLLOW_STEP 0.5

/* The function f times `sign`, so that it rises at the roots that are sought. */
struct slope {
    double x, w, k, sign, scale;
};

static struct slope slope_of(const struct ellipse *e, int farthest)
{
    double w = e->minor * e->y;
    return (struct slope){.x = e->x,
                          .w = w,
                          .k = e->flatness,
                          .sign = farthest ? -1 : 1,
                          .scale = fabs(e->x) + fabs(w) + 2 * e->flatness};
}

static double value(const struct slope *f, struct ellipse_point p)
{
    return f->sign * (f->x * p.s - f->w * p.c - f->k * p.s * p.c);
}

static double rate(const struct slope *f, struct ellipse_point p)
{
    return f->sign * (f->x * p.c + f->w * p.s - f->k * (p.c - p.s) * (p.c + p.s));
}

static double cross(struct ellipse_point a, struct ellipse_point b)
{
    return a.c * b.s - a.s * b.c;
}

static struct ellipse_point unit(double c, double s)
{
    double length = sqrt(c * c + s * s);
    return (struct ellipse_point){c / length, s / length};
}

/* Turn the point p by the angle whose tangent is `step`. */
static struct ellipse_point turned(struct ellipse_point p, double step)
{
    return unit(p.c - step * p.s, p.s + step * p.c);
}

/* True if the step is so small that Newton's method leaves only rounding. */
static int is_last(const struct slope *f, double step, double slope)
{
    return step * step * f->scale <= DBL_EPSILON * slope;
}

/* Root in a bracket of at most a quadrant with f(lo) <= 0 <= f(hi), from a first guess inside. */
static struct ellipse_point narrow(const struct slope *f, struct ellipse_point lo,
                                   struct ellipse_point hi, struct ellipse_point p)
{
    for (int k = 0; k < BRACKET_ROUNDS; k++) {
        double y = value(f, p), slope = rate(f, p), step = slope > 0 ? -y / slope : 0;
        if (y == 0 && slope > 0)
            return p;
        if (y < 0)
            lo = p;
        else
            hi = p;
        struct ellipse_point next = turned(p, step);
        if (slope > 0 && fabs(step) < 1 && cross(lo, next) >= 0 && cross(next, hi) >= 0) {
            if (is_last(f, step, slope))
                return next;
        } else {
            next = unit(lo.c + hi.c, lo.s + hi.s);
        }
        if (next.c == p.c && next.s == p.s)
            return p;
        p = next;
    }
    return p;
}

/* True if the point (x, w) >= 0 is within the evolute: (1 - a^2 - b^2)^3 >= 27 a^2 b^2. */
static int is_within(const struct slope *f)
{
    if (!(f->x + f->w < f->k))
        return 0;
    double a = f->x / f->k, b = f->w / f->k, left = 1 - a * a - b * b;
    return left * left * left > 27 * a * a * b * b;
}

/* Second extremum, in the fourth quadrant. */
static struct ellipse_point second(const struct slope *f)
{
    const struct ellipse_point bottom = {0, -1}, right = {1, 0};
    double c = num_pow(f->x / f->k, 1.0 / 3), s = num_pow(f->w / f->k, 1.0 / 3);
    struct ellipse_point middle = c + s > 0 ? unit(c, -s) : unit(1, -1);
    return f->sign > 0 ? narrow(f, bottom, middle, unit(middle.c, middle.s - 1))
                       : narrow(f, middle, right, unit(middle.c + 1, middle.s));
}

/* First guess in the first quadrant for the global extremum of a point x, w >= 0, or for the
 * opposite of the farthest point. Two bounds are on the same side of the root: one is exact for a
 * circle, the other for a line segment. The guess is the bound that is nearer to the root. */
static struct ellipse_point guess(const struct slope *f)
{
    double size = num_fmax(f->w, f->x), along = f->sign > 0 ? f->x : f->w;
    struct ellipse_point p = size > 0 ? unit(f->x / size, f->w / size) : unit(1, 1), q;
    if (!(along < f->k))
        return p;
    q.c = along / f->k;
    q.s = sqrt((1 - q.c) * (1 + q.c));
    if (f->sign < 0)
        q = (struct ellipse_point){q.s, q.c};
    return f->sign * cross(p, q) > 0 ? q : p;
}

size_t ellipse_extrema(const struct ellipse *e, int farthest, struct ellipse_point extremum[2])
{
    const struct ellipse positive = {e->minor, e->flatness, fabs(e->x), fabs(e->y)};
    struct slope f = slope_of(&positive, farthest);
    double side = farthest ? -1 : 1;
    struct ellipse_point p = guess(&f);
    size_t n = 1;
    extremum[0] = narrow(&f, (struct ellipse_point){side, 0}, (struct ellipse_point){0, side},
                         (struct ellipse_point){side * p.c, side * p.s});
    if (is_within(&f))
        extremum[n++] = second(&f);
    for (size_t k = 0; k < n; k++) {
        extremum[k].c = e->x < 0 ? -extremum[k].c : extremum[k].c;
        extremum[k].s = e->y < 0 ? -extremum[k].s : extremum[k].s;
    }
    return n;
}

int ellipse_follow(const struct ellipse *e, int farthest, struct ellipse_point *point)
{
    struct slope f = slope_of(e, farthest);
    struct ellipse_point p = *point;
    for (int k = 0; k < FOLLOW_ROUNDS; k++) {
        double slope = rate(&f, p), step = slope > 0 ? -value(&f, p) / slope : (double)INFINITY;
        if (!(fabs(step) < FOLLOW_STEP))
            return 0;
        p = turned(p, step);
        if (!(p.c * point->c + p.s * point->s > 0) || fabs(cross(*point, p)) > FOLLOW_FARTHEST)
            return 0;
        if (is_last(&f, step, slope)) {
            *point = p;
            return rate(&f, p) > 0;
        }
    }
    return 0;
}
