/* SPDX-License-Identifier: MIT */
/* Cholesky factorisation of symmetric matrices in envelope (skyline) storage order: row i is zero
 * left of column first[i], which does not decrease from row to row. No allocation. */
#ifndef NUM_ENVELOPE_H
#define NUM_ENVELOPE_H

#include <stddef.h>

/* Factorise A = L L^T in place: row i of A, from a[i n + first[i]] to the diagonal, becomes row i
 * of L with the reciprocal of its diagonal. Nothing else is read or written. 0 if A is not
 * numerically positive definite: a pivot is NaN or zero to rounding of its diagonal entry. */
int envelope_factor(double *a, size_t n, const size_t *first);

/* x := A^-1 x */
void envelope_solve(const double *l, size_t n, const size_t *first, double *x);

#endif
