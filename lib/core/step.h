/* SPDX-License-Identifier: MIT */
/* One step of the core's integrator, with event location. */
#ifndef CORE_STEP_H
#define CORE_STEP_H

#include "core/model.h"

/* Make one accepted step towards target, no further than the next knot, grid time or event. WD_OK,
 * WD_EVENT, WD_END or a failure, after which the point is the end of the last accepted step. */
int32_t step_once(struct wd_model *, double target);

#endif
