/* SPDX-License-Identifier: MIT */
/* Errors of the elementary functions in units in the last place, against MPFR with 120 bits. Usage:
 * test-elementary-ulps [ARGUMENTS], where ARGUMENTS is the number of arguments for each function in
 * each of its ranges; pow and cbrt take 17 times as many. */
#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

#include "num/elementary.h"
#include "random.h"
#include "tap.h"

typedef int (*exact_one)(mpfr_t, const mpfr_t, mpfr_rnd_t);
typedef int (*exact_two)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

static mpfr_t first, second, result, error;

static double random_uniform(double lo, double hi)
{
    return uniform(lo, hi);
}

/* Random number of either sign whose logarithm is uniform between those of lo and hi. */
static double random_wide(double lo, double hi)
{
    double size = exp(uniform(log(lo), log(hi)));
    return uniform(-1, 1) < 0 ? -size : size;
}

static double random_positive(double lo, double hi)
{
    return fabs(random_wide(lo, hi));
}

/* A number within a few doubles of a multiple of pi/2. */
static double random_near_turn(double lo, double hi)
{
    double x = round(uniform(lo, hi)) * 1.57079632679489661923;
    return x * (1 + round(uniform(-3, 3)) * DBL_EPSILON);
}

static double sin_of_both(double x)
{
    return num_sincos(x).sin;
}

static double cos_of_both(double x)
{
    return num_sincos(x).cos;
}

/* Error of `got` in units of the last place of a double. */
static double distance(double got)
{
    double want = mpfr_get_d(result, MPFR_RNDN);
    if (!isfinite(want) || !isfinite(got))
        return got == want ? 0 : (double)INFINITY;
    int exponent = -1021;
    if (fabs(want) > DBL_MIN)
        frexp(want, &exponent);
    mpfr_set_d(error, got, MPFR_RNDN);
    mpfr_sub(error, error, result, MPFR_RNDN);
    mpfr_mul_2si(error, error, 53 - exponent, MPFR_RNDN);
    return fabs(mpfr_get_d(error, MPFR_RNDN));
}

static const struct one {
    const char *name;
    double (*ours)(double);
    exact_one exact;
    double (*pick)(double, double);
    double lo, hi;
} ones[] = {
    {"exp", num_exp, mpfr_exp, random_uniform, -750, 715},
    {"exp", num_exp, mpfr_exp, random_uniform, -2, 2},
    {"exp2", num_exp2, mpfr_exp2, random_uniform, -1080, 1030},
    {"exp2", num_exp2, mpfr_exp2, random_uniform, -2, 2},
    {"expm1", num_expm1, mpfr_expm1, random_uniform, -45, 45},
    {"expm1", num_expm1, mpfr_expm1, random_wide, 1e-300, 1},
    {"cosh", num_cosh, mpfr_cosh, random_uniform, -3, 3},
    {"cosh", num_cosh, mpfr_cosh, random_wide, 1e-20, 715},
    {"tanh", num_tanh, mpfr_tanh, random_uniform, -22, 22},
    {"tanh", num_tanh, mpfr_tanh, random_wide, 1e-300, 2},
    {"log", num_log, mpfr_log, random_positive, 5e-324, DBL_MAX},
    {"log", num_log, mpfr_log, random_uniform, 0.5, 2},
    {"log", num_log, mpfr_log, random_uniform, 0.99, 1.01},
    {"log2", num_log2, mpfr_log2, random_positive, 5e-324, DBL_MAX},
    {"log2", num_log2, mpfr_log2, random_uniform, 0.5, 2},
    {"log10", num_log10, mpfr_log10, random_positive, 5e-324, DBL_MAX},
    {"log10", num_log10, mpfr_log10, random_uniform, 0.5, 2},
    {"sin", num_sin, mpfr_sin, random_uniform, -8, 8},
    {"sin", num_sin, mpfr_sin, random_wide, 1e-300, DBL_MAX},
    {"sin", num_sin, mpfr_sin, random_near_turn, 0, 1e6},
    {"cos", num_cos, mpfr_cos, random_uniform, -8, 8},
    {"cos", num_cos, mpfr_cos, random_wide, 1e-300, DBL_MAX},
    {"cos", num_cos, mpfr_cos, random_near_turn, 0, 1e6},
    {"sincos", sin_of_both, mpfr_sin, random_uniform, -100, 100},
    {"sincos", cos_of_both, mpfr_cos, random_uniform, -100, 100},
    {"atan", num_atan, mpfr_atan, random_uniform, -2, 2},
    {"atan", num_atan, mpfr_atan, random_wide, 1e-300, 1e300},
    {"asin", num_asin, mpfr_asin, random_uniform, -1, 1},
    {"asin", num_asin, mpfr_asin, random_wide, 1e-300, 1},
    {"cbrt", num_cbrt, mpfr_cbrt, random_uniform, -8, 8},
    {"cbrt", num_cbrt, mpfr_cbrt, random_positive, 0.125, 1},
    {"cbrt", num_cbrt, mpfr_cbrt, random_wide, 5e-324, DBL_MAX},
};

