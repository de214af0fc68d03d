/* SPDX-License-Identifier: MIT */
/* Margin of a family of vectors (a + A x, b + B x) to friction cones: the largest s for which there
 * is an x with |b_i + B_i x| <= a_i + A_i x - s for all cones i. The margin is computed by Newton's
 * method along the central path of a logarithmic barrier. */
#ifndef NUM_MARGIN_H
#define NUM_MARGIN_H

#include <stddef.h>

#include "num/interrupt.h"

/* Largest error of the multipliers, whose first entries sum to 1. */
#define MARGIN_PUSH_ERROR 1e-6

/* A cone is active if its multiplier is larger than this, the root of MULTIPLIER_GAP in margin.c.
 * The product of the multiplier of a cone and the excess of its margin over s is 1 to 16 times
 * MULTIPLIER_GAP, relative to the scale of the vectors. So if one of the two is far from 0, the
 * other is small. */
#define MARGIN_ACTIVE 1e-4

/* The arrays belong to the caller or come from margin_carve(). A vector is a and the two entries of
 * b. */
struct margin {
    size_t cones, free;
    size_t conditions; /* number of those in margin_range.c; 0: the steps use `along` instead */
    double *start;     /* cones x 3: vectors at x = 0 */
    double *along;     /* free x cones x 3: their derivatives with respect to x, orthonormal */
    double *x;         /* free + 1: x at the optimum, and s */
    double *push; /* cones x 3: multipliers, accurate to 1e-6, each in its cone, with first entries
                     that sum to 1; near 0 for a cone with more margin than s */
    double *at;   /* cones x 3: vectors at x, with s subtracted from a */
    /* scratch of margin_solve(), also for margin_range.c: */
    double *slope, *matrix; /* free + 1, and (free + 1) x (free + 1): first and second derivatives
                               of the barrier, later the Newton step and the Cholesky factor */
    double *derivative;     /* 4 x (free + 1): derivatives of one cone */
    double curvature;       /* of the barrier, for an unbounded set of vectors; else 0 */
    struct interrupt *interrupt; /* polled in each step; NULL: none */
};

/* Return the numbers of doubles for margin_carve(): the memory, and the scratch of margin_solve().
 */
size_t margin_doubles(size_t cones, size_t free);
size_t margin_scratch_doubles(size_t free);
struct margin margin_carve(size_t cones, size_t free, double *memory, double *scratch);

/* Compute s. If the host stops the computation, s is any number. The result is too small by at most
 * 1e-13 per cone, relative to the larger of 1 and the largest magnitude in `start`. */
double margin_solve(struct margin *);

#endif
