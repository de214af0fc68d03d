/* SPDX-License-Identifier: MIT */
/* The parts of geninv_factor() that have files of their own. */
#ifndef NUM_GENINV_PARTS_H
#define NUM_GENINV_PARTS_H

#include "num/geninv.h"

/* Rows are used as they are if their squares are between this and its reciprocal. */
#define LEAST_SQUARE 1e-100
/* A rank that is close to being decided otherwise is left to the singular values. */
#define RANK_MARGIN 100

/* The weights of a dense N are its eigenvalues, and the rows are turned to its eigenvectors. WD_OK,
 * or WD_EINVAL as geninv_factor(). */
int32_t geninv_turn(struct geninv *g, const double *N);

/* Rows whose squares leave the range are divided by powers of two, which go into length. 0 if a row
 * is not finite. */
int geninv_normalise(struct geninv *g);

/* QR or singular values of the g->rank rows that are kept; `fit`: are they as they were, or
 * normalised? Statuses of geninv_factor(). */
int32_t geninv_orthogonal(struct geninv *g, int fit);

#endif
