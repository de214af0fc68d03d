/* SPDX-License-Identifier: MIT */
/* Numbers as little-endian bytes, which need not be aligned. */
#ifndef FMU_LITTLE_H
#define FMU_LITTLE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Read a number of 32 bits. Compilers turn the expression into a single read. */
static inline uint32_t little_take_word(const unsigned char *from)
{
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static inline uint64_t little_take_long(const unsigned char *from)
{
    return little_take_word(from) | (uint64_t)little_take_word(from + 4) << 32;
}

static inline double little_take_real(const unsigned char *from)
{
    uint64_t word = little_take_long(from);
    double real;
    memcpy(&real, &word, sizeof real);
    return real;
}

/* Write a number; returns the address after it. */
static inline unsigned char *little_put(unsigned char *to, uint64_t number, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        *to++ = (unsigned char)(number >> 8 * i);
    return to;
}

static inline unsigned char *little_put_real(unsigned char *to, double real)
{
    uint64_t word;
    memcpy(&word, &real, sizeof word);
    return little_put(to, word, 8);
}

#endif
