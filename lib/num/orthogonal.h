/* SPDX-License-Identifier: MIT */
/* Orthogonal factorisations of matrices row by row over memory of the caller's: GSL's, or the
 * library's own where it is built without GSL. Entries are finite, the largest near 1. */
#ifndef NUM_ORTHOGONAL_H
#define NUM_ORTHOGONAL_H

#include <stddef.h>

/* An upper Hessenberg matrix with the eigenvalues of the n x n matrix a, in its place, balanced
 * before; what is below the subdiagonal means nothing. scaling, tau: n doubles of scratch. */
void orthogonal_hessenberg(double *a, size_t n, double *scaling, double *tau);

/* A P = Q R with column pivoting: Q packed below R. tau and norm: columns doubles; permutation:
 * columns numbers, column j of A P is column permutation[j] of A. */
void orthogonal_factor(double *a, size_t rows, size_t columns, double *tau, size_t *permutation,
                       double *norm);

/* x := Q x for the Q of orthogonal_factor(), x: rows doubles. */
void orthogonal_product(double *a, size_t rows, size_t columns, double *tau, double *x);

#endif
