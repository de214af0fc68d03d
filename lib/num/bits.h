/* SPDX-License-Identifier: MIT */
/* Sets of small integers as arrays of 64-bit words: i is in the set if bit i % 64 of word i / 64 is
 * set. */
#ifndef NUM_BITS_H
#define NUM_BITS_H

#include <stddef.h>
#include <stdint.h>

static inline int bit_is_set(const uint64_t *set, size_t i)
{
    return (int)(set[i / 64] >> i % 64 & 1);
}

static inline void bit_put(uint64_t *set, size_t i, int in)
{
    uint64_t bit = (uint64_t)1 << i % 64;
    set[i / 64] = in ? set[i / 64] | bit : set[i / 64] & ~bit;
}

#endif
