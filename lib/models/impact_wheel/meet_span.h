/* SPDX-License-Identifier: MIT */
/* When c[0] + c[1] t + c[2] t^2 falls below zero, when it is between two bounds, and when two of
 * them may come near a box. */
#ifndef MEET_SPAN_H
#define MEET_SPAN_H

#include "ground/terrain.h"

/* The same where it starts above. */
double meet_fall_above(const double c[3]);

/* First t >= 0 at which it falls below zero, if it starts at or above; infinity: never. */
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

/* When it is in [lo, hi], from now on: the number of spans, at most two. Rounding loses no time at
 * which it is. */
int meet_spans(const double c[3], double lo, double hi, struct meet_span span[2]);

/* From `start` on, when a parabola may be as near as `near` to the box for the first time: no later
 * than it is, and mostly not much sooner. */
double meet_approach(const double x[3], const double y[3], const struct terrain_box *box,
                     double near, double start);

#endif
