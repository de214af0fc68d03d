/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are read as a whole. */
#ifndef WHEELDYN_TOOL_FILE_H
#define WHEELDYN_TOOL_FILE_H

#include <sys/types.h>

#include "problem.h"

struct file {
    char *bytes; /* yours to free; a 0 follows the last */
    size_t size;
    dev_t device; /* which file it is, whatever its name */
    ino_t inode;
};

/* TOOL_SYSTEM if it cannot be read or is no regular file: a folder, a device, a pipe, a socket. */
int file_read(struct file *file, const char *path, struct problem *problem);
/* The standard input to its end, whatever it is. */
int file_read_input(struct file *file, struct problem *problem);

/* Line and column of a byte, both from 1. */
void file_place(const struct file *file, size_t at, size_t *line, size_t *column);

#endif
