/* SPDX-License-Identifier: MIT */
/* Elementary functions: values that are known by definition, and a hash of the bits of many values.
 * test-elementary-ulps compares other values with MPFR. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "num/elementary.h"
#include "random.h"
#include "tap.h"

#define INF ((double)INFINITY)
#define NOT ((double)NAN)
#define PI 3.14159265358979323846
#define TINY 4.9406564584124654e-324

/* True for the same number, including the sign of zero, or two NaN. */
static int is_same(double x, double y)
{
    return isnan(x) ? isnan(y) : x == y && !signbit(x) == !signbit(y);
}

static const struct one {
    const char *name;
    double (*f)(double);
    double cases[20]; /* pairs of argument and value; a pair of zeros ends the list */
} ones[] = {
    {"exp", num_exp, {-0.0, 1, INF, INF, -INF, 0, NOT, NOT, 710, INF, -746, 0, 1e300, INF}},
    {"exp2", num_exp2, {-0.0, 1, INF, INF, -INF, 0, NOT, NOT, 1024, INF, -1074, TINY, 10, 1024}},
    {"expm1", num_expm1, {-0.0, -0.0, INF, INF, -INF, -1, NOT, NOT, TINY, TINY, 710, INF, -50, -1}},
    {"cosh", num_cosh, {-0.0, 1, INF, INF, -INF, INF, NOT, NOT, 711, INF, TINY, 1, -1e9, INF}},
    {"tanh", num_tanh, {-0.0, -0.0, INF, 1, -INF, -1, NOT, NOT, -TINY, -TINY, 30, 1, -20, -1}},
    {"log", num_log, {-0.0, -INF, INF, INF, -1, NOT, NOT, NOT, 1, 0, -INF, NOT, 0, -INF}},
    {"log2", num_log2, {-0.0, -INF, INF, INF, -1, NOT, NOT, NOT, 8, 3, TINY, -1074, 1, 0}},
    {"log10", num_log10, {-0.0, -INF, INF, INF, -1, NOT, NOT, NOT, 1e22, 22, 1000, 3, 1, 0}},
    {"sin", num_sin, {-0.0, -0.0, INF, NOT, -INF, NOT, NOT, NOT, TINY, TINY, -1e-300, -1e-300}},
    {"cos", num_cos, {-0.0, 1, INF, NOT, -INF, NOT, NOT, NOT, TINY, 1, 1e-300, 1}},
    {"atan", num_atan, {-0.0, -0.0, INF, PI / 2, -INF, -PI / 2, NOT, NOT, TINY, TINY, 1, PI / 4}},
    {"asin", num_asin, {-0.0, -0.0, 1, PI / 2, -1, -PI / 2, NOT, NOT, -TINY, -TINY, 1.1, NOT}},
    {"cbrt", num_cbrt, {-0.0, -0.0, INF, INF, -INF, -INF, NOT, NOT, 27, 3, -0x1p-1074, -0x1p-358}},
    {"cbrt", num_cbrt, {1, 1, 1e300, 1e100, -8, -2, 0x1p1023, 0x1p341, 0x1p-1023, 0x1p-341}},
};

static void special_values(void)
{
    for (size_t i = 0; i < sizeof ones / sizeof *ones; i++) {
        const double *c = ones[i].cases;
        check(is_same(ones[i].f(0), fabs(ones[i].f(-0.0)) == 0 ? 0 : ones[i].f(-0.0)), "%s(0)",
              ones[i].name);
        for (size_t k = 0; k < 20 && (k == 0 || c[k] != 0 || c[k + 1] != 0); k += 2)
            check(is_same(ones[i].f(c[k]), c[k + 1]), "%s(%g) = %g: got %.17g", ones[i].name, c[k],
                  c[k + 1], ones[i].f(c[k]));
    }
}

