/* SPDX-License-Identifier: MIT */
/* Memory of the implicit method. */
#ifndef CORE_IMPLICIT_ROOM_H
#define CORE_IMPLICIT_ROOM_H

#include "kind/kind.h"

/* True if solver.method is the implicit one. */
int implicit_chosen(const struct common_solver *);
/* Number of doubles in the data that an implicit step keeps for the next step (point.past), and in
 * the workspace of the method. Both are 0 if a model of the kind makes explicit steps only. */
size_t implicit_past_doubles(const struct kind *, const struct common_solver *);
size_t implicit_doubles(const struct kind *, const struct common_solver *);

#endif
