/* SPDX-License-Identifier: MIT */
#ifndef NUM_GENINV_ROWS_H
#define NUM_GENINV_ROWS_H

#include "num/geninv.h"

/* Rows are used as they are if their squares are between this and its reciprocal. */
#define GENINV_LEAST_SQUARE 1e-100

/* The weights of a dense N are its eigenvalues, and the rows are turned to its eigenvectors. WD_OK,
 * or WD_EINVAL as geninv_factor(). */
int32_t geninv_turn(struct geninv *g, const double *N);

/* Rows whose squares leave the range are divided by powers of two, which go into length. 0 if a row
 * is not finite. */
int geninv_normalise(struct geninv *g);

#endif
