/* SPDX-License-Identifier: MIT */
/* A carver divides one block of memory into pieces; with a NULL base it only counts the doubles. */
#ifndef CARVER_H
#define CARVER_H

#include <stddef.h>

/* Number of doubles that hold a number of bytes, or one object of a type. A struct with pointers or
 * 32-bit numbers need not be a whole number of doubles. */
#define WORDS(bytes) (((bytes) + sizeof(double) - 1) / sizeof(double))
#define WORDS_OF(type) WORDS(sizeof(type))

struct carver {
    double *base; /* start of the block, or NULL */
    size_t used;  /* number of doubles carved so far */
};

static inline double *carve(struct carver *carver, size_t words)
{
    double *piece = carver->base ? carver->base + carver->used : NULL;
    carver->used += words;
    return piece;
}

/* Carve an array of `count` elements of `bytes` bytes, in whole words. */
static inline void *carve_array(struct carver *carver, size_t count, size_t bytes)
{
    return carve(carver, WORDS(count * bytes));
}

#endif
