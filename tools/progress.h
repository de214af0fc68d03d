/* SPDX-License-Identifier: MIT */
/* Progress display, on a terminal only, and requests to stop. */
#ifndef WHEELDYN_TOOL_PROGRESS_H
#define WHEELDYN_TOOL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/* Signal handler: remove incomplete outputs, then end the program by the signal. */
void end_by_signal(int number);

/* From now on SIGINT, SIGTERM and SIGHUP request a stop; a second one ends the program. */
void stop_on_signals(void);
bool stop_wanted(void);

/* Exit status after a stop as a shell reports it: 128 and the number of the signal. */
int stop_status(void);

struct progress {
    const char *unit; /* name of the counted things, in the plural; NULL: no display */
    size_t total, done;
    double begun, shown; /* s: times of the begin and of the last display */
};

struct progress progress_begin(const char *unit, size_t total);
void progress_step(struct progress *progress, size_t done);
void progress_end(struct progress *progress);

#endif
