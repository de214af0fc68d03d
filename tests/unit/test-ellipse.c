/* SPDX-License-Identifier: MIT */
/* Extrema of the distance of a point to an ellipse, compared with 2^12 points of the ellipse. */
#include "ground/ellipse.h"
#include "random.h"
#include "tap.h"

#include <float.h>

enum { FINE = 1 << 12 };

static const double pi = 3.14159265358979323846;

static double square(const struct ellipse *e, double c, double s)
{
    double dx = c - e->x, dy = e->minor * s - e->y;
    return dx * dx + dy * dy;
}

/* Angles of the extrema among equally spaced points of the ellipse. */
static size_t sampled_extrema(const struct ellipse *e, int farthest, double *angle)
{
    static double d[FINE], c[FINE], s[FINE];
    double sign = farthest ? -1 : 1;
    size_t n = 0;
    for (int k = 0; k < FINE && c[0] == 0; k++) {
        int i = FINE - 1 - k; /* c[0] last */
        c[i] = cos(2 * pi * i / FINE);
        s[i] = sin(2 * pi * i / FINE);
    }
    for (int k = 0; k < FINE; k++)
        d[k] = sign * square(e, c[k], s[k]);
    for (int k = 0; k < FINE; k++)
        if (d[k] < d[(k + 1) % FINE] && d[k] <= d[(k + FINE - 1) % FINE] && n < 4)
            angle[n++] = 2 * pi * k / FINE;
    return n;
}

/* Magnitude of the second derivative of the squared distance with respect to the angle, relative to
 * its bound. Where it is small, extrema nearly coincide, and sampling cannot separate them. */
static double sharpness(const struct ellipse *e, const struct ellipse_point *p)
{
    double w = e->minor * e->y, k = e->flatness;
    return fabs(e->x * p->c + w * p->s - k * (p->c * p->c - p->s * p->s)) /
           (fabs(e->x) + fabs(w) + k);
}

/* Magnitude of the first derivative, which vanishes at extrema, relative to the same bound. */
static double slope(const struct ellipse *e, const struct ellipse_point *p)
{
    double w = e->minor * e->y, k = e->flatness;
    return fabs(e->x * p->s - w * p->c - k * p->s * p->c) / (fabs(e->x) + fabs(w) + k);
}

/* True if each of the points is near one of the angles. */
static int points_are_near(const struct ellipse_point *p, size_t n, const double *angle)
{
    for (size_t k = 0; k < n; k++) {
        int near = 0;
        for (size_t i = 0; i < n; i++)
            near |= cos(angle[i]) * p[k].c + sin(angle[i]) * p[k].s > 1 - 1e-4;
        if (!near)
            return 0;
    }
    return 1;
}

static struct ellipse random_ellipse(int kind)
{
    double away = pow(10, uniform(-3, 1)), turn = uniform(-pi, pi);
    double tilt = kind % 3 == 0 ? pow(10, uniform(-8, 0)) : uniform(0, pi / 2);
    struct ellipse e = {cos(tilt), sin(tilt) * sin(tilt), away * cos(turn), away * sin(turn)};
    if (kind % 7 == 0)
        e.x = 0;
    else if (kind % 11 == 0)
        e.y = 0;
    if (kind % 13 == 0) {
        e.minor = 0;
        e.flatness = 1;
    }
    return e;
}

