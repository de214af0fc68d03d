/* SPDX-License-Identifier: MIT */
/* User functions in snapshots. A snapshot cannot contain them; it only marks that they were set. */
#ifndef CORE_SNAPSHOT_FUNCTIONS_H
#define CORE_SNAPSHOT_FUNCTIONS_H

#include "core/model.h"

/* Marks of functions that are not inputs: equations, energy and constraints. */
enum { SNAPSHOT_ALL_MARKS = 7 };
uint64_t snapshot_marks(const struct user_functions *);
/* Take over the marked functions from `old`, inputs by name; returns the name of a missing one,
 * NULL if all are there. */
const char *snapshot_take_functions(struct wd_model *, const struct wd_model *old);

#endif
