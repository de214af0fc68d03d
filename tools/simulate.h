/* SPDX-License-Identifier: MIT */
/* Simulate a model that was built from a scenario (an instance), from start to end, with switches
 * and rows of results. */
#ifndef WHEELDYN_TOOL_SIMULATE_H
#define WHEELDYN_TOOL_SIMULATE_H

#include "instance.h"

/* Function that receives a row, which begins with the time. A result other than TOOL_OK ends the
 * run.
 */
typedef int (*row_taker)(void *context, const double *row, struct problem *problem);

struct plan {
    double start, end, step; /* step: time between two rows */
    const uint32_t *refs;    /* variables in a row after the time; count of them */
    size_t count;
    row_taker take;
    void *context;
};

/* Number of rows of a complete run. */
size_t plan_rows(const struct plan *plan);

/* Simulate, and pass rows to plan->take: at start + k step, and at the end or at the time of
 * WD_END, whichever is first. A switch at the time of a row takes effect before the row. If the
 * result is TOOL_MODEL, problem->text gives the reason, and the rows passed before are valid. */
int simulate(const struct instance *instance, const struct plan *plan, struct problem *problem);

#endif
