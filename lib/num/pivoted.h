/* SPDX-License-Identifier: MIT */
/* Pivoted Cholesky factorisation of a symmetric positive semidefinite matrix, to find dependent
 * rows. The pivot is the row whose diagonal entry has the largest remainder after elimination of
 * the rows chosen before. A row of the factor is computed when its pivot is chosen; before that,
 * only the remainders are updated. */
#ifndef NUM_PIVOTED_H
#define NUM_PIVOTED_H

#include <stddef.h>

/* Factorise the upper triangle of the n x n matrix, whose diagonal of ones is not read. The
 * triangle becomes U, with U^T U = A in the pivoted order, and with the reciprocals of its diagonal
 * in place of the diagonal. Returns the rank; rows of U from this number on are not changed. A row
 * is dependent if at most the fraction `dependent` of its squared norm remains. order and scale are
 * permuted with the rows; left: scratch of n numbers for the remaining squares. */
size_t pivoted_factor(double *upper, size_t n, double dependent, size_t *order, double *scale,
                      double *left);

#endif
