/* SPDX-License-Identifier: MIT */
/* Orthogonal factorisations of row major matrices in the caller's memory: by GSL, or by the
 * library's own code if it is built without GSL. Entries are finite, the largest near 1. */
#ifndef NUM_ORTHOGONAL_H
#define NUM_ORTHOGONAL_H

#include <stddef.h>

/* Replace the n x n matrix a, after balancing, by an upper Hessenberg matrix with the same
 * eigenvalues; entries below the subdiagonal are meaningless. scaling, tau: n doubles of
 * scratch. */
void orthogonal_hessenberg(double *a, size_t n, double *scaling, double *tau);

/* Factorise A P = Q R with column pivoting: Q is packed below R, and tau gets the factors of
 * its reflections. norm is scratch. tau and norm: `columns` doubles each; permutation: `columns`
 * numbers. Column j of A P is column permutation[j] of A. */
void orthogonal_factor(double *a, size_t rows, size_t columns, double *tau, size_t *permutation,
                       double *norm);

/* x := Q x for the Q of orthogonal_factor(), x: rows doubles. */
void orthogonal_product(double *a, size_t rows, size_t columns, double *tau, double *x);

#endif
