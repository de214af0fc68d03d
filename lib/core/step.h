/* SPDX-License-Identifier: MIT */
/* One step of the core's integrator, with event location. */
#ifndef CORE_STEP_H
#define CORE_STEP_H

#include "core/model.h"

/* Make one accepted step towards the target, or the jumps that are due at the present point. The
 * point moves at most to the target and to the next knot, grid time or event. An adaptive step that
 * goes beyond the target is held, see core/whole.h. WD_OK, WD_EVENT, WD_END or a failure, after
 * which the point is the end of the last accepted step. */
int32_t step_once(struct wd_model *, double target);

#endif
