/* SPDX-License-Identifier: MIT */
/* Failures: a status, a text and a place in a file. */
#ifndef SCENARIO_FAULT_H
#define SCENARIO_FAULT_H

#include <stddef.h>
#include <stdint.h>

enum { FAULT_SIZE = 768 };

struct fault {
    char text[FAULT_SIZE];
    char file[FAULT_SIZE]; /* "" without a place */
    size_t line, column;   /* from 1; 0 without a place */
};

/* Set a text without a place and return the status: `return fault_is(f, WD_EINVAL, "...")`. */
__attribute__((format(printf, 3, 4))) int32_t fault_is(struct fault *, int32_t status,
                                                       const char *format, ...);

/* Set the text "file:line:column: ..." and return the status. */
__attribute__((format(printf, 6, 7))) int32_t fault_in(struct fault *, int32_t status,
                                                       const char *file, size_t line, size_t column,
                                                       const char *format, ...);

/* Set the text "out of memory" and return WD_ENOMEM. */
int32_t fault_memory(struct fault *);

/* Begin the text with "file:line:column: ". Returns the place in the text at which the caller
 * continues it. */
char *fault_place(struct fault *, const char *file, size_t line, size_t column);

#endif
