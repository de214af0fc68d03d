/* SPDX-License-Identifier: MIT */
/* Measure work without a clock: count the basic blocks of the library that are executed. The
 * compiler inserts a call of the function below at the start of each block of counted_dep
 * (tests/meson.build). The number does not depend on the load of the machine. Work within the C
 * library (malloc, memset, memcpy) is not counted. Include this header in one file of a program. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <stdint.h>
#include <stdlib.h>

static uint64_t blocks_executed;

/* Called at the start of each block; -fsanitize-coverage=trace-pc prescribes the name. */
void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void)
{
    blocks_executed++;
}

static inline int blocks_ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Return the work of the longest step in medians; sorts the array. */
static inline double blocks_in_medians(double *work, size_t count)
{
    qsort(work, count, sizeof *work, blocks_ascending);
    return count > 0 ? work[count - 1] / work[count / 2] : 0;
}

#endif
