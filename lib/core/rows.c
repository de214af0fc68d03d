/* SPDX-License-Identifier: MIT */
#include "core/rows.h"
#include "num/elementary.h"

#include <math.h>
#include <stdint.h>

/* Fraction of the number of steps. If the interval is a whole number of steps to within this, it is
 * treated as exactly that, because the remainder is rounding. */
#define WHOLE 1e-9

struct rows rows_plan(double start, double end, double step)
{
    struct rows rows = {start, end, step, 1};
    if (end == start)
        return rows;
    double steps = (end - start) / step, whole = round(steps);
    if (!(fabs(steps - whole) <= WHOLE * num_fmax(1, steps)))
        whole = floor(steps) + 1;
    whole = num_fmax(whole, 1);
    rows.count = whole < (double)(SIZE_MAX / 2) ? (size_t)whole + 1 : SIZE_MAX;
    return rows;
}

double rows_time(const struct rows *rows, size_t i)
{
    if (i == 0)
        return rows->start; /* the step may be infinite */
    return i + 1 == rows->count ? rows->end : rows->start + (double)i * rows->step;
}
