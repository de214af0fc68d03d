/* SPDX-License-Identifier: MIT */
/* Start and advance a model in time. */
#ifndef CORE_LOOP_H
#define CORE_LOOP_H

#include "core/model.h"

/* Compute the data that calls share until a setting changes. */
void loop_prepare(struct wd_model *);
/* Start a model that is set up, at time t0. */
int32_t loop_init(struct wd_model *, double t0);
/* Advance to time `target` and compute the outputs; `stop`: return WD_EVENT after the first event.
 * A failure restores the point and the log. */
int32_t loop_advance(struct wd_model *, double target, int stop);

#endif
