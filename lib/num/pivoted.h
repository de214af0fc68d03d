/* SPDX-License-Identifier: MIT */
/* Pivoted Cholesky factorisation of a symmetric positive semidefinite matrix, to find dependent
 * rows. The pivot is the row whose diagonal entry has the largest remainder after elimination of
 * the rows chosen before. A row of the factor is computed when its pivot is chosen; before that,
 * only the remainders are updated. */
#ifndef NUM_PIVOTED_H
#define NUM_PIVOTED_H

#include <stddef.h>

/* Relative to the largest remainder. A preferred row becomes the pivot if its remainder is at least
 * this. The usual value of threshold pivoting in sparse factorisations (Duff, Erisman and Reid,
 * Direct Methods for Sparse Matrices). */
#define PIVOTED_THRESHOLD 0.1

/* A symmetric matrix: entries in memory, rows `stride` apart, or a function. */
struct pivoted_matrix {
    const double *entries; /* NULL: the function */
    size_t stride;
    /* Write the entries of this row in n columns. */
    void (*fill)(const void *context, size_t row, const size_t *column, size_t n, double *to);
    const void *context;
};

/* Factorise the matrix of the n rows and columns `order` of a symmetric matrix. Its row i is
 * multiplied by scale[i], and so is its column; its diagonal is then 1 and is not read. `upper`, of
 * `most` rows of n numbers, becomes U, with U^T U = A in the pivoted order, and with the
 * reciprocals of its diagonal in place of the diagonal. Returns the rank, at most `most`; rows of U
 * from this number on are not changed. A row is dependent if at most the fraction `dependent` of
 * its squared norm remains. order and scale are permuted with the rows; left: scratch of n numbers
 * for the remaining squares.
 *
 * first > 0: the first rows, as many as this, are preferred as pivots, and a row is left out as
 * soon as it is dependent. This is less work if these rows are many and span few directions.
 * Columns of U from the rank on are then undefined until pivoted_complete() computes them. */
size_t pivoted_factor(const struct pivoted_matrix *, double *upper, size_t n, size_t most,
                      double dependent, size_t first, size_t *order, double *scale, double *left);
void pivoted_complete(const struct pivoted_matrix *, double *upper, size_t n, size_t rank,
                      const size_t *order, const double *scale);

#endif
