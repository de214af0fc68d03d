/* SPDX-License-Identifier: MIT */
/* Roots against known ones: simple, multiple, clustered, none, badly scaled, at the ends. */
#include "tap.h"
#include "random.h"
#include <float.h>
#include <stdint.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>
#include "num/poly.h"
#include "num/series.h"

/* Coefficients of leading * product of (x - root). */
static void expand(const double *root, size_t n, double leading, double *c)
{
    memset(c, 0, (POLY_DEGREE + 1) * sizeof *c);
    c[0] = leading;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 2; j-- > 0;)
            c[j] = (j > 0 ? c[j - 1] : 0) - root[i] * c[j];
}

/* How far rounding of the values may move a root of this multiplicity: the m-th derivative there is
 * leading * m! times the product of the distances to the other roots. */
static double uncertainty(const double *root, size_t n, const double *c, double x)
{
    double sum = 0, others = fabs(c[n]);
    size_t multiplicity = 0;
    for (size_t i = n + 1; i-- > 0;)
        sum = sum * fabs(x) + fabs(c[i]);
    for (size_t i = 0; i < n; i++)
        if (root[i] == x)
            multiplicity++;
        else
            others *= fabs(x - root[i]);
    double noise = 4 * (double)n * DBL_EPSILON * sum / others;
    return DBL_EPSILON * fabs(x) + pow(noise, 1 / (double)(multiplicity ? multiplicity : 1));
}

/* Integer roots in -9 ... 9, so that the coefficients are exact; sorted, with multiplicities. */
static void integer_roots(double *root, size_t n, int distinct)
{
    for (size_t i = 0; i < n; i++) {
        int again = 1;
        while (again) {
            root[i] = floor(uniform(-9, 10));
            again = 0;
            for (size_t j = 0; distinct && j < i; j++)
                again |= root[i] == root[j];
        }
    }
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && root[j] < root[j - 1]; j--) {
            double swap = root[j];
            root[j] = root[j - 1];
            root[j - 1] = swap;
        }
}

/* The roots within [lo, hi] are those given, each once, as near as rounding lets them be. */
static int agrees(const double *root, size_t n, const double *c, double lo, double hi)
{
    double found[POLY_DEGREE];
    size_t count, next = 0;
    if (poly_roots(c, POLY_DEGREE, lo, hi, found, &count) != WD_OK)
        return 0;
    for (size_t i = 0; i < n; i++) {
        if (root[i] < lo || root[i] > hi || (i > 0 && root[i] == root[i - 1]))
            continue;
        if (next == count || fabs(found[next] - root[i]) > uncertainty(root, n, c, root[i])) {
            printf("# root %g: got %.17g\n", root[i], next < count ? found[next] : (double)NAN);
            return 0;
        }
        next++;
    }
    return next == count;
}

static void test_known(void)
{
    for (size_t n = 1; n <= POLY_DEGREE; n++)
        for (int distinct = 0; distinct < 2; distinct++) {
            int good = 0;
            for (int trial = 0; trial < 500; trial++) {
                double root[POLY_DEGREE], c[POLY_DEGREE + 1];
                double limit = trial % 3 ? floor(uniform(0, 10)) + 0.5 : (double)INFINITY;
                integer_roots(root, n, distinct);
                expand(root, n, trial % 2 ? -3 : 1, c);
                good += agrees(root, n, c, -limit, limit);
            }
            check(good == 500, "degree %zu, %s integer roots, %d of 500", n,
                  distinct ? "different" : "any", good);
        }
}

/* Sign changes on a fine grid, each of which must hold an odd number of roots. */
static void test_random(void)
{
    int bad = 0, roots = 0;
    for (int trial = 0; trial < 1000; trial++) {
        double c[POLY_DEGREE + 1], found[POLY_DEGREE];
        size_t degree = (size_t)uniform(1, 9), count, next = 0;
        for (size_t i = 0; i <= degree; i++)
            c[i] = uniform(-1, 1) * pow(10, uniform(-3, 3));
        bad += poly_roots(c, degree, -2, 2, found, &count) != WD_OK;
        roots += (int)count;
        double x = -2, f = series_value(c, degree, x);
        for (int i = 1; i <= 4000; i++) {
            double y = -2 + i * 1e-3, g = series_value(c, degree, y);
            size_t here = 0;
            while (next < count && found[next] <= y) {
                bad += found[next] < x;
                here++;
                next++;
            }
            bad += ((f < 0) != (g < 0)) && here % 2 == 0;
            x = y;
            f = g;
        }
        bad += next != count;
    }
    check(bad == 0 && roots > 1000, "random coefficients, %d roots", roots);
}

static void expect(const char *name, const double *c, size_t degree, double lo, double hi,
                   size_t want, double first, double tolerance)
{
    double found[POLY_DEGREE] = {(double)NAN};
    size_t count;
    int32_t status = poly_roots(c, degree, lo, hi, found, &count);
    check(status == WD_OK && count == want, "%s: %zu roots", name, count);
    if (want > 0)
        near_rel(found[0], first, tolerance, 0, "   the first of them");
}

