/* SPDX-License-Identifier: MIT */
/* Numbers as little-endian bytes, which need not be aligned. */
#ifndef FMU_LITTLE_H
#define FMU_LITTLE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t little_take(const unsigned char *from, size_t bytes)
{
    uint64_t number = 0;
    for (size_t i = 0; i < bytes; i++)
        number |= (uint64_t)from[i] << 8 * i;
    return number;
}

static inline uint32_t little_take_word(const unsigned char *from)
{
    return (uint32_t)little_take(from, 4);
}

static inline double little_take_real(const unsigned char *from)
{
    uint64_t word = little_take(from, 8);
    double real;
    memcpy(&real, &word, sizeof real);
    return real;
}

/* Gives what is behind the number. */
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
