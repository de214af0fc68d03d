/* SPDX-License-Identifier: MIT */
/* Interpolating cubic splines with continuous second derivatives, natural or periodic. No
 * allocation. */
#ifndef NUM_SPLINE_H
#define NUM_SPLINE_H

#include <stddef.h>

#include "num/interrupt.h"

/* Spline with `spacing` between its knots: knots - 1 numbers. A periodic spline has `knots`
 * numbers: the last is the spacing from the last knot back to the first. */
struct spline {
    size_t knots;
    int periodic;
    const double *spacing;
    double *pivot, *multiplier; /* L D L^T of the tridiagonal part: D, subdiagonal of L */
    double *border; /* inverse of the tridiagonal part times the border; natural: zeros */
    struct interrupt *interrupt;
};

static inline size_t spline_doubles(size_t knots)
{
    return 3 * knots;
}

/* Prepare for knots >= 2, or >= 3 if periodic. The spline keeps pointers to spacing > 0, the memory
 * and the interrupt. */
void spline_prepare(struct spline *spline, size_t knots, int periodic, const double *spacing,
                    double *memory, struct interrupt *interrupt);

/* Compute the second derivatives at the knots of the spline through y[0], y[stride], ... */
void spline_moments(const struct spline *spline, const double *y, size_t stride, double *moment);

#endif
