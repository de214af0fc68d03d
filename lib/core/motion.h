/* SPDX-License-Identifier: MIT */
/* Integration of event-driven kinds, which have their own integrator: motion.c calls open(),
 * start(), advance() and settle() of the kind. */
#ifndef CORE_MOTION_H
#define CORE_MOTION_H

#include "core/model.h"

/* Prepare the integrator of the kind with the present settings; call this before motion_start() and
 * motion_step(). */
void motion_open(struct wd_model *);
/* Start at the present time from the start values; events of this first instant are logged. */
int32_t motion_start(struct wd_model *);
/* Move towards the target, at most to the next knot or grid time. If `stop` is set, move at most to
 * the first instant with an event. WD_OK, WD_EVENT, WD_END or a failure. */
int32_t motion_step(struct wd_model *, double target, int stop);

#endif
