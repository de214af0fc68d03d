/* SPDX-License-Identifier: MIT */
/* Adaptive steps that go beyond the end of a call. The present point of the model holds the whole
 * step, and the states at the ends of calls within the step come from the dense output of the
 * method. Such a step is "held". The caller sees nothing beyond the present time: an event at the
 * end of the step is handled by the call that reaches this end. */
#ifndef CORE_WHOLE_H
#define CORE_WHOLE_H

#include "core/grid.h"
#include "core/model.h"

/* Number of doubles of struct whole.y; 0 if no step of a model with these settings goes beyond a
 * call. */
size_t whole_doubles(const struct kind *, const struct common_solver *);

/* Number of doubles of model.whole_stages. */
size_t whole_stage_doubles(const struct kind *, const struct common_solver *);

/* Length of the next step if it may go beyond the call; 0: the step must end with the call. */
double whole_length(const struct wd_model *);

/* A step of low order ends with its call and takes 6 evaluations instead of 13. It is used after a
 * change of an input or tunable, where the step that the tolerance allows is longer than the call.
 * whole_begin_low(): true if a step of length h is to be tried by the method of low order;
 * stepper_try() and others then use this method until whole_end_low(). whole_low_ratio(): LONGEST
 * (core/whole.c) times the error ratio of the last try. If this is at most ODE_ACCEPTED, the errors
 * of LONGEST such steps are together no larger than the error that one step may have. LONGEST is
 * the number of calls that the longest step beyond a call spans. whole_end_low() gets the ratio of
 * the try of length h. */
int whole_begin_low(struct wd_model *, double h);
double whole_low_ratio(const struct wd_model *);
void whole_end_low(struct wd_model *, double h, double ratio);

/* Hold the step just made, which ends in the state model->next. `due`: 1 if the guards in
 * model->triggered trigger at its end. WD_OK, or a failure with its text and no step held. */
int32_t whole_hold(struct wd_model *, const struct stretch *, double h_next, int due);

/* Move the present point to time t before the end of the step held. WD_OK or a failure with its
 * text. */
int32_t whole_report(struct wd_model *, double t);

/* Release the step held, and restore its end to model->next, model->triggered and the armed guards
 * of the point. */
struct stretch whole_release(struct wd_model *);

/* Compute the stages and the end of the step held again, with the same bits, if they are not in
 * memory. WD_OK or a failure with its text. */
int32_t whole_restore(struct wd_model *);

/* Record that a call has reached its target, the present time. */
static inline void whole_reach(struct wd_model *model)
{
    struct whole *whole = &model->now.whole;
    whole->span = model->now.t - whole->began;
    whole->began = model->now.t;
}

/* Make the motion continue from the present point instead of the step held. */
static inline void whole_drop(struct wd_model *model)
{
    model->now.whole.open = 0;
}

#endif
