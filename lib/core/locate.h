/* SPDX-License-Identifier: MIT */
/* Location of the first event within a step. */
#ifndef CORE_LOCATE_H
#define CORE_LOCATE_H

#include "core/grid.h"

/* Shorten the step just made, with its result in model->next, to its first event. If there is one,
 * *due is set and model->fallen has the guards that trigger there. Without an event the step may
 * still be shortened, to the extremum of a guard that will trigger in the next step. */
int32_t locate_within(struct wd_model *, struct stretch *, int *due);

#endif
