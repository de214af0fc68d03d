/* SPDX-License-Identifier: MIT */
/* A sweep and its table: a row for each combination of values, in their order. */
#ifndef WHEELDYN_TOOL_SWEEP_H
#define WHEELDYN_TOOL_SWEEP_H

#include <pthread.h>
#include <stdio.h>

#include "options.h"
#include "progress.h"
#include "simulate.h"

/* Outcome of one combination. */
struct outcome {
    int ready, status;
    double *row;            /* the last row: time and values; NaN before the first */
    struct problem problem; /* the failure, or why the motion ended early; else empty */
};

/* A running sweep. Rows are written in order, each as soon as all rows before it are written. A
 * combination too far ahead of the written rows is not started, so that the memory does not depend
 * on the length of the sweep. */
struct sweep {
    const struct scenario *scenario;
    const struct options *options;
    struct range *ranges;
    size_t combinations;
    struct plan plan; /* shared by all combinations, apart from the destination of rows */
    size_t width;     /* number of doubles in a row */
    FILE *file;
    pthread_mutex_t lock; /* protects the members below */
    pthread_cond_t moved;
    struct outcome *ring; /* combination i is at i % room */
    size_t room, next, written, failed;
    int status; /* reason for ending the sweep early */
    struct problem problem;
    struct progress progress;
};

/* Value of a range in combination `i`; the last range varies fastest. */
double sweep_value(const struct sweep *sweep, size_t i, size_t range);

/* Begin the table. If `kept` is 0, write its head. Otherwise the file has this number of bytes from
 * an earlier process: check them, and count its rows in `written`, and rows of failed runs also in
 * `failed`. */
int sweep_begin(struct sweep *sweep, const wd_model *model, size_t kept, struct problem *problem);

/* Write the row of combination `i` in one line. */
void sweep_write(FILE *file, const struct sweep *sweep, size_t i, const struct outcome *outcome);

#endif