static const struct two {
    const char *name;
    double (*f)(double, double);
    double x, y, value;
} twos[] = {
    {"pow", num_pow, 0, 3, 0},
    {"pow", num_pow, -0.0, 3, -0.0},
    {"pow", num_pow, -0.0, 2, 0},
    {"pow", num_pow, -0.0, 0.5, 0},
    {"pow", num_pow, -0.0, -3, -INF},
    {"pow", num_pow, 0, -0.5, INF},
    {"pow", num_pow, -0.0, -4, INF},
    {"pow", num_pow, -1, INF, 1},
    {"pow", num_pow, -1, -INF, 1},
    {"pow", num_pow, 1, NOT, 1},
    {"pow", num_pow, NOT, 0, 1},
    {"pow", num_pow, NOT, 1, NOT},
    {"pow", num_pow, 2, NOT, NOT},
    {"pow", num_pow, -2, 0.5, NOT},
    {"pow", num_pow, -2, 3, -8},
    {"pow", num_pow, -2, -2, 0.25},
    {"pow", num_pow, 0.5, -INF, INF},
    {"pow", num_pow, 0.5, INF, 0},
    {"pow", num_pow, 2, INF, INF},
    {"pow", num_pow, 2, -INF, 0},
    {"pow", num_pow, -INF, -3, -0.0},
    {"pow", num_pow, -INF, -2, 0},
    {"pow", num_pow, -INF, 3, -INF},
    {"pow", num_pow, -INF, 2.5, INF},
    {"pow", num_pow, INF, -1, 0},
    {"pow", num_pow, INF, 1, INF},
    {"pow", num_pow, 10, 308, 1e308},
    {"pow", num_pow, 10, 309, INF},
    {"pow", num_pow, -10, 309, -INF},
    {"pow", num_pow, 10, -400, 0},
    {"pow", num_pow, 2, -1074, TINY},
    {"pow", num_pow, 9, 0.5, 3},
    {"pow", num_pow, 1.5, 1e300, INF},
    {"pow", num_pow, 1.5, TINY, 1},
    {"atan2", num_atan2, 0, 1, 0},
    {"atan2", num_atan2, -0.0, 1, -0.0},
    {"atan2", num_atan2, 0, -1, PI},
    {"atan2", num_atan2, -0.0, -1, -PI},
    {"atan2", num_atan2, 0, -0.0, PI},
    {"atan2", num_atan2, -0.0, 0, -0.0},
    {"atan2", num_atan2, 1, 0, PI / 2},
    {"atan2", num_atan2, -1, -0.0, -PI / 2},
    {"atan2", num_atan2, INF, INF, PI / 4},
    {"atan2", num_atan2, -INF, -INF, -3 * PI / 4},
    {"atan2", num_atan2, 1, INF, 0},
    {"atan2", num_atan2, -1, INF, -0.0},
    {"atan2", num_atan2, -1, -INF, -PI},
    {"atan2", num_atan2, -INF, 1, -PI / 2},
    {"atan2", num_atan2, NOT, 1, NOT},
    {"atan2", num_atan2, 1, NOT, NOT},
    {"atan2", num_atan2, TINY, TINY, PI / 4},
    {"atan2", num_atan2, TINY, DBL_MAX, 0},
    {"atan2", num_atan2, DBL_MAX, -TINY, PI / 2},
    {"hypot", num_hypot, 3, -4, 5},
    {"hypot", num_hypot, 0, -0.0, 0},
    {"hypot", num_hypot, -INF, NOT, INF},
    {"hypot", num_hypot, NOT, INF, INF},
    {"hypot", num_hypot, NOT, 1, NOT},
    {"hypot", num_hypot, DBL_MAX, DBL_MAX, INF},
    {"hypot", num_hypot, DBL_MAX, 1, DBL_MAX},
    {"hypot", num_hypot, TINY, 0, TINY},
    {"hypot", num_hypot, 3 * TINY, 4 * TINY, 5 * TINY},
    {"fmax", num_fmax, -1, 2, 2},
    {"fmax", num_fmax, 0, -0.0, 0},
    {"fmax", num_fmax, -0.0, 0, -0.0},
    {"fmax", num_fmax, NOT, -INF, NOT},
    {"fmax", num_fmax, -INF, NOT, -INF},
    {"fmin", num_fmin, -1, 2, -1},
    {"fmin", num_fmin, 0, -0.0, 0},
    {"fmin", num_fmin, -0.0, 0, -0.0},
    {"fmin", num_fmin, NOT, INF, NOT},
    {"fmin", num_fmin, INF, NOT, INF},
};

static void special_pairs(void)
{
    for (size_t i = 0; i < sizeof twos / sizeof *twos; i++) {
        double got = twos[i].f(twos[i].x, twos[i].y);
        check(is_same(got, twos[i].value), "%s(%g, %g) = %g: got %.17g", twos[i].name, twos[i].x,
              twos[i].y, twos[i].value, got);
    }
}

/* ---- the same bits on every machine ---- */

static uint64_t mix_number(uint64_t hash, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    for (int i = 0; i < 64; i += 8) {
        hash ^= bits >> i & 0xff;
        hash *= 0x100000001b3u;
    }
    return hash;
}

static void fixed_bits(void)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < 20000; i++) {
        double x = uniform(-8, 8), y = uniform(0, 3), large = x * 1e200;
        double of_one[] = {
            num_exp(x),      num_exp2(x),       num_expm1(x),     num_cosh(x),
            num_tanh(x),     num_log(y),        num_log2(y),      num_log10(y),
            num_pow(y, x),   num_sin(x),        num_cos(x),       num_sincos(large).sin,
            num_sin(x * 99), num_atan(x),       num_atan2(x, -y), num_asin(x / 8),
            num_hypot(x, y), num_exp(-709 - y), num_cbrt(large)};
        for (size_t k = 0; k < sizeof of_one / sizeof *of_one; k++)
            hash = mix_number(hash, of_one[k]);
    }
    check(hash == 0xb8d65e8bef219fc6, "the bits of 380,000 values: %016" PRIx64, hash);
}

/* ---- the arc tangent ---- */

/* num_atan() has branches of its own, but the bits of num_atan2(x, 1): at the borders of these
 * branches, beside them, and at numbers of many magnitudes. */
static void atan_is_atan2(void)
{
    static const double border[] = {0x1p-28, 0.125, 1, 8, 0x1p60};
    int wrong = 0;
    for (size_t i = 0; i < sizeof border / sizeof *border; i++)
        for (int k = -1; k <= 1; k++) {
            double x = border[i] * (1 + k * DBL_EPSILON);
            wrong += !is_same(num_atan(x), num_atan2(x, 1));
            wrong += !is_same(num_atan(-x), num_atan2(-x, 1));
        }
    for (int i = 0; i < 100000; i++) {
        double x = ldexp(uniform(-1, 1), (int)uniform(-70, 70)), y = uniform(-3, 3);
        wrong += !is_same(num_atan(x), num_atan2(x, 1)) + !is_same(num_atan(y), num_atan2(y, 1));
    }
    check(wrong == 0, "%d values of num_atan(x) differ from num_atan2(x, 1)", wrong);
}

int main(void)
{
    special_values();
    special_pairs();
    fixed_bits();
    atan_is_atan2();
    return done();
}
