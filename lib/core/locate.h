/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events: where in a step a guard falls through zero, and what then happens. */
#ifndef CORE_LOCATE_H
#define CORE_LOCATE_H

#include "core/grid.h"

/* Cut the step just made, whose result is in model->next, at its first event. `*fired` is the
 * number of guards that fall there; which ones is left for locate_jump(). */
int32_t locate(struct wd_model *, struct leg *, size_t *fired);
/* After the point is committed: the jumps of the guards that fell. WD_EVENT, WD_END or a failure.
 */
int32_t locate_jump(struct wd_model *);

#endif
