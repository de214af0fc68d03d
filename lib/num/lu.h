/* SPDX-License-Identifier: MIT */
/* LU factorisation of small dense matrices, row major. */
#ifndef NUM_LU_H
#define NUM_LU_H

#include <stddef.h>

/* Factorise P A = L U in place with partial pivoting; the diagonal gets the reciprocals of the
 * pivots, pivot[k] the row that is exchanged with row k. Returns 0 if a pivot is NaN or zero to
 * rounding of its column, or its reciprocal overflows. */
int lu_factor(double *a, size_t n, size_t *pivot);

/* Sign of the determinant of the factorised matrix, 1 or -1. */
int lu_sign(const double *a, size_t n, const size_t *pivot);

/* x := A^-1 x */
void lu_solve(const double *a, size_t n, const size_t *pivot, double *x);

#endif
