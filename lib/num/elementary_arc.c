/* SPDX-License-Identifier: MIT */
#include "num/elementary.h"
#include "num/elementary_tables.h"

#include <math.h>

#define PI_HI 0x1.921fb54442d18p1
#define PI_LO 0x1.1a62633145c07p-53

/* (atan(t) - t)/t^3 for |t| <= 1/8, with s = t^2 */
static inline double atan_series(double s)
{
    double ss = s * s, low = -0x1.5555555555555p-2 + s * 0x1.99999999993f5p-3;
    double middle = -0x1.24924923b1ccep-3 + s * 0x1.c71c6fd4ee798p-4;
    double high = -0x1.745bf89c5ba0fp-4 + s * 0x1.3aba82434967bp-4 + ss * -0x1.02c5e4b3b489ap-4;
    return low + ss * (middle + ss * high);
}

/* atan(y/x) for 0 <= y <= x, neither tiny nor huge, as atan(c) + atan((y - c x)/(x + c y)), where c
 * is a multiple of 1/64 from the table. c times the upper half of x is exact. */
static struct pair angle(struct pair y, struct pair x)
{
    double about = y.hi / x.hi;
    if (about < 0.125) {
        struct pair t = pair_quotient(y, x);
        return pair_of(t.hi, t.lo + t.hi * (t.hi * t.hi) * atan_series(t.hi * t.hi));
    }
    int i = (int)(about * 64 + 0.5);
    double c = i / 64.0, high = upper_half(x.hi);
    double above = y.hi - c * high - c * (x.hi - high) + (y.lo - c * x.lo);
    double t = above / (x.hi + c * y.hi);
    return pair_of(elementary_atan_table[i].hi,
                   elementary_atan_table[i].lo + (t + t * (t * t) * atan_series(t * t)));
}

/* Return the angle of a point in the first quadrant. */
static struct pair angle_of(struct pair y, struct pair x)
{
    if (y.hi <= x.hi)
        return angle(y, x);
    struct pair rest = angle(x, y), sum = pair_of(PI_HI / 2, -rest.hi);
    return pair_of(sum.hi, sum.lo + (PI_LO / 2 - rest.lo));
}

/* Scale a nonzero number by a power of two, so that numbers as large as `largest` neither overflow
 * nor underflow in the computation of an angle. */
static double scale_near_one(double x, double largest)
{
    return largest > 0x1p1000 ? x * 0x1p-1000 : largest < 0x1p-900 ? x * 0x1p1000 : x;
}

/* Return the angle of a finite point that is not on an axis. */
static double angle_anywhere(double y, double x)
{
    double ay = fabs(y), ax = fabs(x), most = num_fmax(ay, ax), least = num_fmin(ay, ax);
    struct pair result = {0, 0};
    if (least / most < 0x1p-60) /* the result is the first term, possibly subnormal */
        result =
            ay < ax ? (struct pair){x > 0 ? ay / ax : 0, 0} : (struct pair){PI_HI / 2, PI_LO / 2};
    else
        result = angle_of((struct pair){scale_near_one(ay, most), 0},
                          (struct pair){scale_near_one(ax, most), 0});
    if (x < 0) {
        struct pair sum = pair_of(PI_HI, -result.hi);
        result = pair_of(sum.hi, sum.lo + (PI_LO - result.lo));
    }
    return copysign(result.hi, y);
}

double num_atan2(double y, double x)
{
    if (isnan(x) || isnan(y))
        return (double)NAN;
    if (y == 0)
        return signbit(x) ? copysign(PI_HI, y) : y;
    if (x == 0)
        return copysign(PI_HI / 2, y);
    if (!isinf(x) && !isinf(y))
        return angle_anywhere(y, x);
    double angle = !isinf(x) ? PI_HI / 2 : isinf(y) ? PI_HI / 4 : 0;
    return copysign(x > 0 || !isinf(x) ? angle : PI_HI - angle, y);
}

/* num_atan() has the bits of num_atan2(x, 1), but leaves out the operations of angle() that do not
 * change them. */

/* atan(x) for x from 2^-28 to 1: angle() of x and 1 */
static inline double atan_to_one(double x)
{
    if (x < 0.125)
        return x + x * (x * x) * atan_series(x * x);
    int i = (int)(x * 64 + 0.5);
    double c = i / 64.0, t = (x - c) / (1 + c * x);
    return elementary_atan_table[i].hi +
           (elementary_atan_table[i].lo + (t + t * (t * t) * atan_series(t * t)));
}

/* atan(x) for x from 1 to 2^60: pi/2 minus angle() of 1 and x */
static inline double atan_from_one(double x)
{
    struct pair rest;
    double inverse = 1 / x;
    if (inverse < 0.125) {
        struct pair back = pair_product(inverse, x);
        struct pair t = pair_of(inverse, (1 - back.hi - back.lo) / x);
        rest = pair_of(t.hi, t.lo + t.hi * (t.hi * t.hi) * atan_series(t.hi * t.hi));
    } else {
        int i = (int)(inverse * 64 + 0.5);
        double c = i / 64.0, high = upper_half(x), t = (1 - c * high - c * (x - high)) / (x + c);
        rest = pair_of(elementary_atan_table[i].hi,
                       elementary_atan_table[i].lo + (t + t * (t * t) * atan_series(t * t)));
    }
    struct pair sum = pair_of(PI_HI / 2, -rest.hi);
    return sum.hi + (sum.lo + (PI_LO / 2 - rest.lo));
}

double num_atan(double x)
{
    double a = fabs(x);
    if (a < 0x1p-28 || isnan(x))
        return x;
    return copysign(a <= 1 ? atan_to_one(a) : a <= 0x1p60 ? atan_from_one(a) : PI_HI / 2, x);
}

/* asin(x) is the angle of the point (sqrt(1 - x^2), x) on the unit circle; its first coordinate
 * needs two doubles. */
double num_asin(double x)
{
    double a = fabs(x);
    if (!(a <= 1))
        return (double)NAN;
    if (a < 0x1p-28 || a == 1)
        return a == 1 ? copysign(PI_HI / 2, x) : x;
    struct pair plus = pair_of(1, a), minus = pair_of(1, -a);
    struct pair square = pair_product(plus.hi, minus.hi);
    square.lo += plus.hi * minus.lo + plus.lo * minus.hi;
    double root = sqrt(square.hi);
    struct pair back = pair_product(root, root);
    struct pair other = pair_of(root, (square.hi - back.hi - back.lo + square.lo) / (2 * root));
    return copysign(angle_of((struct pair){a, 0}, other).hi, x);
}

/* Compute the square root of the exact sum of squares, corrected by one Newton step. */
double num_hypot(double x, double y)
{
    double ax = fabs(x), ay = fabs(y), a = ax > ay ? ax : ay, b = ax > ay ? ay : ax;
    if (isinf(x) || isinf(y))
        return INFINITY;
    if (isnan(x) || isnan(y))
        return (double)NAN;
    if (b <= a * 0x1p-54)
        return a;
    double scale = a > 0x1p510 ? 0x1p600 : b < 0x1p-450 ? 0x1p-600 : 1;
    a /= scale, b /= scale;
    struct pair aa = pair_product(a, a), bb = pair_product(b, b), sum = pair_of(aa.hi, bb.hi);
    double root = sqrt(sum.hi);
    struct pair back = pair_product(root, root);
    double rest = sum.hi - back.hi - back.lo + (sum.lo + aa.lo + bb.lo);
    return scale * (root + rest / (2 * root));
}
