/* SPDX-License-Identifier: MIT */
/* Exponential function with more bits than a double, on which other functions are built. */
#ifndef NUM_ELEMENTARY_EXP_H
#define NUM_ELEMENTARY_EXP_H

#include "num/elementary_tables.h"

/* The number 2^k (hi + lo) with hi between 0.99 and 2 and a relative error of 2^-60. */
struct scaled {
    struct pair part;
    int32_t k;
};

/* Compute 2^(i/64) exp(r + tail) with |r| <= ln(2)/128: the first factor from the table, the second
 * by its series. */
static inline struct scaled step_and_series(int32_t i, double r, double tail)
{
    const struct pair *at = &elementary_exp_table[i & 63];
    double rr = r * r, low = 0.5 + r * 0x1.555555555524fp-3;
    double high = 0x1.5555555554f49p-5 + r * (0x1.11111d9b902e3p-7 + r * 0x1.6c16d43bedda8p-10);
    double rest = r + (tail + rr * (low + rr * high));
    return (struct scaled){pair_of(at->hi, at->lo + at->hi * rest), (i - (i & 63)) / 64};
}

/* Compute exp(x + tail) for |x| <= EXP_RANGE and a small tail; beyond that range the result is 0 or
 * infinite. */
#define EXP_RANGE 800
static inline struct scaled exp_scaled(double x, double tail)
{
    double k = x * 0x1.71547652b82fep6 + ROUNDER - ROUNDER;
    /* ln(2)/64 in two parts; the product of k and the first part is exact. */
    double r = x - k * 0x1.62e42fefcp-7;
    struct pair sum = pair_of(r, tail + k * 0x1.c610ca86c3899p-43);
    return step_and_series((int32_t)k, sum.hi, sum.lo);
}

/* Return the nearest double; infinity or 0 outside the range. */
static inline double scaled_value(struct scaled y)
{
    if (y.k > 1023)
        return y.part.hi * 0x1p1023 * two_to(y.k - 1023);
    if (y.k < -1022)
        return y.part.hi * two_to((y.k < -1100 ? -1100 : y.k) + 100) * 0x1p-100;
    return y.part.hi * two_to(y.k);
}

#endif
