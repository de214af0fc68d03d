/* SPDX-License-Identifier: MIT */
/* Comparison of 32-bit numbers for qsort(). */
#ifndef NUM_ASCENDING_H
#define NUM_ASCENDING_H

#include <stdint.h>

static inline int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

#endif
