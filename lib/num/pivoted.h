/* SPDX-License-Identifier: MIT */
/* Pivoted Cholesky factorisation of a symmetric positive semidefinite matrix, to find dependent
 * rows. The pivot is the row whose diagonal entry has the largest remainder after elimination of
 * the rows chosen before. A row of the factor is computed when its pivot is chosen; before that,
 * only the remainders are updated. */
#ifndef NUM_PIVOTED_H
#define NUM_PIVOTED_H

#include <stddef.h>

/* Factorise the symmetric matrix of n rows and columns `order` of `matrix`, whose rows are `stride`
 * apart. Its row i is multiplied by scale[i], and so is its column; its diagonal is then 1 and is
 * not read. `upper`, of `most` rows of n numbers, becomes U, with U^T U = A in the pivoted order,
 * and with the reciprocals of its diagonal in place of the diagonal. Returns the rank, at most
 * `most`; rows of U from this number on are not changed. A row is dependent if at most the fraction
 * `dependent` of its squared norm remains. order and scale are permuted with the rows; left:
 * scratch of n numbers for the remaining squares. */
size_t pivoted_factor(const double *matrix, size_t stride, double *upper, size_t n, size_t most,
                      double dependent, size_t *order, double *scale, double *left);

#endif
