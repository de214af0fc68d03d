/* SPDX-License-Identifier: MIT */
/* How far the work is, on a terminal only, and whether it is to stop. */
#ifndef WHEELDYN_TOOL_PROGRESS_H
#define WHEELDYN_TOOL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/* From here on SIGINT, SIGTERM and SIGHUP ask to stop instead of ending the program. SIGPIPE ends
 * it, but leaves nothing unfinished. */
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
