/* SPDX-License-Identifier: MIT */
/* Memory for the linear model. */
#ifndef CORE_LINEAR_ROOM_H
#define CORE_LINEAR_ROOM_H

#include "num/carver.h"
#include "kind/kind.h"

struct linear_room {
    double *A;                           /* input of the eigenvalue solver */
    double *state, *rate, *present_rate; /* for finite differences; NULL with formulas */
    double *eigen; /* workspace of the eigenvalue solver, in the place of all others but A */
    size_t *slot;  /* slots of the start values, for a kind with linear_states */
};

/* Maximum number of states of the kind's linear model, 0 if it has none. */
size_t linear_most(const struct kind *);
/* Carve the memory for the linear model; `reals` is the number of doubles in point.y. `eigen`: the
 * carver that also contains the workspace of the eigenvalue solver. The solver runs when the linear
 * model is complete, so that this workspace may overlap all that is carved after A. */
struct linear_room linear_carve(struct carver *, const struct kind *, size_t reals,
                                struct carver *eigen);

#endif
