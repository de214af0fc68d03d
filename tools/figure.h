/* SPDX-License-Identifier: MIT */
/* Plot of a run: its variables over time. */
#ifndef WHEELDYN_TOOL_FIGURE_H
#define WHEELDYN_TOOL_FIGURE_H

#include <stdio.h>

#include "history.h"
#include "simulate.h"

/* Write a plot. If the scenario has the key record, the plot has a panel for each recorded
 * variable; these are the first `shown` variables of the plan. Else it has a panel for each key
 * variable of the kind, with a line for each part. Without key variables it has a panel for each of
 * the first `shown` variables. */
void figure_write(FILE *file, const struct instance *instance, const struct plan *plan,
                  size_t shown, const struct history *history);

#endif
