/* SPDX-License-Identifier: MIT */
#include "num/elementary.h"
#include "num/pair.h"

#include <math.h>

/* This constant plus a third of the bits of a number are the bits of an approximation of its cube
 * root. The constant is two thirds of the bits of 1, 0x2aa..., minus a correction that balances the
 * extreme relative errors, -3.3 % and 3.0 %. */
#define CBRT_BITS 0x2a9f700000000000u

/* Return the cube root of x > 0, normal. Halley's method triples the number of correct bits: two
 * steps leave an error of 2^-46; the last is Newton's, with the residual in two doubles. */
static double positive_root(double x)
{
    int k = (int)(bits_of(x) >> 52) - 1023, third = (k + 1026) / 3 - 342;
    double scaled = double_of(bits_of(x) - ((uint64_t)(3 * (int64_t)third) << 52));
    double y = double_of(bits_of(scaled) / 3 + CBRT_BITS);
    for (int i = 0; i < 2; i++) {
        double cube = y * y * y;
        y -= y * (cube - scaled) / (2 * cube + scaled);
    }
    struct pair square = pair_product(y, y), cube = pair_product(square.hi, y);
    y += (scaled - cube.hi - cube.lo - square.lo * y) / (3 * square.hi);
    return y * two_to(third);
}

double num_cbrt(double x)
{
    if (x == 0 || isinf(x) || isnan(x))
        return x;
    double size = fabs(x);
    return copysign(size < 0x1p-1022 ? 0x1p-18 * positive_root(size * 0x1p54) : positive_root(size),
                    x);
}
