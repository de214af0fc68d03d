/* SPDX-License-Identifier: MIT */
/* The last events of a motion, in a ring. */
#ifndef CORE_LOG_H
#define CORE_LOG_H

#include "kind/kind.h"

struct log {
    double *rows; /* capacity rows of LOG_HEAD + width doubles: time, type, values */
    size_t capacity, width;
    uint64_t count; /* events since init */
    uint64_t first; /* the oldest one still kept */

    /* At the start of the call under way; and in their places what it has overwritten since. */
    uint64_t marked_count, marked_first;
    double *overwritten;
};

#define LOG_HEAD 2

/* Adds an event: the place of its values. */
double *log_push(struct log *, double t, int32_t type);
/* Back to the events that there were at the last mark. */
void log_mark(struct log *);
void log_rewind(struct log *);
/* Row of event i, NULL if it is not kept. */
const double *log_row(const struct log *, uint64_t i);

#endif
