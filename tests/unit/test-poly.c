/* SPDX-License-Identifier: MIT */
/* Quadratic equations with known roots: simple, double, close, none, badly scaled. */
#include "tap.h"
#include <float.h>
#include <math.h>
#include "num/poly.h"

static void check_quadratic(const char *name, double a0, double b, double a, size_t want,
                            double first, double second)
{
    double root[2] = {(double)NAN, (double)NAN};
    size_t n = poly_quadratic((double[]){a0, b, a}, root);
    check(n == want && (n < 1 || fabs(root[0] - first) <= 2 * DBL_EPSILON * fabs(first)) &&
              (n < 2 || fabs(root[1] - second) <= 2 * DBL_EPSILON * fabs(second)),
          "quadratic, %s", name);
}

static void test_quadratic(void)
{
    check_quadratic("two roots", -6, 1, 1, 2, -3, 2);
    check_quadratic("negative leading", 6, -1, -1, 2, -3, 2);
    check_quadratic("double", 9, 6, 1, 1, -3, 0);
    check_quadratic("none", 1, 1, 1, 0, 0, 0);
    check_quadratic("linear", -6, 2, 0, 1, 3, 0);
    check_quadratic("constant", 1, 0, 0, 0, 0, 0);
    check_quadratic("zero", 0, 0, 0, 0, 0, 0);
    check_quadratic("root 0", 0, 3, -1, 2, 0, 3);
    check_quadratic("only the square", 0, 0, 7, 1, 0, 0);
    check_quadratic("no cancellation", 1, -1e9, 1, 2, 1e-9, 1e9);
    check_quadratic("close pair", 94906268.375, -2 * 94906267.0, 94906265.625, 2, 1,
                    94906268.375 / 94906265.625);
    check_quadratic("square overflows", 0x1p1000, -1.25 * 0x1p1000, 0x1p998, 2, 1, 4);
    check_quadratic("square underflows", 0x1p-1000, -1.25 * 0x1p-1000, 0x1p-1002, 2, 1, 4);
    check_quadratic("huge roots", -1e300, 0, 1e-300, 2, -1e300, 1e300);
    check_quadratic("tiny roots", -1e-300, 0, 1e300, 2, -1e-300, 1e-300);
    check_quadratic("far apart", 1e-200, 1, 1e-200, 2, -1e200, -1e-200);
    check_quadratic("one root beyond doubles", 1, 1, 1e-320, 1, -1, 0);
}

int main(void)
{
    test_quadratic();
    return done();
}
