/* SPDX-License-Identifier: MIT */
/* Archives (zip): the same files give the same bytes wherever they are packed. */
#ifndef WHEELDYN_TOOL_FMU_PACK_H
#define WHEELDYN_TOOL_FMU_PACK_H

#include <stdio.h>

#include "problem.h"

/* A file in memory. */
struct member {
    char *name; /* its path in the archive, of ASCII characters */
    char *bytes;
    size_t size;
};

struct archive {
    struct member *members;
    size_t count;
};

/* Takes over `bytes`, which stands on the heap. The name is printed. */
__attribute__((format(printf, 4, 5))) void archive_add(struct archive *archive, char *bytes,
                                                       size_t size, const char *format, ...);
void archive_free(struct archive *archive);

/* The first member first, the others by name. What is lost in writing shows in `file`. */
void archive_write(struct archive *archive, FILE *file);

#endif
