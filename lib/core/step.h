/* SPDX-License-Identifier: MIT */
/* One step of the core's integrator, with the location of events. */
#ifndef CORE_STEP_H
#define CORE_STEP_H

#include "core/model.h"

/* One accepted step towards target, no further than the next knot, grid time or event. WD_OK,
 * WD_EVENT, WD_END or a failure, which leaves the point wherever the last good step ended. */
int32_t step_once(struct wd_model *, double target);

#endif
