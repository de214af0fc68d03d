/* SPDX-License-Identifier: MIT */
/* Splines: the equations that define the moments, and the order of convergence. */
#include "tap.h"
#include "random.h"
#include "num/spline.h"

enum { MOST_KNOTS = 40 };

/* Slope at a knot from the cubic before it minus the slope from the cubic after it. */
static double kink_of_slope(const double *h, const double *y, const double *m, size_t a, size_t i,
                            size_t b)
{
    double before = (y[i] - y[a]) / h[a] + h[a] * (m[a] + 2 * m[i]) / 6;
    double after = (y[b] - y[i]) / h[i] - h[i] * (2 * m[i] + m[b]) / 6;
    return before - after;
}

static double worst_kink(size_t knots, int periodic)
{
    double h[MOST_KNOTS], y[2 * MOST_KNOTS], m[MOST_KNOTS], memory[3 * MOST_KNOTS], own[MOST_KNOTS],
        worst = 0;
    struct spline spline;
    for (size_t i = 0; i < knots; i++) {
        h[i] = pow(10, uniform(-1, 1));
        own[i] = uniform(-1, 1);
        y[2 * i] = own[i];
        y[2 * i + 1] = NAN; /* skipped by the stride */
    }
    spline_prepare(&spline, knots, periodic, h, memory, NULL);
    spline_moments(&spline, y, 2, m);
    for (size_t i = periodic ? 0 : 1; i + (periodic ? 0 : 1) < knots; i++)
        worst = fmax(worst,
                     fabs(kink_of_slope(h, own, m, (i + knots - 1) % knots, i, (i + 1) % knots)));
    return periodic ? worst : fmax(worst, fabs(m[0]) + fabs(m[knots - 1]));
}

static void test_smooth(void)
{
    double natural = 0, periodic = 0;
    for (size_t knots = 2; knots <= MOST_KNOTS; knots++)
        for (int i = 0; i < 20; i++) {
            natural = fmax(natural, worst_kink(knots, 0));
            periodic = knots > 2 ? fmax(periodic, worst_kink(knots, 1)) : periodic;
        }
    check(natural <= 1e-13, "2 to 40 knots: largest kink %.2g, no curvature at the ends", natural);
    check(periodic <= 1e-13, "3 to 40 knots, periodic: largest kink %.2g", periodic);
}

/* Largest error of the second derivatives of sin at n knots per period. */
static double sine_error(size_t n)
{
    const double turn = 8 * atan(1);
    double h[MOST_KNOTS], y[MOST_KNOTS], m[MOST_KNOTS], memory[3 * MOST_KNOTS], worst = 0;
    struct spline spline;
    for (size_t i = 0; i < n; i++) {
        h[i] = turn / (double)n;
        y[i] = sin(turn * (double)i / (double)n);
    }
    spline_prepare(&spline, n, 1, h, memory, NULL);
    spline_moments(&spline, y, 1, m);
    for (size_t i = 0; i < n; i++)
        worst = fmax(worst, fabs(m[i] + y[i]));
    return worst;
}

int main(void)
{
    test_smooth();
    double ratio = sine_error(20) / sine_error(40);
    check(ratio > 3.9 && ratio < 4.1,
          "second derivatives of sin: half the spacing divides the error by %.3f", ratio);
    return done();
}
