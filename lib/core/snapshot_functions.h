/* SPDX-License-Identifier: MIT */
/* Functions of the host, which a snapshot only marks. */
#ifndef CORE_SNAPSHOT_FUNCTIONS_H
#define CORE_SNAPSHOT_FUNCTIONS_H

#include "core/model.h"

/* Of those that are no inputs: equations, energies. */
enum { SNAPSHOT_ALL_MARKS = 3 };
uint64_t snapshot_marks(const struct user_functions *);
/* The functions of `old` serve what was marked, inputs by their names; returns what is without. */
const char *snapshot_take_functions(struct wd_model *, const struct wd_model *old);

#endif