static void test_special(void)
{
    const double inf = (double)INFINITY;
    expect("no real root", (double[]){1, 0, 1}, 2, -inf, inf, 0, 0, 0);
    expect("just none", (double[]){1 + 1e-10, -2, 1}, 2, -inf, inf, 0, 0, 0);
    expect("hidden by rounding", (double[]){1, -2, 1, 0, 0}, 4, -inf, inf, 1, 1, DBL_EPSILON);
    expect("clustered", (double[]){1 - 1e-10, -2, 1}, 2, 0, 3, 2, 1 - 1e-5, 1e-10);
    expect("leading coefficient 0", (double[]){-6, 1, 1, 0, 0}, 4, -inf, inf, 2, -3, 1e-15);
    expect("leading coefficient 1e-20", (double[]){-6, 1, 1, 1e-20}, 3, -10, 10, 2, -3, 1e-15);
    expect("the same everywhere", (double[]){-6, 1, 1, 1e-20}, 3, -inf, inf, 3, -1e20, 1e-15);
    expect("leading coefficient denormal", (double[]){-6, 1, 1, 5e-324}, 3, -10, 10, 2, -3, 1e-15);
    expect("huge ratio", (double[]){-1e300, 0, 1e-300}, 2, -inf, inf, 2, -1e300, 1e-15);
    expect("small ratio", (double[]){-1e-300, 0, 1e300}, 2, -inf, inf, 2, -1e-300, 1e-15);
    expect("huge", (double[]){-DBL_MAX, 0, DBL_MAX, 0, 0}, 4, -inf, inf, 2, -1, 1e-15);
    expect("denormal", (double[]){-8e-320, 0, 0, 1e-320}, 3, -inf, inf, 1, 2, 1e-15);
    expect("long interval", (double[]){-6, 1, 1}, 2, 0, DBL_MAX, 1, 2, 1e-15);
    expect("only the highest power", (double[]){0, 0, 0, 0, 5}, 4, -inf, inf, 1, 0, 0);
    expect("constant", (double[]){4, 0, 0}, 2, -inf, inf, 0, 0, 0);
    expect("at the lower end", (double[]){0, 3, -1}, 2, 0, 1, 1, 0, 0);
    expect("at both ends", (double[]){0, 3, -1}, 2, 0, 3, 2, 0, 0);
    expect("interval of one point", (double[]){-2, 1}, 1, 2, 2, 1, 2, 0);
    expect("one point beside it", (double[]){-2, 1}, 1, 2.5, 2.5, 0, 0, 0);
    expect("eight times the same", (double[]){1, -8, 28, -56, 70, -56, 28, -8, 1}, 8, -inf, inf, 1,
           1, DBL_EPSILON);
    expect("Chebyshev 8", (double[]){1, 0, -32, 0, 160, 0, -256, 0, 128}, 8, -1, 1, 8,
           -cos(acos(-1) / 16), 1e-14);
}

static void quadratic(const char *name, double a0, double b, double a, size_t want, double first,
                      double second)
{
    double root[2] = {(double)NAN, (double)NAN};
    size_t n = poly_quadratic((double[]){a0, b, a}, root);
    check(n == want && (n < 1 || fabs(root[0] - first) <= 2 * DBL_EPSILON * fabs(first)) &&
              (n < 2 || fabs(root[1] - second) <= 2 * DBL_EPSILON * fabs(second)),
          "quadratic, %s", name);
}

static void test_quadratic(void)
{
    quadratic("two roots", -6, 1, 1, 2, -3, 2);
    quadratic("negative leading", 6, -1, -1, 2, -3, 2);
    quadratic("double", 9, 6, 1, 1, -3, 0);
    quadratic("none", 1, 1, 1, 0, 0, 0);
    quadratic("linear", -6, 2, 0, 1, 3, 0);
    quadratic("constant", 1, 0, 0, 0, 0, 0);
    quadratic("zero", 0, 0, 0, 0, 0, 0);
    quadratic("root 0", 0, 3, -1, 2, 0, 3);
    quadratic("only the square", 0, 0, 7, 1, 0, 0);
    quadratic("no cancellation", 1, -1e9, 1, 2, 1e-9, 1e9);
    quadratic("close pair", 94906268.375, -2 * 94906267.0, 94906265.625, 2, 1,
              94906268.375 / 94906265.625);
    quadratic("square overflows", 0x1p1000, -1.25 * 0x1p1000, 0x1p998, 2, 1, 4);
    quadratic("square underflows", 0x1p-1000, -1.25 * 0x1p-1000, 0x1p-1002, 2, 1, 4);
    quadratic("huge roots", -1e300, 0, 1e-300, 2, -1e300, 1e300);
    quadratic("tiny roots", -1e-300, 0, 1e300, 2, -1e-300, 1e-300);
    quadratic("far apart", 1e-200, 1, 1e-200, 2, -1e200, -1e-200);
    quadratic("one root beyond doubles", 1, 1, 1e-320, 1, -1, 0);
}

static void test_refusals(void)
{
    const double nan = (double)NAN, inf = (double)INFINITY;
    double c[POLY_DEGREE + 2] = {1, 1}, roots[POLY_DEGREE];
    size_t count = 7;
    check(poly_roots(c, POLY_DEGREE + 1, 0, 1, roots, &count) == WD_EINVAL && count == 0,
          "degree too high");
    check(poly_roots(c, 1, 1, 0, roots, &count) == WD_EINVAL &&
              poly_roots(c, 1, nan, 0, roots, &count) == WD_EINVAL &&
              poly_roots(c, 1, 0, nan, roots, &count) == WD_EINVAL,
          "no interval");
    check(poly_roots((double[]){0, 0}, 1, 0, 1, roots, &count) == WD_EINVAL, "all coefficients 0");
    check(poly_roots((double[]){1, inf}, 1, 0, 1, roots, &count) == WD_EINVAL &&
              poly_roots((double[]){nan, 1}, 1, 0, 1, roots, &count) == WD_EINVAL,
          "coefficients that are not finite");
}

int main(void)
{
    test_known();
    test_random();
    test_special();
    test_quadratic();
    test_refusals();
    return done();
}
