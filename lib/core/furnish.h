/* SPDX-License-Identifier: MIT */
/* Preparation of a model before it runs: its memory, its spare and its course. */
#ifndef CORE_FURNISH_H
#define CORE_FURNISH_H

#include "core/model.h"

/* Prepare the model for the present settings, unless nothing relevant has changed, and let the kind
 * check that the settings are consistent: WD_OK, or a failure with its text. */
int32_t furnish_model(struct wd_model *);

#endif
