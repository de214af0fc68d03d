/* SPDX-License-Identifier: MIT */
/* Memory in which a linear model is made. */
#ifndef CORE_LINEAR_ROOM_H
#define CORE_LINEAR_ROOM_H

#include "num/carver.h"
#include "kind/kind.h"

struct linear_room {
    double *A;                           /* of the eigenvalues */
    double *state, *rate, *present_rate; /* by differences; NULL for a kind with formulas */
    double *formula_A, *formula_B;       /* of the kind's formulas, all inputs; else NULL */
    double *eigen;                       /* of the eigenvalue solver */
    size_t *slot;                        /* of start values, of a kind with linear_states */
};

/* Most states of the linear model of a kind, 0 if it has none. */
size_t linear_most(const struct kind *);
/* `reals`: the doubles of a state with all that belongs to it. */
struct linear_room linear_carve(struct carver *, const struct kind *, size_t reals);

#endif
