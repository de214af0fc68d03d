/* SPDX-License-Identifier: MIT */
/* A sweep and its table: a row for each combination of values, in their order. */
#ifndef WHEELDYN_TOOL_SWEEP_H
#define WHEELDYN_TOOL_SWEEP_H

#include <pthread.h>
#include <stdio.h>

#include "options.h"
#include "progress.h"
#include "simulate.h"

/* What became of one combination. */
struct outcome {
    int ready, status;
    double *row;            /* the last row: time and values; NaN before the first */
    struct problem problem; /* of what failed */
};

/* Rows go out in their order as soon as those before them have; combinations further on are not
 * begun before, so that a sweep of any length takes the same memory. */
struct sweep {
    const struct scenario *scenario;
    const struct options *options;
    struct range *ranges;
    size_t combinations;
    struct plan plan; /* the same for all but where its rows go */
    size_t width;     /* of a row */
    FILE *file;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t moved;
    struct outcome *ring; /* combination i is at i % room */
    size_t room, next, written, failed;
    int status; /* what ends the sweep before its end */
    struct problem problem;
    struct progress progress;
};

/* Combination `i`: the last range runs fastest. */
double sweep_value(const struct sweep *sweep, size_t i, size_t range);

/* The head, or with bytes that are there from an earlier start the rows that it wrote: they are
 * counted as written and failed. */
int sweep_begin(struct sweep *sweep, const wd_model *model, size_t kept, struct problem *problem);

/* The row of combination `i`, in one line whatever the text. */
void sweep_write(FILE *file, const struct sweep *sweep, size_t i, const struct outcome *outcome);

#endif
