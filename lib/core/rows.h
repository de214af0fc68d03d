/* SPDX-License-Identifier: MIT */
/* Times of the rows that a run records. */
#ifndef CORE_ROWS_H
#define CORE_ROWS_H

#include <stddef.h>

struct rows {
    double start, end, step;
    size_t count; /* SIZE_MAX if there are more than a size_t can count */
};

/* Plan rows at `start`, then every `step`, and at `end`. Requires end >= start and step > 0; step
 * may be infinite. */
struct rows rows_plan(double start, double end, double step);
double rows_time(const struct rows *, size_t i);

#endif
