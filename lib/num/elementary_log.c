/* SPDX-License-Identifier: MIT */
#include "num/elementary.h"
#include "num/elementary_exp.h"
#include "num/elementary_tables.h"

#include <math.h>

/* Upper bits of the smallest mantissa, 0.707. From this mantissa to its double there are 64
 * intervals, each of 2^46 units of the last place; intervals below 1 are half as wide as intervals
 * above 1. */
#define FIRST_BITS 0x3fe6a00000000000

/* (log(1 + r) - r + r^2/2)/r^3 for |r| <= 2^-7 */
static inline double log_series(double r)
{
    double rr = r * r, low = 0x1.5555555555555p-2 + r * -0x1.0000000000038p-2;
    double middle = 0x1.99999999ad818p-3 + r * -0x1.555555485ba61p-3;
    double high = 0x1.24923fd6ef333p-3 + r * -0x1.000606886e722p-3 + rr * 0x1.c99dbafc2781fp-4;
    return low + rr * (middle + rr * high);
}

/* Return the logarithm of x > 0, finite, with a relative error of about 2^-67: x = 2^k z, z c = 1 +
 * r with c from the table. c has 11 bits, and z is split after 21 bits. So r is the exact sum of
 * two numbers, and the square of the first is exact, too. */
static inline struct pair log_pair(double x)
{
    int32_t k = x < 0x1p-1022 ? -52 : 0;
    uint64_t bits = bits_of(x < 0x1p-1022 ? x * 0x1p52 : x), above = bits - FIRST_BITS;
    bits -= above & (uint64_t)0xfff << 52;
    k += (int32_t)((above >> 52) ^ 0x800) - 0x800;
    const struct log_row *row = &elementary_log_table[above >> 46 & 63];
    double z = double_of(bits), z_high = double_of((bits + 0x80000000u) & ~(uint64_t)0xffffffffu);
    double high = z_high * row->inverse - 1, low = (z - z_high) * row->inverse, r = high + low;
    struct pair most = pair_of(k * 0x1.62e42fefa38p-1 + row->hi + high, -0.5 * high * high);
    struct pair sum = pair_sum(most.hi, low);
    double lo = most.lo - low * (high + 0.5 * low) + (k * 0x1.ef35793c7673p-45 + row->lo) +
                r * (r * r) * log_series(r);
    return pair_of(sum.hi, sum.lo + lo);
}

/* True if the logarithm is not a finite number. */
static int is_special(double x)
{
    return !(x > 0 && x <= 0x1.fffffffffffffp1023);
}

static double special_log(double x)
{
    return x == 0 ? (double)-INFINITY : x < 0 ? (double)NAN : x;
}

double num_log(double x)
{
    return is_special(x) ? special_log(x) : log_pair(x).hi;
}

/* Return log(x) times the constant hi + lo. */
static double log_times(double x, double hi, double lo)
{
    struct pair logarithm = log_pair(x), product = pair_product(logarithm.hi, hi);
    return product.hi + (product.lo + (logarithm.hi * lo + logarithm.lo * hi));
}

double num_log2(double x)
{
    return is_special(x) ? special_log(x)
                         : log_times(x, 0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56);
}

double num_log10(double x)
{
    return is_special(x) ? special_log(x)
                         : log_times(x, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
}

/* Return 0 if y is no integer, 1 if it is odd, 2 if it is even. */
static int wholeness(double y)
{
    if (y != floor(y))
        return 0;
    return fmod(y, 2) == 0 ? 2 : 1;
}

/* x^y, x > 0 and finite, y finite. */
static double positive_power(double x, double y)
{
    struct pair logarithm = log_pair(x);
    double exponent = y * logarithm.hi;
    if (!(fabs(exponent) <= EXP_RANGE))
        return exponent > 0 ? (double)INFINITY : 0;
    if (fabs(exponent) < 0x1p-60)
        return 1 + exponent;
    double high = upper_half(y) * upper_half(logarithm.hi);
    double low = (y - upper_half(y)) * upper_half(logarithm.hi) +
                 y * (logarithm.hi - upper_half(logarithm.hi) + logarithm.lo);
    return scaled_value(exp_scaled(high, low));
}

/* x^y where x is 0, infinite or negative or y is infinite, as in annex F of C11. */
static double special_power(double x, double y)
{
    if (isinf(y))
        return fabs(x) == 1 ? 1 : (fabs(x) > 1) == (y > 0) ? (double)INFINITY : 0;
    int whole = wholeness(y);
    double size = x == 0      ? (y > 0 ? 0 : (double)INFINITY)
                  : isinf(x)  ? (y > 0 ? (double)INFINITY : 0)
                  : whole > 0 ? positive_power(-x, y)
                              : (double)NAN;
    return signbit(x) && whole == 1 ? -size : size;
}

double num_pow(double x, double y)
{
    if (x == 1 || y == 0)
        return 1;
    if (isnan(x) || isnan(y))
        return (double)NAN;
    return is_special(x) || isinf(y) ? special_power(x, y) : positive_power(x, y);
}
