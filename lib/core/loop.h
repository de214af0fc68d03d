/* SPDX-License-Identifier: MIT */
/* Time: start and advance. */
#ifndef CORE_LOOP_H
#define CORE_LOOP_H

#include "core/model.h"

/* From set up to running at t0. */
int32_t loop_init(struct wd_model *, double t0);
/* To time `target`, then the outputs; `stop`: return WD_EVENT after an event. A failure restores
 * the point and the log. */
int32_t loop_advance(struct wd_model *, double target, int stop);

#endif
