/* SPDX-License-Identifier: MIT */
/* Closed forms for the times at which a parabola crosses zero or is between bounds, and the search
 * for its approach to a box. */
#include "models/impact_wheel/meet_span.h"
#include "models/impact_wheel/rounding.h"
#include "num/elementary.h"
#include "num/poly.h"
#include "num/series.h"

#include <float.h>
#include <math.h>

/* m2/s2; between these limits the terms of a discriminant neither underflow nor overflow. */
#define LEAST_SQUARE 1e-200
#define LARGEST_SQUARE 1e200

double meet_fall_above(const double c[3])
{
    double roots[2];
    double square = c[1] * c[1] - 4 * c[2] * c[0];
    if (c[2] <= 0 && square > LEAST_SQUARE &&
        square < LARGEST_SQUARE) { /* a sum: nothing cancels */
        double root = sqrt(square);
        return c[1] < 0 ? 2 * c[0] / (root - c[1]) : (root + c[1]) / (2 * fabs(c[2]));
    }
    size_t n = poly_quadratic(c, roots);
    if (n == 1 && c[2] != 0 && c[1] != 0)
        return INFINITY; /* double root to rounding: no crossing */
    for (size_t i = 0; i < n; i++)
        if (roots[i] > 0)
            return roots[i];
    return INFINITY;
}

/* Find the span in which c, convex or linear, is below a level; 0 if it never is. `loose` decides
 * two doubtful cases: it is the result if c touches the level to rounding, or on overflow. */
static int find_span_below(const double c[3], double level, int loose, struct meet_span *span)
{
    double gap = c[0] - level;
    *span = (struct meet_span){-INFINITY, INFINITY};
    if (isinf(level))
        return level > 0;
    if (c[2] == 0) {
        if (c[1] == 0)
            return gap <= 0;
        *(c[1] > 0 ? &span->end : &span->start) = -gap / c[1];
        return 1;
    }
    double square = c[1] * c[1], root = square - 4 * c[2] * gap;
    if (!(root < DBL_MAX)) /* overflow */
        return loose;
    if (root < (loose ? -ROUNDING_SPAN : ROUNDING_SPAN) * square)
        return 0;
    double q = -(c[1] + copysign(sqrt(num_fmax(0, root)), c[1])) / 2;
    double x = q / c[2], y = q == 0 ? 0 : gap / q;
    *span = (struct meet_span){num_fmin(y, x), num_fmax(y, x)};
    return 1;
}

int meet_spans(const double c[3], double lo, double hi, struct meet_span span[2])
{
    const double up[3] = {c[2] < 0 ? -c[0] : c[0], c[2] < 0 ? -c[1] : c[1], fabs(c[2])};
    struct meet_span outer, inner;
    int n = 0;
    if (!find_span_below(up, c[2] < 0 ? -lo : hi, 1, &outer))
        return 0;
    if (!find_span_below(up, c[2] < 0 ? -hi : lo, 0, &inner))
        inner = (struct meet_span){INFINITY, INFINITY};
    const struct meet_span all[2] = {{outer.start, num_fmin(outer.end, inner.start)},
                                     {inner.end, outer.end}};
    for (int k = 0; k < 2; k++) {
        double start = (1 - ROUNDING_SPAN) * num_fmax(0, all[k].start),
               end = (1 + ROUNDING_SPAN) * all[k].end;
        if (end >= 0 && start <= end && start < HUGE_VAL)
            span[n++] = (struct meet_span){start, end};
    }
    return n;
}

/* Each step forward in time is so short that the distance to the box stays larger than `near`,
 * whatever the directions of the velocity and of the acceleration. */
double meet_approach(const double x[3], const double y[3], const struct terrain_box *box,
                     double near, double start)
{
    enum { STEPS = 2, PARABOLA = 2 };
    double rate = 2 * terrain_length(x[2], y[2]);
    for (int k = 0; k < STEPS; k++) {
        double px = series_value(x, PARABOLA, start), py = series_value(y, PARABOLA, start);
        double vx = series_slope(x, PARABOLA, start), vy = series_slope(y, PARABOLA, start);
        const struct terrain_box place = {{px, py, px, py}};
        double way = terrain_boxes_apart(&place, box) - near, speed = terrain_length(vx, vy);
        if (!(way > 0))
            break;
        start += (1 - ROUNDING_SPAN) * 2 * way / (speed + sqrt(speed * speed + 2 * rate * way));
    }
    return start;
}
