/* SPDX-License-Identifier: MIT */
/* What happens without time passing: a step is entered, guards are down, the state jumps. Of the
 * kinds that the core's integrator moves. */
#ifndef CORE_JUMP_H
#define CORE_JUMP_H

#include "core/model.h"

#define INSTANT 1e-12 /* [s]: what happens within it happens together */

/* The guards of y at the time of the view, and their rates. */
int32_t jump_guards(struct wd_model *, const double *y, struct guards *);
/* Enters the step from time t, and finds what is due there: the armed guards that are not above
 * zero, because what drives the motion has changed, or from the start. They are in model->fallen.
 */
int32_t jump_due(struct wd_model *, double t, int *due);
/* The jump of what is in model->fallen, at the present point, and of what is due after it. WD_OK if
 * all was done in silence, WD_EVENT, WD_END or a failure. */
int32_t jump_all(struct wd_model *);

#endif
