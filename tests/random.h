/* SPDX-License-Identifier: MIT */
/* The same random numbers in every run. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

static inline double uniform(double lo, double hi)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return lo + (hi - lo) * (double)(state >> 11) * 0x1p-53;
}

#endif
