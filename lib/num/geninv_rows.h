/* SPDX-License-Identifier: MIT */
#ifndef NUM_GENINV_ROWS_H
#define NUM_GENINV_ROWS_H

#include "num/geninv.h"

/* Rows are used unchanged if their squared norms are between this number and its reciprocal. */
#define GENINV_LEAST_SQUARE 1e-100

/* Diagonalise a dense N: weights become its eigenvalues, and the rows are transformed to the basis
 * of its eigenvectors. WD_OK, or WD_EINVAL as geninv_factor(). */
int32_t geninv_turn(struct geninv *g, const double *N);

/* Divide rows whose squared norms are outside of the range of GENINV_LEAST_SQUARE by powers of two.
 * g->length gets the divisors, 1 for the other rows. 0 if a row is not finite. */
int geninv_normalise(struct geninv *g);

#endif
