/* SPDX-License-Identifier: MIT */
/* Plot of a run: its variables over time. */
#ifndef WHEELDYN_TOOL_FIGURE_H
#define WHEELDYN_TOOL_FIGURE_H

#include <stdio.h>

#include "history.h"
#include "simulate.h"

/* Write a plot with a panel for each recorded variable of the scenario; these are the first `shown`
 * of the plan. Without a record it has a panel for each key variable of the kind, with a line for
 * each part. */
void figure_write(FILE *file, const struct instance *instance, const struct plan *plan,
                  size_t shown, const struct history *history);

#endif
