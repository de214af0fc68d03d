/* SPDX-License-Identifier: MIT */
/* A carver divides one block of memory into pieces; with a NULL base it only counts the doubles. If
 * the count exceeds CARVER_MOST, it stays above, and words_bytes() then gives 0. */
#ifndef CARVER_H
#define CARVER_H

#include <stddef.h>
#include <stdint.h>

/* Number of doubles that hold a number of bytes, or one object of a type. A struct with pointers or
 * 32-bit numbers need not be a whole number of doubles. */
#define WORDS(bytes) (((bytes) + sizeof(double) - 1) / sizeof(double))
#define WORDS_OF(type) WORDS(sizeof(type))

/* Largest number of doubles whose bytes fit in size_t, with one more double. */
#define CARVER_MOST (SIZE_MAX / sizeof(double) - 1)

/* Number of bytes for these doubles and one more, so that it is never zero; 0: it does not fit in
 * size_t. */
static inline size_t words_bytes(size_t words)
{
    return words <= CARVER_MOST ? (words + 1) * sizeof(double) : 0;
}

struct carver {
    double *base; /* start of the block, or NULL */
    size_t used;  /* number of doubles carved so far */
};

static inline double *carve(struct carver *carver, size_t words)
{
    double *piece = carver->base ? carver->base + carver->used : NULL;
    carver->used = words < SIZE_MAX - carver->used ? carver->used + words : SIZE_MAX;
    return piece;
}

/* Return the carver that has used more of the same block. */
static inline struct carver carver_later(struct carver a, struct carver b)
{
    return a.used > b.used ? a : b;
}

/* Carve several arrays of `words` doubles each. to: their pointers, ended by NULL. */
static inline void carve_each(struct carver *carver, size_t words, double **const *to)
{
    for (; *to; to++)
        **to = carve(carver, words);
}
#define CARVE(carver, words, ...) carve_each(carver, words, (double **const[]){__VA_ARGS__, NULL})

/* Carve an array of `count` elements of `bytes` > 0 bytes, in whole words. */
static inline void *carve_array(struct carver *carver, size_t count, size_t bytes)
{
    int fits = count <= (SIZE_MAX - sizeof(double)) / bytes;
    return carve(carver, fits ? WORDS(count * bytes) : SIZE_MAX);
}

#endif
