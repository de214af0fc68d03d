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

/* Number of singular values above `least`. */
size_t svd_rank(const double *s, size_t columns, double least);
/* Subtract from a vector of `rows` entries, `stride` apart, its projection onto the first `rank`
 * columns of U. If the work is stopped, the vector has no meaning; the same applies below. */
void svd_project_out(const double *u, size_t rows, size_t columns, size_t rank, double *x,
                     size_t stride, struct interrupt *);
/* x := the least x for which A x is nearest to b, by the first `rank` singular values. */
void svd_solve(const double *u, size_t rows, size_t columns, const double *v, const double *s,
               size_t rank, const double *b, double *x, struct interrupt *);

#endif
