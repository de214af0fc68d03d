/* SPDX-License-Identifier: MIT */
/* First roots at which a polynomial becomes negative: no earlier root is missed, and roots are at
 * their known places. */
#include "tap.h"
#include "random.h"
#include <float.h>
#include <math.h>
#include "num/first_root.h"
#include "num/series.h"

enum { QUARTICS = 200000, SAMPLES = 200, DIPS = 100000, LONG = 20000, DEGREE = 34 };

/* Largest depth below zero, from t = 0 to `end`, of the polynomial of degree 4 with the
 * coefficients c, at SAMPLES equidistant times. */
static double sampled_depth(const double *c, double end)
{
    double deepest = 0;
    for (int i = 0; i < SAMPLES; i++)
        deepest = fmax(deepest, -series_value(c, 4, (i + 0.5) / SAMPLES * end));
    return deepest;
}

/* Set the coefficients c of |p(t)|^2 - r^2 for a wheel of radius r = 0.1 m that is thrown past a
 * corner: p(t) is the place of its centre relative to the corner, on a parabola, and begins outside
 * the radius. */
static void make_polynomial(double c[5])
{
    double p[2][3] = {{0, uniform(-5, 5), 0}, {0, uniform(-5, 5), -9.81 / 2}};
    do {
        p[0][0] = uniform(-2, 2);
        p[1][0] = uniform(-2, 2);
    } while (hypot(p[0][0], p[1][0]) <= 0.1);
    for (int k = 0; k < 5; k++)
        c[k] = k == 0 ? -0.01 : 0;
    for (int way = 0; way < 2; way++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                c[j + k] += p[way][j] * p[way][k];
}

static void test_quartics(void)
{
    static double c[QUARTICS][5], found[QUARTICS];
    int falls = 0, wrong = 0;
    double deepest = 0;
    for (int i = 0; i < QUARTICS; i++)
        make_polynomial(c[i]);
    for (int i = 0; i < QUARTICS; i++)
        found[i] = first_root(c[i], 4, 1);
    for (int i = 0; i < QUARTICS; i++) {
        double end = fmin(found[i], 1);
        deepest = fmax(deepest, sampled_depth(c[i], end));
        if (!isinf(found[i])) {
            falls++;
            wrong += !(fabs(series_value(c[i], 4, end)) < 1e-12 && series_slope(c[i], 4, end) < 0);
        }
    }
    check(falls > 1000 && wrong == 0, "wheels thrown at a corner: %d roots, %d of them wrong",
          falls, wrong);
    check(deepest < 1e-13,
          "largest depth below zero before the root found, or before the end if none is found: "
          "%.2g m^2",
          deepest);
}

/* Parabolas that dip below zero by 1e-12 to 1e-3 and rise again. Those that begin below zero are
 * skipped. */
static void test_dips(void)
{
    int missed = 0;
    for (int i = 0; i < DIPS; i++) {
        double depth = pow(10, uniform(-12, -3)), at = uniform(0.05, 0.95);
        double bend = pow(10, uniform(-0.5, 1));
        double c[3] = {bend * at * at - depth, -2 * bend * at, bend};
        double want = at - sqrt(depth / bend), got = first_root(c, 2, 1);
        missed += c[0] > 0 && !(fabs(got - want) < 1e-15 * bend / sqrt(depth * bend) + 1e-14);
    }
    check(
        missed == 0,
        "dips of 1e-12 to 1e-3: %d missed in %d parabolas, of which those below zero at the start "
        "are skipped",
        missed, DIPS);
}

/* Products of DEGREE linear factors. Only two of their roots are positive; the smaller one,
 * `first`, is expected if it is before the end, 1. */
static void test_degree(void)
{
    int missed = 0, falls = 0;
    for (int i = 0; i < LONG; i++) {
        double c[DEGREE + 1] = {1}, first = uniform(0.1, 1.2), second = first + uniform(0.05, 1);
        for (int k = 0; k < DEGREE; k++) {
            /* (1 - t/first) (1 - t/second), times factors 1 + t/root with roots far to the left */
            double factor = k == 0 ? -1 / first : k == 1 ? -1 / second : 1 / uniform(5, 50);
            for (int j = k + 1; j > 0; j--)
                c[j] += factor * c[j - 1];
        }
        double got = first_root(c, DEGREE, 1);
        falls += first < 1;
        missed += first < 1 ? !(fabs(got - first) < 1e-12) : !isinf(got);
    }
    check(missed == 0 && falls > LONG / 2, "degree %d: %d roots, %d missed", DEGREE, falls, missed);
}

/* Polynomials that are zero or negative at the start, that touch zero, or whose root is just before
 * or just after the end. */
static void test_starts(void)
{
    const double zero[3] = {0, 0, 0}, down[3] = {0, -1, 2}, below[2] = {-1, 2};
    const double back[4] = {0, 0, 1, -2}, touches[3] = {1, -4, 4}, ends[2] = {1, -0.5};
    check(isinf(first_root(zero, 2, 1)), "the zero polynomial has no root");
    check(first_root(down, 2, 1) == 0,
          "a polynomial that falls from zero has its root at the start");
    check(first_root(below, 1, 1) == 0, "a polynomial below zero has its root at the start");
    check(fabs(first_root(back, 3, 1) - 0.5) < 1e-15, "two vanishing coefficients are divided out");
    check(isinf(first_root(touches, 2, 1)), "a polynomial that touches zero has no root");
    check(isinf(first_root(ends, 1, 1.999)) && fabs(first_root(ends, 1, 2.001) - 2) < 1e-15,
          "a root just before the end is found, one just after it is not");
}

int main(void)
{
    test_quartics();
    test_dips();
    test_degree();
    test_starts();
    return done();
}
