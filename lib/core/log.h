/* SPDX-License-Identifier: MIT */
/* Ring buffer of the last events. */
#ifndef CORE_LOG_H
#define CORE_LOG_H

#include "kind/kind.h"

struct log {
    double *rows; /* capacity rows of LOG_HEAD + width doubles: time, type, values */
    size_t capacity, width;
    uint64_t count; /* events since init */
    uint64_t first; /* number of the oldest event still kept */

    /* The mark is set at the start of a call: count and first at that time, and the old contents of
     * the rows that have been overwritten since, at the same indices as in `rows`. */
    uint64_t marked_count, marked_first;
    double *overwritten;
    uint64_t passages; /* events since the mark that are WD_EVENT_FEATURE */
};

#define LOG_HEAD 2

/* Append an event; returns the array for its values. */
double *log_push(struct log *, double t, int32_t type);
/* log_mark(): set the mark. log_rewind(): restore the log as it was at the mark. */
void log_mark(struct log *);
void log_rewind(struct log *);
/* Copy the events that are kept to a log of the same capacity and width. */
void log_copy(struct log *to, const struct log *from);
/* Row of event i; NULL if it is not kept. */
const double *log_row(const struct log *, uint64_t i);

#endif
