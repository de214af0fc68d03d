/* SPDX-License-Identifier: MIT */
/* Four doubles: in one register in the AVX2 version of a NUM_WIDE function, else in two. The bits
 * equal those of scalar operations. The functions take pointers, because a vector of 32 bytes has
 * no place in the calling convention of processors without AVX. */
#ifndef NUM_FOUR_H
#define NUM_FOUR_H

#include <string.h>

#ifdef __GNUC__

typedef double four __attribute__((vector_size(32)));

/* c -= l u */
static inline void four_subtract(four *c, double l, const four *u)
{
    *c -= l * *u;
}

#else

typedef struct four {
    double x[4];
} four;

static inline void four_subtract(four *c, double l, const four *u)
{
    for (int i = 0; i < 4; i++)
        c->x[i] -= l * u->x[i];
}

#endif

static inline void four_load(four *c, const double *from)
{
    memcpy(c, from, sizeof *c);
}

static inline void four_store(double *to, const four *c)
{
    memcpy(to, c, sizeof *c);
}

#endif
