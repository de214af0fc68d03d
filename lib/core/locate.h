/* SPDX-License-Identifier: MIT */
/* Events: where a guard falls through zero, within a step or between two, and what then
 * happens. */
#ifndef CORE_LOCATE_H
#define CORE_LOCATE_H

#include "core/grid.h"

/* Sets of guards have bit i for guard i. */
static inline uint64_t locate_all(const struct kind *kind)
{
    return ((uint64_t)1 << kind->guards) - 1;
}

/* Before a step: `*fired` are the armed guards that are not above zero where it begins, because
 * what drives the motion has changed, or a jump did that, or from the start. */
int32_t locate_at_start(struct wd_model *, const struct stretch *, uint64_t *fired);
/* Cut the step just made, whose result is in model->next, at its first event: `*fired` are the
 * guards that fall there. */
int32_t locate_within(struct wd_model *, struct stretch *, uint64_t *fired);
/* At the present point: the jumps of the guards that fired. WD_EVENT, WD_END or a failure. */
int32_t locate_jump(struct wd_model *, uint64_t fired);

#endif