static void test_random(int farthest)
{
    enum { TIMES = 3000 };
    int right = 0, unclear = 0, twice = 0, ordered = 0, wrong = 0;
    double worst = 0;
    for (int k = 0; k < TIMES; k++) {
        struct ellipse e = random_ellipse(k);
        struct ellipse_point p[2];
        double angle[4], sharp = 1;
        size_t n = ellipse_extrema(&e, farthest, p),
               expected = sampled_extrema(&e, farthest, angle);
        for (size_t i = 0; i < n; i++) {
            sharp = fmin(sharp, sharpness(&e, &p[i]));
            worst = fmax(worst, slope(&e, &p[i]));
        }
        if (sharp < 1e-3) {
            unclear++;
            continue;
        }
        twice += n == 2;
        right += n == expected && points_are_near(p, n, angle);
        ordered += n < 2 || (farthest ? -1 : 1) *
                                    (square(&e, p[1].c, p[1].s) - square(&e, p[0].c, p[0].s)) >=
                                -1e-15;
        if (!(n == expected && points_are_near(p, n, angle)) && wrong++ < 3)
            printf("# %.17g %.17g %.17g: %zu, not %zu\n", e.minor, e.x, e.y, n, expected);
    }
    check(right == TIMES - unclear && unclear < TIMES / 3 && twice > TIMES / 10,
          "%s: extrema of %d of %d ellipses agree with samples, %d are unclear, %d have two",
          farthest ? "farthest" : "nearest", right, TIMES, unclear, twice);
    check(ordered == TIMES - unclear, "the global extremum is the first one");
    check(worst <= 8 * DBL_EPSILON, "slopes at the extrema: %.2g, at most %.2g", worst,
          8 * DBL_EPSILON);
}

/* Extrema that are followed while ellipse and point move slightly. */
static void test_follow(int farthest)
{
    enum { TIMES = 3000 };
    int same_ones = 0, unclear = 0, wrong = 0;
    for (int k = 0; k < TIMES; k++) {
        struct ellipse e = random_ellipse(k);
        struct ellipse_point p[2], q[2];
        size_t n = ellipse_extrema(&e, farthest, p);
        int fine = 1;
        e.x += uniform(-1e-3, 1e-3) * (fabs(e.x) + 0.01);
        e.y += uniform(-1e-3, 1e-3) * (fabs(e.y) + 0.01);
        if (ellipse_extrema(&e, farthest, q) != n || sharpness(&e, &q[0]) < 0.1 ||
            (n == 2 && sharpness(&e, &q[1]) < 0.1)) {
            unclear++;
            continue;
        }
        for (size_t i = 0; i < n; i++) {
            size_t j = p[i].c * q[0].c + p[i].s * q[0].s > 0.9 ? 0 : n - 1;
            fine &= ellipse_follow(&e, farthest, &p[i]) && fabs(p[i].c - q[j].c) <= 1e-14 &&
                    fabs(p[i].s - q[j].s) <= 1e-14;
            if (!fine && wrong++ < 3)
                printf("# %.17g %.17g %.17g\n", e.minor, e.x, e.y);
        }
        same_ones += fine;
    }
    check(same_ones == TIMES - unclear && unclear < TIMES * 3 / 4,
          "%d of %d extrema are followed, %d are unclear", same_ones, TIMES, unclear);
}

static void test_special(void)
{
    const struct ellipse circle = {1, 0, 3, 4}, centre = {1, 0, 0, 0}, flat = {0, 1, 0.6, 0};
    struct ellipse_point p[2];
    size_t n = ellipse_extrema(&circle, 0, p);
    check(n == 1 && fabs(p[0].c - 0.6) < 1e-15 && fabs(p[0].s - 0.8) < 1e-15,
          "nearest point of a circle");
    n = ellipse_extrema(&circle, 1, p);
    check(n == 1 && fabs(p[0].c + 0.6) < 1e-15 && fabs(p[0].s + 0.8) < 1e-15,
          "farthest point of a circle");
    n = ellipse_extrema(&centre, 0, p);
    check(n == 1 && fabs(p[0].c * p[0].c + p[0].s * p[0].s - 1) < 1e-15,
          "from the centre of a circle one extremum is returned");
    n = ellipse_extrema(&flat, 0, p);
    check(n == 2 && fabs(p[0].c - 0.6) < 1e-15 && fabs(p[1].c - 0.6) < 1e-15 && p[0].s * p[1].s < 0,
          "a point on a line segment: both sides of it");
    n = ellipse_extrema(&flat, 1, p);
    check(n == 2 && p[0].c == -1 && fabs(p[1].c - 1) < 1e-15,
          "the ends of the segment are farthest");
    struct ellipse_point lost = {0, 1};
    check(!ellipse_follow(&circle, 1, &lost) && lost.c == 0 && lost.s == 1,
          "a distant extremum is not followed");
}

int main(void)
{
    test_random(0);
    test_random(1);
    test_follow(0);
    test_follow(1);
    test_special();
    return done();
}
