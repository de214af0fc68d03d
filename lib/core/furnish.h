/* SPDX-License-Identifier: MIT */
/* What must be there before a model runs: memory for it, for its spare, and its course. */
#ifndef CORE_FURNISH_H
#define CORE_FURNISH_H

#include "core/model.h"

/* See to it for the present settings, unless nothing it depends on has been set since, and ask the
 * kind whether they fit each other: WD_OK, or a failure with its text. */
int32_t furnish_model(struct wd_model *);

#endif
