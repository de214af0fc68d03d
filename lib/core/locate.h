/* SPDX-License-Identifier: MIT */
/* Where within a step a guard falls to zero. */
#ifndef CORE_LOCATE_H
#define CORE_LOCATE_H

#include "core/grid.h"

/* Cut the step just made, whose result is in model->next, at its first event, if there is one: then
 * `*due`, and model->fallen are the guards that fall there. Or, without an event, where a guard
 * passes zero on the way to falling within the next step. */
int32_t locate_within(struct wd_model *, struct stretch *, int *due);

#endif
