/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time: start, advance with events, evaluate. */
#ifndef CORE_LOOP_H
#define CORE_LOOP_H

#include "core/model.h"

/* The right-hand side that the stepper sees; the context is the model. */
int32_t loop_rhs(double t, const double *y, double *dy, void *context);

/* From set up to running at t0. */
int32_t loop_init(struct wd_model *, double t0);
/* Outputs and input values for the present point. */
int32_t loop_eval(struct wd_model *);
/* To time `target`, then the outputs; `stop`: return WD_EVENT after an event. A failure restores
 * the point and the log. */
int32_t loop_advance(struct wd_model *, double target, int stop);
/* Evaluate all inputs at t into input_at, seeking their pieces; for callers of the flow. */
int32_t loop_inputs(struct wd_model *, double t);

#endif
