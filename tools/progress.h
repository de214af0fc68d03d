/* SPDX-License-Identifier: MIT */
/* How far the work is, on a terminal only, and whether it is to stop. */
#ifndef WHEELDYN_TOOL_PROGRESS_H
#define WHEELDYN_TOOL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/* A handler of signals: remove the outputs that are not whole, then let the signal end the
 * program. */
void end_by_signal(int number);

/* From here on SIGINT, SIGTERM and SIGHUP ask to stop instead of ending the program; a second one
 * ends it. */
void stop_on_signals(void);
bool stop_wanted(void);

struct progress {
    const char *unit; /* what is counted, in the plural; NULL: say nothing */
    size_t total, done;
    double begun, shown; /* [s] */
};

struct progress progress_begin(const char *unit, size_t total);
void progress_step(struct progress *progress, size_t done);
void progress_end(struct progress *progress);

#endif
