/* SPDX-License-Identifier: MIT */
/* Polynomials that interpolate functions at Chebyshev points, compared with these functions. */
#include "num/chebyshev.h"
#include "num/series.h"
#include "tap.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

static double c[CHEBYSHEV_POINTS];

static double fit_polynomial(double (*f)(double))
{
    double value[CHEBYSHEV_POINTS];
    for (int j = 0; j < CHEBYSHEV_POINTS; j++)
        value[j] = f(chebyshev_point[j]);
    return chebyshev_fit(value, c);
}

static double largest_error(double (*f)(double))
{
    double most = 0;
    for (int i = 0; i <= 1000; i++)
        most = fmax(most, fabs(series_value(c, CHEBYSHEV_DEGREE, i / 1000.0) - f(i / 1000.0)));
    return most;
}

static double constant(double t)
{
    (void)t;
    return 9.81;
}

static double straight(double t)
{
    return 3 - 7 * t;
}

static double highest_power(double t)
{
    double power = 1;
    for (int k = 0; k < CHEBYSHEV_DEGREE; k++)
        power *= 2 * t - 1;
    return power;
}

static double wave(double t)
{
    return sin(2 * t);
}

static double kink(double t)
{
    return fabs(t - 0.3);
}

static void test_points(void)
{
    double most = 0;
    for (int j = 0; j < CHEBYSHEV_POINTS; j++) {
        double angle = (2 * j + 1) * acos(-1.0) / (2 * CHEBYSHEV_POINTS);
        most = fmax(most, fabs(chebyshev_point[j] - (1 - cos(angle)) / 2));
    }
    check(most <= 2e-16, "the Chebyshev points are right within %.2g", most);
}

/* A constant function is interpolated by the same constant, to the last bit. */
static void test_same(void)
{
    int others = 0;
    double left_out = fit_polynomial(constant);
    for (int k = 1; k < CHEBYSHEV_POINTS; k++)
        others += c[k] != 0;
    check(c[0] == 9.81 && others == 0 && left_out == 0, "a constant stays exactly constant");
}

int main(void)
{
    test_points();
    test_same();
    double left_out = fit_polynomial(straight);
    check(largest_error(straight) <= 4e-15 && left_out <= 1e-14 && fabs(c[2]) <= 1e-14,
          "a straight line is interpolated within %.2g", largest_error(straight));
    fit_polynomial(highest_power);
    /* the magnitudes of the coefficients add up to 3^12, so their rounding errors to 3^12 epsilon
     */
    check(largest_error(highest_power) <= 531441 * DBL_EPSILON,
          "a polynomial of degree %d is interpolated within %.2g", CHEBYSHEV_DEGREE,
          largest_error(highest_power));
    left_out = fit_polynomial(wave);
    check(largest_error(wave) <= left_out && left_out <= 1e-10,
          "a wave is interpolated within %.2g; the reported error is %.2g", largest_error(wave),
          left_out);
    left_out = fit_polynomial(kink);
    check(left_out > 1e-4, "the reported error at a kink is %.2g", left_out);
    left_out = fit_polynomial(log); /* -infinity at the lower end of the interval, 0 */
    check(isfinite(left_out),
          "a function that is defined only inside the interval gives finite numbers");
    double none[CHEBYSHEV_POINTS] = {0};
    none[5] = NAN;
    check(isnan(chebyshev_fit(none, c)), "a value of NaN is reported");
    return done();
}
