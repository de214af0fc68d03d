/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orthogonal factorisations over memory of ours: singular values, and GSL's QR. */
#ifndef NUM_SVD_H
#define NUM_SVD_H

#include <stddef.h>

/* A = U diag(s) V^T for a finite A, rows x columns with rows >= columns, by one-sided Jacobi: U in
 * place of A, V columns x columns, s descending. Returns 0 if a result is not finite or the
 * iteration did not end. Relative to the largest entry, entries below 1e-140 count as zero, and so
 * do singular values below 10 rows eps of the one before. */
int svd_factor(double *a, size_t rows, size_t columns, double *v, double *s);

/* A P = Q R for a finite A of entries near 1, with column pivoting: Q packed below R. tau and norm:
 * columns doubles; permutation: columns numbers, column j of A P is column permutation[j] of A. */
void qr_factor(double *a, size_t rows, size_t columns, double *tau, size_t *permutation,
               double *norm);

/* x := Q x for the Q of qr_factor(), x: rows doubles. */
void qr_product(double *a, size_t rows, size_t columns, double *tau, double *x);

#endif
