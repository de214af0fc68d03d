/* SPDX-License-Identifier: MIT */
/* Files that are read as a whole. */
#ifndef WHEELDYN_TOOL_FILE_H
#define WHEELDYN_TOOL_FILE_H

#include <stdbool.h>

#include "problem.h"
#include "system.h"

struct file {
    char *bytes; /* yours to free; a 0 follows the last */
    size_t size;
};

/* One thread reads. TOOL_SYSTEM if it cannot be read or is no regular file: a folder, a device, a
 * pipe, a socket. */
int file_read(struct file *file, const char *path, struct problem *problem);
/* The standard input to its end, whatever it is. */
int file_read_input(struct file *file, struct problem *problem);

/* Was this file read? */
bool file_was_read(const struct entry *entry);

/* The last part of a path. */
const char *path_name(const char *path);

/* A path as it is meant in a file or by a link: a relative one from the folder. Yours to free. */
char *path_beside(const char *file, const char *path);

/* Line and column of a byte, both from 1. */
void file_place(const struct file *file, size_t at, size_t *line, size_t *column);

#endif
