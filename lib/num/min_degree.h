/* SPDX-License-Identifier: MIT */
/* An order of elimination that keeps the fill of a symmetric pattern low. */
#ifndef NUM_MIN_DEGREE_H
#define NUM_MIN_DEGREE_H

#include <stddef.h>
#include <stdint.h>

#include "num/interrupt.h"

/* Approximate minimum degree on a quotient graph. start, column: the neighbours of n nodes, each
 * pair in both directions, no node its own neighbour. order[k] becomes the k-th node to eliminate.
 * The same pattern always gets the same order. 0: no memory, or stopped. */
int min_degree(size_t n, const size_t *start, const uint32_t *column, uint32_t *order,
               struct interrupt *interrupt);

#endif
