/* SPDX-License-Identifier: MIT */
/* The picture of a run: its variables over the time. */
#ifndef WHEELDYN_TOOL_FIGURE_H
#define WHEELDYN_TOOL_FIGURE_H

#include <stdio.h>

#include "history.h"
#include "simulate.h"

/* A panel for each variable of the scenario's record, which are the first `shown` of the plan. Of a
 * scenario without record one for each that matters of its kind, with a line for each part. */
void figure_write(FILE *file, const struct instance *instance, const struct plan *plan,
                  size_t shown, const struct history *history);

#endif
