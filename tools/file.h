/* SPDX-License-Identifier: MIT */
/* Files read as a whole. */
#ifndef WHEELDYN_TOOL_FILE_H
#define WHEELDYN_TOOL_FILE_H

#include <stdbool.h>

#include "problem.h"
#include "system.h"

struct file {
    char *bytes; /* yours to free; a 0 follows the last */
    size_t size;
};

/* Read a file; from one thread only. TOOL_SYSTEM if it cannot be read or is not a regular file (a
 * folder, device, pipe or socket). */
int file_read(struct file *file, const char *path, struct problem *problem);
/* Read the standard input to its end; it may be of any type. */
int file_read_input(struct file *file, struct problem *problem);

/* True if this file has been read. */
bool file_was_read(const struct entry *entry);

/* The last part of a path. */
const char *path_name(const char *path);

/* Resolve a path given in a file or by a link: a relative one starts in the folder of `file`. Yours
 * to free. */
char *path_beside(const char *file, const char *path);

/* Line and column of a byte, both from 1. */
void file_place(const struct file *file, size_t at, size_t *line, size_t *column);

#endif
