/* SPDX-License-Identifier: MIT */
/* The reason why a motion ended before the requested time. */
#ifndef WHEELDYN_TOOL_ENDING_H
#define WHEELDYN_TOOL_ENDING_H

#include <stdbool.h>
#include <wheeldyn/parts.h>
#include <wheeldyn/wheeldyn.h>

#include "problem.h"

/* True if a run without failure ended before `end`; the text then says when and why: "ended at
 * 0.548 s: LIMIT, wheel w1: the motion leaves the range of the model". */
bool ending_is_early(const wd_model *model, double end, struct problem *problem);

#endif
