/* SPDX-License-Identifier: MIT */
/* The times of the rows that a run records. */
#ifndef CORE_ROWS_H
#define CORE_ROWS_H

#include <stddef.h>

struct rows {
    double start, end, step;
    size_t count; /* SIZE_MAX if there are more than a size can count */
};

/* end >= start, step > 0, infinity allowed. */
struct rows rows_plan(double start, double end, double step);
double rows_time(const struct rows *, size_t i);

#endif
