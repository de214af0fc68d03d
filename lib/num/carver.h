/* SPDX-License-Identifier: MIT */
/* Takes pieces of one block; with a NULL base it only counts. */
#ifndef CARVER_H
#define CARVER_H

#include <stddef.h>

/* Whole words that hold so many bytes, or one of a type: with pointers or numbers of 32 bits in it,
 * that may not be a whole number of doubles. */
#define WORDS(bytes) (((bytes) + sizeof(double) - 1) / sizeof(double))
#define WORDS_OF(type) WORDS(sizeof(type))

struct carver {
    double *base;
    size_t used;
};

static inline double *carve(struct carver *carver, size_t words)
{
    double *piece = carver->base ? carver->base + carver->used : NULL;
    carver->used += words;
    return piece;
}

/* So many pieces of so many bytes, in whole words. */
static inline void *carve_array(struct carver *carver, size_t count, size_t bytes)
{
    return carve(carver, WORDS(count * bytes));
}

#endif
