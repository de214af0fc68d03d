/* SPDX-License-Identifier: MIT */
#include "num/elementary_exp.h"
#include "num/elementary.h"

#include <math.h>

double num_exp(double x)
{
    if (!(fabs(x) <= EXP_RANGE))
        return isnan(x) ? x : x > 0 ? (double)INFINITY : 0;
    return scaled_value(exp_scaled(x, 0));
}

double num_exp2(double x)
{
    if (!(fabs(x) <= 1100))
        return isnan(x) ? x : x > 0 ? (double)INFINITY : 0;
    double k = x * 64 + ROUNDER - ROUNDER;
    return scaled_value(step_and_series((int32_t)k, (x - k / 64) * 0x1.62e42fefa39efp-1, 0));
}

/* Return 2^k (hi + lo) as a pair, for |k| < 1000. */
static struct pair as_pair(struct scaled y)
{
    return (struct pair){y.part.hi * two_to(y.k), y.part.lo * two_to(y.k)};
}

/* Return x + y; y.lo must be small. */
static struct pair plus(double x, struct pair y)
{
    struct pair sum = pair_sum(y.hi, x);
    return pair_of(sum.hi, sum.lo + y.lo);
}

/* (exp(x) - 1 - x - x^2/2)/x^3 for |x| <= 1/4 */
static inline double expm1_series(double x)
{
    double y = x * x, first = 0x1.5555555555555p-3 + x * 0x1.55555555554b4p-5;
    double second = 0x1.1111111111639p-7 + x * 0x1.6c16c16d2402bp-10;
    double third = 0x1.a01a019b6467ap-13 + x * 0x1.a019f27a09d8fp-16;
    double last = 0x1.71de4fa2a7d56p-19 + x * 0x1.2835c02bdd6bp-22 + y * 0x1.ae5567ce27236p-26;
    return first + y * (second + y * (third + y * last));
}

double num_expm1(double x)
{
    if (fabs(x) < 0.25)
        return fabs(x) < 0x1p-54 ? x : x + x * x * (0.5 + x * expm1_series(x));
    if (!(fabs(x) <= 40))
        return x < 0 ? -1 : num_exp(x);
    return plus(-1, as_pair(exp_scaled(x, 0))).hi;
}

double num_cosh(double x)
{
    if (!(fabs(x) <= EXP_RANGE))
        return isnan(x) ? x : (double)INFINITY;
    struct scaled power = exp_scaled(fabs(x), 0);
    power.k--;
    if (power.k > 40)
        return scaled_value(power);
    struct pair half = as_pair(power);
    double other = 0.25 / half.hi;
    return half.hi + (other + half.lo * (1 - 4 * other * other));
}

/* (tanh(x) - x)/x^3 for |x| <= 1/4, with y = x^2 */
static inline double tanh_series(double y)
{
    double yy = y * y, first = -0x1.5555555555555p-2 + y * 0x1.1111111110f33p-3;
    double second = -0x1.ba1ba1b9b8edp-5 + y * 0x1.664f4838e377ap-6;
    double third = -0x1.226e17d2d06adp-7 + y * 0x1.d6c64e5a88e25p-9;
    double last = -0x1.7bdd1099ec59dp-10 + y * 0x1.1535df283e1fcp-11;
    return first + yy * (second + yy * (third + yy * last));
}

/* 1 - 2/(exp(2 x) + 1) for x between 1/4 and 1, where the quotient includes its rounding error. */
static double middle_tanh(double x)
{
    struct pair below = plus(1, as_pair(exp_scaled(2 * x, 0)));
    double quotient = 2 / below.hi;
    struct pair back = pair_product(quotient, below.hi);
    double rest = 0.5 * quotient * (2 - back.hi - back.lo - quotient * below.lo);
    struct pair value = pair_of(1, -quotient);
    return value.hi + (value.lo - rest);
}

double num_tanh(double x)
{
    double size = fabs(x);
    if (size < 0.25)
        return size < 0x1p-28 ? x : x + x * (x * x) * tanh_series(x * x);
    if (!(size < 20))
        return isnan(x) ? x : copysign(1, x);
    return copysign(size < 1 ? middle_tanh(size) : 1 - 2 / (num_exp(2 * size) + 1), x);
}
