/* SPDX-License-Identifier: MIT */
/* Singular value decomposition in the caller's memory. */
#ifndef NUM_SVD_H
#define NUM_SVD_H

#include <stddef.h>

struct interrupt; /* num/interrupt.h; NULL: no polling */

/* Compute A = U diag(s) V^T for a finite A, rows x columns with rows >= columns, by one-sided
 * Jacobi: U replaces A, V is columns x columns, s descending. Returns 0 if a result is not finite,
 * if the iteration does not converge, or if it is stopped. Entries below 2^-433 (4.5e-131) of the
 * largest count as zero, as do singular values below 10 rows eps times the singular value before.
 */
int svd_factor(double *a, size_t rows, size_t columns, double *v, double *s, struct interrupt *);

#endif
