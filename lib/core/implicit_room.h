/* SPDX-License-Identifier: MIT */
/* Memory of the implicit method. */
#ifndef CORE_IMPLICIT_ROOM_H
#define CORE_IMPLICIT_ROOM_H

#include "kind/kind.h"

/* True if solver.method is the implicit one. */
int implicit_chosen(const struct common_solver *);
/* Doubles of what one step leaves for the next, and of the workspace; 0 if all steps of a model of
 * the kind are explicit. */
size_t implicit_past_doubles(const struct kind *, const struct common_solver *);
size_t implicit_doubles(const struct kind *, const struct common_solver *);

#endif
