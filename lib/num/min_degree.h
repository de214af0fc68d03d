/* SPDX-License-Identifier: MIT */
/* Elimination order with low fill for a symmetric pattern. */
#ifndef NUM_MIN_DEGREE_H
#define NUM_MIN_DEGREE_H

#include <stddef.h>
#include <stdint.h>

#include "num/interrupt.h"

/* Compute an order by approximate minimum degree on a quotient graph. start, column: neighbours of
 * n nodes, each pair in both directions, without self-loops. order[k] is the k-th node to
 * eliminate. The order depends only on the pattern. 0: out of memory, or stopped. */
int min_degree(size_t n, const size_t *start, const uint32_t *column, uint32_t *order,
               struct interrupt *interrupt);

#endif
