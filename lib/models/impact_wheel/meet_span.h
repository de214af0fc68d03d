/* SPDX-License-Identifier: MIT */
/* Parabolas c[0] + c[1] t + c[2] t^2: the time at which one becomes negative, the times at which it
 * is between two bounds, and the time at which a planar parabola may approach a box. */
#ifndef MEET_SPAN_H
#define MEET_SPAN_H

#include "ground/terrain.h"

/* Do the same as meet_fall(), for c[0] > 0. */
double meet_fall_above(const double c[3]);

/* Return the first t >= 0 at which the parabola, which starts at or above zero, becomes negative;
 * infinity if the parabola never does. */
static inline double meet_fall(const double c[3])
{
    if (c[0] > 0)
        return meet_fall_above(c);
    if (c[1] < 0 || (c[1] == 0 && c[2] < 0))
        return 0;
    return c[1] > 0 && c[2] < 0 ? -c[1] / c[2] : (double)INFINITY;
}

/* Times from start to end. */
struct meet_span {
    double start, end;
};

/* Find the times t >= 0 at which the parabola is in [lo, hi]. Returns the number of spans, at most
 * two. The spans are widened by rounding, so that none of these times is missed. */
int meet_spans(const double c[3], double lo, double hi, struct meet_span span[2]);

/* Return a lower bound, close to the exact time, of the first time from `start` at which a planar
 * parabola is within `near` of the box. */
double meet_approach(const double x[3], const double y[3], const struct terrain_box *box,
                     double near, double start);

#endif
