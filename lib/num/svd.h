/* SPDX-License-Identifier: MIT */
/* Singular values over memory of the caller's. */
#ifndef NUM_SVD_H
#define NUM_SVD_H

#include <stddef.h>

struct interrupt; /* num/interrupt.h; NULL: nobody is asked */

/* A = U diag(s) V^T for a finite A, rows x columns with rows >= columns, by one-sided Jacobi: U in
 * place of A, V columns x columns, s descending. Returns 0 if a result is not finite, or the
 * iteration did not end or was told to stop. Relative to the largest entry, entries below
 * 2^-433 (4.5e-131) count as zero, and so do singular values below 10 rows eps of the one before.
 */
int svd_factor(double *a, size_t rows, size_t columns, double *v, double *s, struct interrupt *);

#endif
