/* SPDX-License-Identifier: MIT */
/* Kinds that make their own way from event to event. */
#ifndef CORE_MOTION_H
#define CORE_MOTION_H

#include "core/model.h"

/* Before the first call with the present settings. */
void motion_open(struct wd_model *);
/* From the start values at the present time; events of this first instant are logged. */
int32_t motion_start(struct wd_model *);
/* Towards target, no further than the next knot or grid time, or if `stop` the first instant with
 * an event. WD_OK, WD_EVENT, WD_END or a failure. */
int32_t motion_step(struct wd_model *, double target, int stop);

#endif
