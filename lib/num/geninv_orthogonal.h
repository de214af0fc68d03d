/* SPDX-License-Identifier: MIT */
#ifndef NUM_GENINV_ORTHOGONAL_H
#define NUM_GENINV_ORTHOGONAL_H

#include "num/geninv.h"

/* Multiple of the rank cutoff. If a rank decision is closer to the cutoff than this factor, the
 * singular value decomposition decides. */
#define GENINV_RANK_MARGIN 100

/* Factorise the g->rank kept rows by QR or singular values. fit: 1 if geninv_normalise() has not
 * changed the rows. Returns the statuses of geninv_factor(). */
int32_t geninv_orthogonal(struct geninv *g, int fit);

#endif