/* Factor on the number of arguments: with 17, pow and cbrt get a million arguments in their three
 * ranges in script/test --all. */
static long factor_of_count(const char *name)
{
    return strcmp(name, "pow") == 0 || strcmp(name, "cbrt") == 0 ? 17 : 1;
}

static void judge_one(const struct one *f, long count)
{
    double worst = 0, at = 0;
    for (long i = 0; i < factor_of_count(f->name) * count; i++) {
        double x = f->pick(f->lo, f->hi);
        mpfr_set_d(first, x, MPFR_RNDN);
        f->exact(result, first, MPFR_RNDN);
        double ulps = distance(f->ours(x));
        if (ulps > worst)
            worst = ulps, at = x;
    }
    check(worst < 1, "%s from %g to %g: %.3f ulp at %a", f->name, f->lo, f->hi, worst, at);
}

/* Functions of two arguments. */
static const struct two {
    const char *name;
    double (*ours)(double, double);
    exact_two exact;
    double (*pick_x)(double, double), (*pick_y)(double, double);
    double x[2], y[2];
} twos[] = {
    {"pow", num_pow, mpfr_pow, random_positive, random_uniform, {1e-3, 1e3}, {-100, 100}},
    {"pow", num_pow, mpfr_pow, random_positive, random_wide, {1e-300, 1e300}, {1e-5, 1}},
    {"pow", num_pow, mpfr_pow, random_uniform, random_wide, {1 - 1e-6, 1 + 1e-6}, {1, 1e9}},
    {"atan2", num_atan2, mpfr_atan2, random_uniform, random_uniform, {-2, 2}, {-2, 2}},
    {"atan2", num_atan2, mpfr_atan2, random_wide, random_wide, {1e-300, 1e300}, {1e-300, 1e300}},
    {"hypot", num_hypot, mpfr_hypot, random_uniform, random_uniform, {-3, 3}, {-3, 3}},
    {"hypot", num_hypot, mpfr_hypot, random_wide, random_wide, {5e-324, 1e-300}, {5e-324, 1e-300}},
    {"hypot", num_hypot, mpfr_hypot, random_wide, random_wide, {1e290, DBL_MAX}, {1e290, DBL_MAX}},
};

static void judge_two(const struct two *f, long count)
{
    double worst = 0, at[2] = {0};
    for (long i = 0; i < factor_of_count(f->name) * count; i++) {
        double x = f->pick_x(f->x[0], f->x[1]), y = f->pick_y(f->y[0], f->y[1]);
        mpfr_set_d(first, x, MPFR_RNDN);
        mpfr_set_d(second, y, MPFR_RNDN);
        f->exact(result, first, second, MPFR_RNDN);
        double ulps = distance(f->ours(x, y));
        if (ulps > worst)
            worst = ulps, at[0] = x, at[1] = y;
    }
    check(worst < 1, "%s of %g to %g and %g to %g: %.3f ulp at %a, %a", f->name, f->x[0], f->x[1],
          f->y[0], f->y[1], worst, at[0], at[1]);
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? atol(argv[1]) : few_or_all(5000, 20000);
    mpfr_inits2(120, first, second, result, error, (mpfr_ptr)0);
    for (size_t i = 0; i < sizeof ones / sizeof *ones; i++)
        judge_one(&ones[i], count);
    for (size_t i = 0; i < sizeof twos / sizeof *twos; i++)
        judge_two(&twos[i], count);
    mpfr_clears(first, second, result, error, (mpfr_ptr)0);
    mpfr_free_cache();
    return done();
}
