/* SPDX-License-Identifier: MIT */
/* Location of the first event within a step. */
#ifndef CORE_LOCATE_H
#define CORE_LOCATE_H

#include "core/grid.h"

/* Shorten the step just made, with its result in model->next, to its first event. If there is one,
 * *due is set and model->triggered has the guards that trigger there. Without an event the step may
 * still be shortened, to the extremum of a guard that will trigger in the next step. An implicit
 * step may also be lengthened, to an event within stepper_reach(). */
int32_t locate_within(struct wd_model *, struct stretch *, int *due);

/* True if guard i may change its sign twice within a step of length h. This is judged from the
 * values and rates of the guard at both ends of the step, in model->guard and model->guard_next.
 * Two conditions must hold. The rates have opposite signs, so the guard has an extremum in the
 * step. And the guard may reach zero from both ends: the sum of the magnitudes of its two values,
 * which have one sign, is at most h times the larger magnitude of the rates. */
int locate_may_cross_twice(const struct wd_model *, size_t i, double h);

#endif
