/* SPDX-License-Identifier: MIT */
/* Run an instance from start to end, with its switches, and hand out its rows. */
#ifndef WHEELDYN_TOOL_SIMULATE_H
#define WHEELDYN_TOOL_SIMULATE_H

#include "instance.h"

/* Takes a row, the time first; anything but TOOL_OK ends the run with that status. */
typedef int (*row_taker)(void *context, const double *row, struct problem *problem);

struct plan {
    double start, end, step;
    const uint32_t *refs;
    size_t count;
    row_taker take;
    void *context;
};

/* Rows that a run of this length has if it goes to its end. */
size_t plan_rows(const struct plan *plan);

/* Rows are at start + k step and at the end; the last is at the time of WD_END if that comes
 * first. A switch at the time of a row is in the row. On TOOL_MODEL the text says why, and rows
 * taken before are good. */
int simulate(const struct instance *instance, const struct plan *plan, struct problem *problem);

#endif
