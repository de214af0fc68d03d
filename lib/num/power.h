/* SPDX-License-Identifier: MIT */
/* Powers whose exponent is usually an integer, where multiplication is several times faster than
 * pow(). */
#ifndef NUM_POWER_H
#define NUM_POWER_H

#include "num/elementary.h"

#include <math.h>

/* x^n by repeated squaring. */
static inline double power_whole(double x, unsigned n)
{
    double result = 1;
    for (; n > 0; n /= 2, x *= x)
        if (n % 2 == 1)
            result *= x;
    return result;
}

/* x^p for x >= 0. */
static inline double power(double x, double p)
{
    return p >= 0 && p <= 128 && p == floor(p) ? power_whole(x, (unsigned)p) : num_pow(x, p);
}

#endif
