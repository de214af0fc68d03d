/* SPDX-License-Identifier: MIT */
/* Interpolating cubic splines with continuous second derivatives: natural, or periodic. Nothing
 * allocates. */
#ifndef NUM_SPLINE_H
#define NUM_SPLINE_H

#include <stddef.h>

#include "num/interrupt.h"

/* Knots with `spacing` between them: knots - 1 numbers, or, periodic, knots of them, the last one
 * from the last knot back to the first. */
struct spline {
    size_t knots;
    int periodic;
    const double *spacing;
    double *pivot, *multiplier, *border;
    struct interrupt *interrupt;
};

static inline size_t spline_doubles(size_t knots)
{
    return 3 * knots;
}

/* knots >= 2, periodic >= 3; spacing > 0 is kept by the spline, as are the memory and the
 * interrupt.
 */
void spline_prepare(struct spline *spline, size_t knots, int periodic, const double *spacing,
                    double *memory, struct interrupt *interrupt);

/* Second derivatives at the knots of the spline through y[0], y[stride], ... */
void spline_moments(const struct spline *spline, const double *y, size_t stride, double *moment);

#endif
