/* SPDX-License-Identifier: MIT */
/* Work without a clock: basic blocks that the library has executed. The objects of counted_dep
 * (tests/meson.build) call the function below at the start of each. The number is the same on a
 * busy machine. Work within the C library (malloc, memset, memcpy) is not in it. For one file of a
 * program. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <stdint.h>

static uint64_t blocks_executed;

/* The name is the compiler's, for -fsanitize-coverage=trace-pc. */
void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void)
{
    blocks_executed++;
}

#endif
