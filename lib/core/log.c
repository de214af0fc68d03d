/* SPDX-License-Identifier: MIT */
#include "core/log.h"
#include "num/invariant.h"

#include <string.h>

static size_t row_start(const struct log *log, uint64_t i)
{
    return (size_t)(i % log->capacity) * (LOG_HEAD + log->width);
}

static void move(const struct log *log, double *to, const double *from, uint64_t i)
{
    memcpy(to + row_start(log, i), from + row_start(log, i), (LOG_HEAD + log->width) * sizeof *to);
}

/* True if event i overwrites a row that existed at the mark. */
static int replaces(const struct log *log, uint64_t i)
{
    return i - log->marked_count < log->capacity && i - log->marked_first >= log->capacity;
}

double *log_push(struct log *log, double t, int32_t type)
{
    invariant(log->capacity > 0);
    invariant(log->first <= log->count && log->count - log->first <= log->capacity);
    if (replaces(log, log->count))
        move(log, log->overwritten, log->rows, log->count);
    double *to = log->rows + row_start(log, log->count++);
    to[0] = t;
    to[1] = type;
    log->passages += type == WD_EVENT_FEATURE;
    if (log->count - log->first > log->capacity)
        log->first++;
    return to + LOG_HEAD;
}

void log_mark(struct log *log)
{
    log->marked_count = log->count;
    log->marked_first = log->first;
    log->passages = 0;
}

void log_rewind(struct log *log)
{
    invariant(log->marked_first <= log->marked_count && log->marked_count <= log->count);
    for (uint64_t i = log->marked_count; i < log->count; i++)
        if (replaces(log, i))
            move(log, log->rows, log->overwritten, i);
    log->count = log->marked_count;
    log->first = log->marked_first;
    log->passages = 0;
}

const double *log_row(const struct log *log, uint64_t i)
{
    return i >= log->first && i < log->count ? log->rows + row_start(log, i) : NULL;
}

void log_copy(struct log *to, const struct log *from)
{
    for (uint64_t i = from->first; i < from->count; i++)
        move(from, to->rows, from->rows, i);
    to->count = from->count;
    to->first = from->first;
}
