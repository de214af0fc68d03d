/* SPDX-License-Identifier: MIT */
/* Small dense matrices, row major, that need not be symmetric. */
#ifndef NUM_LU_H
#define NUM_LU_H

#include <stddef.h>

/* P A = L U in place, pivots by columns, of which one over them is kept. 0 if a pivot is no more
 * than rounding of its column, or not a number, or one over it is none. */
int lu_factor(double *a, size_t n, size_t *pivot);

/* x := A^-1 x */
void lu_solve(const double *a, size_t n, const size_t *pivot, double *x);

#endif
