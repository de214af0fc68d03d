/* SPDX-License-Identifier: MIT */
/* Discrete transitions, during which no time passes: entering a step, triggered guards, jumps of
 * the state. Such transitions exist only for kinds that the core integrates. */
#ifndef CORE_JUMP_H
#define CORE_JUMP_H

#include "core/model.h"
#include "kind/numbers.h"

/* Evaluate the guards of y, and their rates, at the time of the view. */
int32_t jump_guards(struct wd_model *, const double *y, struct guards *);
/* Evaluate the guards at the start of a step from time `from` again, after a search for events has
 * overwritten them. */
int32_t jump_restore_guards(struct wd_model *, double from);
/* Call kind->enter() for a step from time t, then collect in model->triggered the armed guards that
 * are not above zero there. Such guards can occur at the start of the motion, after a change of an
 * input or tunable, and after a jump. *due: 1 if there is such a guard. The guards that are above
 * zero are then armed: only an armed guard can trigger. */
int32_t jump_due(struct wd_model *, double t, int *due);
/* Jump for the guards in model->triggered at the present point, then for the guards that trigger as
 * a result. Returns WD_OK if no event was logged, else WD_EVENT, WD_END or a failure. */
int32_t jump_all(struct wd_model *);

#endif
