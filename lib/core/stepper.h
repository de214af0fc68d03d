/* SPDX-License-Identifier: MIT */
/* One step of integration from the present point, by an explicit method or by the implicit one. */
#ifndef CORE_STEPPER_H
#define CORE_STEPPER_H

#include "core/model.h"

/* Prepare the methods for a call. Called before its first step. */
void stepper_open(struct wd_model *);

/* Prepare a step from time t. Called before its first try. WD_OK or a failure with its text. */
int32_t stepper_begin(struct wd_model *, double t);

/* Try a step of length h: write its end to model->next and, with adaptive steps, its error estimate
 * to model->error_estimate. WD_OK, a failure with its text, or WD_ENOCONV without a text: a shorter
 * step may succeed. */
int32_t stepper_try(struct wd_model *, double t, double h);

/* stepper_reach(): length, from the start of the step, up to which the last try (of length h) is
 * searched for events. stepper_reach_to(): write the state at the time h after the start, up to
 * this reach, to model->next. The explicit method makes another try; the implicit one evaluates the
 * polynomial of the last try, which cannot fail. */
double stepper_reach(const struct wd_model *, double h);
int32_t stepper_reach_to(struct wd_model *, double t, double h);

/* Write the error text for a try of length h that returned WD_ENOCONV. Returns WD_ENOCONV. */
int32_t stepper_fail(struct wd_model *, double h);

/* Error of the last try relative to its tolerance; a step is accepted up to ODE_ACCEPTED. */
double stepper_error_ratio(const struct wd_model *);

/* Proposed length of the step after a try of length h with this error ratio; ratio = INFINITY if
 * the try failed. */
double stepper_next(const struct wd_model *, double h, double ratio);

/* Accept the last try up to length h from its start: keep its data for the next implicit step. */
void stepper_keep(struct wd_model *, double h);

#endif
