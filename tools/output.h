/* SPDX-License-Identifier: MIT */
/* Files that a command writes. A file gets its name when it is whole: until then it is written
 * beside it as FILE.NUMBER.part, so that nobody sees half of it and an older one stays. */
#ifndef WHEELDYN_TOOL_OUTPUT_H
#define WHEELDYN_TOOL_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "problem.h"

/* Before the work begins, after all inputs are read. "-" is the standard output; pipes and devices
 * are written as they are; what a link points to is replaced, not the link. TOOL_USAGE for a file
 * that was read or is another output, TOOL_SYSTEM if it cannot be written. */
int output_open(const char *path, FILE **file, struct problem *problem);

/* For long work that may be taken up again: written as FILE.part, which stays when it is not
 * finished once output_keep() has been said of it. `*kept` bytes are there from before, at most one
 * process has it. TOOL_USAGE for one that is there without `resume`, and for `resume` of what is no
 * file. */
int output_resume(const char *path, bool resume, FILE **file, size_t *kept,
                  struct problem *problem);
void output_keep(FILE *file);

/* It is whole. TOOL_SYSTEM if anything written was lost; then an older file is still there. */
int output_close(FILE *file, const char *path, struct problem *problem);

/* It will not be whole. */
void output_drop(FILE *file);

/* The same for `count` of them, those without a path left out: all or none are opened; all are
 * closed, the first failure counts. */
int outputs_open(const char *const *paths, FILE **files, size_t count, struct problem *problem);
int outputs_close(const char *const *paths, FILE **files, size_t count, struct problem *problem);
void outputs_drop(FILE **files, size_t count);

/* Remove what is not whole, from anywhere: a handler of signals, the end of the program. */
void output_drop_all(void);

#endif
