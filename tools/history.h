/* SPDX-License-Identifier: MIT */
/* Rows kept in memory for output at the end of a run. */
#ifndef WHEELDYN_TOOL_HISTORY_H
#define WHEELDYN_TOOL_HISTORY_H

#include "problem.h"

struct history {
    size_t width; /* number of doubles in a row: the time and the values */
    size_t count, room;
    double *rows;
};

void history_add(struct history *history, const double *row);
void history_free(struct history *history);

#endif
