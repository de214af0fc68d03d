/* SPDX-License-Identifier: MIT */
/* Double-double arithmetic, in which elementary functions carry more than 53 bits, and access to
 * the bits of a double. */
#ifndef NUM_PAIR_H
#define NUM_PAIR_H

#include <stdint.h>
#include <string.h>

struct pair {
    double hi, lo;
};

/* x + y exactly, for |x| >= |y| or x = 0. */
static inline struct pair pair_of(double x, double y)
{
    double sum = x + y;
    return (struct pair){sum, x - sum + y};
}

/* x + y exactly; either may be the larger. */
static inline struct pair pair_sum(double x, double y)
{
    double sum = x + y, part = sum - x;
    return (struct pair){sum, x - (sum - part) + (y - part)};
}

static inline uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double double_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Adding this number and then subtracting it rounds a number up to 2^51 to an integer. */
#define ROUNDER 0x1.8p52

/* Upper 26 bits of a number: products of two such numbers are exact. */
static inline double upper_half(double x)
{
    return double_of(bits_of(x) & ~(uint64_t)0x7ffffff);
}

/* x y with a relative error of 2^-104, if nothing overflows or underflows. */
static inline struct pair pair_product(double x, double y)
{
    double xh = upper_half(x), xl = x - xh, yh = upper_half(y), yl = y - yh, product = x * y;
    return (struct pair){product, xh * yh - product + xh * yl + xl * yh + xl * yl};
}

/* (x.hi + x.lo)/(y.hi + y.lo) */
static inline struct pair pair_quotient(struct pair x, struct pair y)
{
    double quotient = x.hi / y.hi;
    struct pair back = pair_product(quotient, y.hi);
    double rest = x.hi - back.hi - back.lo + x.lo - quotient * y.lo;
    return pair_of(quotient, rest / y.hi);
}

/* 2^k, for k from -1022 to 1023. */
static inline double two_to(int64_t k)
{
    return double_of((uint64_t)(k + 1023) << 52);
}

#endif
