/* SPDX-License-Identifier: MIT */
/* Reading of whole files. */
#ifndef WHEELDYN_TOOL_FILE_H
#define WHEELDYN_TOOL_FILE_H

#include <stdbool.h>

#include "problem.h"
#include "system.h"

struct file {
    char *bytes; /* the caller must free them; a 0 follows the last byte */
    size_t size;
};

/* Read a file. Only one thread may call this. TOOL_SYSTEM if the file cannot be read or is not a
 * regular file (but a folder, device, pipe or socket). */
int file_read(struct file *file, const char *path, struct problem *problem);
/* Read the standard input to its end; it may be of any type. */
int file_read_input(struct file *file, struct problem *problem);

/* True if this file has been read. */
bool file_was_read(const struct entry *entry);

/* The last part of a path. */
const char *path_name(const char *path);

/* Resolve a path given in a file or by a link: a relative path starts in the folder of `file`. The
 * caller must free the result. */
char *path_beside(const char *file, const char *path);

/* Line and column of a byte, both from 1. */
void file_place(const struct file *file, size_t at, size_t *line, size_t *column);

#endif
