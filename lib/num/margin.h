/* SPDX-License-Identifier: MIT */
/* How much room there is for vectors of a family (a + A x, b + B x) in friction cones, of which all
 * members have a part: the largest s for which there is an x with
 *
 *     |b_i + B_i x| <= a_i + A_i x - s     for all cones i
 *
 * by Newton's method along the central path of a logarithmic barrier. */
#ifndef NUM_MARGIN_H
#define NUM_MARGIN_H

#include <stddef.h>

/* The arrays are the caller's or of margin_carve(). A vector is a and the two of b. */
struct margin {
    size_t cones, free;
    double *start; /* cones x 3: with x = 0 */
    double *along; /* free x cones x 3: what each x adds; independent of each other */
    double *x;     /* free + 1: where there is most room, and s itself */
    double *push;  /* cones x 3: multipliers to 1e-6, each in its cone, the first of them together
                    * 1; about 0 where there is more room still */
    double *at;    /* cones x 3 */
    double *slope, *matrix; /* free + 1, its square */
};

size_t margin_doubles(size_t cones, size_t free);
struct margin margin_carve(size_t cones, size_t free, double *memory);

/* s, too small by no more than 1e-13 for each cone, of the largest number or 1. */
double margin_solve(struct margin *);

#endif
