/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/log.h"

static double *row(const struct log *log, uint64_t i)
{
    return log->rows + (i % log->capacity) * (LOG_HEAD + log->width);
}

double *log_push(struct log *log, double t, int32_t type)
{
    double *to = row(log, log->count++);
    to[0] = t;
    to[1] = type;
    if (log->count - log->first > log->capacity)
        log->first++;
    return to + LOG_HEAD;
}

void log_rewind(struct log *log, uint64_t count)
{
    log->count = count;
    if (log->first > count)
        log->first = count;
}

const double *log_row(const struct log *log, uint64_t i)
{
    return i >= log->first && i < log->count ? row(log, i) : NULL;
}
