/* SPDX-License-Identifier: MIT */
/* Failures: a message and the exit status. */
#ifndef WHEELDYN_TOOL_PROBLEM_H
#define WHEELDYN_TOOL_PROBLEM_H

#include <stddef.h>

/* Exit statuses of the tool, as the manual page lists them. */
enum {
    TOOL_HELPED = -1, /* no failure: help was requested and printed */
    TOOL_OK = 0,
    TOOL_MODEL = 1,    /* the model could not continue */
    TOOL_USAGE = 2,    /* the command line is wrong */
    TOOL_SCENARIO = 3, /* the scenario or a file it names is wrong */
    TOOL_SYSTEM = 4,   /* a file cannot be read or written, or memory ran out */
    /* Stopped by a signal; the output written so far is valid. The program ends with
     * stop_status(). */
    TOOL_INTERRUPTED = 128
};

struct problem {
    char text[768];
};

/* Set the text and return the status: `return problem_is(p, TOOL_USAGE, "...")`. */
__attribute__((format(printf, 3, 4))) int problem_is(struct problem *problem, int status,
                                                     const char *format, ...);

/* Allocate zeroed memory; ends the program with TOOL_SYSTEM if there is none. `count` may be 0. */
void *memory(size_t count, size_t size);
void *memory_more(void *old, size_t count, size_t size);
_Noreturn void end_without_memory(void);

#endif
