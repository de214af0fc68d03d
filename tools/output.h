/* SPDX-License-Identifier: MIT */
/* Output files of a command. A file is written as FILE.NUMBER.part beside its target and renamed
 * when it is complete, so that an incomplete file is never read under the name FILE, and an older
 * FILE remains until then. */
#ifndef WHEELDYN_TOOL_OUTPUT_H
#define WHEELDYN_TOOL_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "problem.h"

/* Open an output; call it after all inputs are read and before the work begins. "-" is the standard
 * output. Pipes, devices and files without a name are written directly. The target of a link is
 * replaced, not the link. TOOL_USAGE for a file that was read or is another output, TOOL_SYSTEM if
 * it cannot be written. */
int output_open(const char *path, FILE **file, struct problem *problem);

/* Open an output of long work that can be resumed. It is written as FILE.part, which remains if the
 * work is interrupted after output_keep(). *kept becomes the number of bytes that an earlier
 * process has left in it. Only one process can open it. TOOL_USAGE if FILE.part exists and `resume`
 * is false, or if `resume` is true and the output is not a file. */
int output_resume(const char *path, bool resume, FILE **file, size_t *kept,
                  struct problem *problem);
void output_keep(FILE *file);

/* Complete an output. TOOL_SYSTEM if written data were lost; an older file then remains. */
int output_close(FILE *file, const char *path, struct problem *problem);

/* Discard an incomplete output. */
void output_drop(FILE *file);

/* Open `count` outputs, skipping those without a path: all or none. outputs_close() closes all and
 * returns the first failure. */
int outputs_open(const char *const *paths, FILE **files, size_t count, struct problem *problem);
int outputs_close(const char *const *paths, FILE **files, size_t count, struct problem *problem);
void outputs_drop(FILE **files, size_t count);

/* Remove incomplete outputs; may be called from a signal handler and at the end of the program. */
void output_drop_all(void);

#endif
