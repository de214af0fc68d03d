/* SPDX-License-Identifier: MIT */
#ifndef NUM_GENINV_ORTHOGONAL_H
#define NUM_GENINV_ORTHOGONAL_H

#include "num/geninv.h"

/* A rank that is close to being decided otherwise is left to the singular values: times the cutoff.
 */
#define GENINV_RANK_MARGIN 100

/* QR or singular values of the g->rank rows that are kept; `fit`: are they as they were, or
 * normalised? Statuses of geninv_factor(). */
int32_t geninv_orthogonal(struct geninv *g, int fit);

#endif
