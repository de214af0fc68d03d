/* SPDX-License-Identifier: MIT */
/* Cholesky's factor of a symmetric positive semidefinite matrix, the row of which most is left
 * first: which rows depend on others. Rows of the factor come as they are asked for: only the
 * diagonal is kept up to date. */
#ifndef NUM_PIVOTED_H
#define NUM_PIVOTED_H

#include <stddef.h>

/* The upper triangle of the n x n matrix, whose diagonal of ones is not read, becomes U with the
 * reciprocals of its diagonal, U^T U = A but for the order of the rows; below row `rank`, which is
 * returned, stays what it was. A row is one that depends on others if no more than `dependent` is
 * left of its square. order and scale go with the rows; left: n numbers, of their squares. */
size_t pivoted_factor(double *upper, size_t n, double dependent, size_t *order, double *scale,
                      double *left);

#endif
