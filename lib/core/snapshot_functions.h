/* SPDX-License-Identifier: MIT */
/* User functions in snapshots. A snapshot cannot contain a function; it only marks that one was
 * set. */
#ifndef CORE_SNAPSHOT_FUNCTIONS_H
#define CORE_SNAPSHOT_FUNCTIONS_H

#include "core/model.h"

/* One bit for each user function that is not an input: equations, energy, constraints. */
enum { SNAPSHOT_ALL_MARKS = 7 };
uint64_t snapshot_marks(const struct user_functions *);
/* Copy the user functions of `old`; an input takes the function of the input of the same name.
 * Returns the name of a function that the snapshot marks and `old` lacks, NULL if it lacks none. */
const char *snapshot_take_functions(struct wd_model *, const struct wd_model *old);

#endif
