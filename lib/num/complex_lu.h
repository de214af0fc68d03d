/* SPDX-License-Identifier: MIT */
/* Small dense complex matrices. A row holds n real parts and then n imaginary parts, so a matrix
 * takes 2 n n doubles and a vector 2 n. */
#ifndef NUM_COMPLEX_LU_H
#define NUM_COMPLEX_LU_H

#include <stddef.h>

/* Factorise P A = L U in place, with the reciprocals of the pivots on the diagonal; pivot[k] is the
 * row that is exchanged with row k. Returns 0 if a pivot is no larger than the rounding error of
 * its column, or not a number, or has no finite reciprocal. */
int complex_lu_factor(double *a, size_t n, size_t *pivot);

/* x := A^-1 x */
void complex_lu_solve(const double *a, size_t n, const size_t *pivot, double *x);

#endif
