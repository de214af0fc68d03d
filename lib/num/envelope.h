/* SPDX-License-Identifier: MIT */
/* Cholesky factors of symmetric matrices whose entries cluster at the diagonal: row i is zero left
 * of column first[i], which never falls from one row to the next. Nothing allocates. */
#ifndef NUM_ENVELOPE_H
#define NUM_ENVELOPE_H

#include <stddef.h>

/* A = L L^T in place: row i of A from a[i n + first[i]] to the diagonal becomes that of L with the
 * reciprocal of its diagonal. Nothing else is read or written. 0 if A is not numerically positive
 * definite: a pivot is no more than rounding of its diagonal entry, or not a number. */
int envelope_factor(double *a, size_t n, const size_t *first);

/* x := A^-1 x */
void envelope_solve(const double *l, size_t n, const size_t *first, double *x);

#endif
