/* SPDX-License-Identifier: MIT */
/* One step of integration from the present point, by an explicit method or by the implicit one. */
#ifndef CORE_STEPPER_H
#define CORE_STEPPER_H

#include "core/model.h"

/* Before the first step of a call. */
void stepper_open(struct wd_model *);

/* Proposed length of the next step by the method of the step under way. */
double *stepper_proposal(struct wd_model *);

/* Before the first try of a step from time t. WD_OK or a failure with its text. */
int32_t stepper_begin(struct wd_model *, double t);

/* A try of length h, into model->next, and unless steps are fixed the estimate of its error into
 * model->error_estimate. WD_OK, a failure with its text, or WD_ENOCONV without one: a shorter step
 * may succeed. */
int32_t stepper_try(struct wd_model *, double t, double h);

/* How far from its start the last try, of length h, is to be searched for events; and the state at
 * such a time, into model->next: another try of the explicit method, else a point of the polynomial
 * of the last one, which cannot fail. */
double stepper_reach(const struct wd_model *, double h);
int32_t stepper_reach_to(struct wd_model *, double t, double h);

/* WD_ENOCONV, and why, after such a try of length h. */
int32_t stepper_fail(struct wd_model *, double h);

/* The largest error of the last try relative to its tolerance; accepted up to ODE_ACCEPTED. */
double stepper_error_ratio(const struct wd_model *);

/* The length of the step after a try of length h with this ratio; INFINITY: it failed. */
double stepper_next(const struct wd_model *, double h, double ratio);

/* The last try is the step that is taken, up to time h from its start. */
void stepper_keep(struct wd_model *, double h);

#endif
