/* SPDX-License-Identifier: MIT */
/* Archives (zip): the same files give the same bytes wherever they are packed. Written by
 * fmu_pack.c, read by fmu_unpack.c. */
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

/* Read a whole archive, whoever has written it. TOOL_SCENARIO if it is none, is damaged, or holds
 * far more than units do; `name` stands in the message. A zero follows the bytes of each member. */
int archive_read(struct archive *archive, const unsigned char *bytes, size_t size, const char *name,
                 struct problem *problem);
/* NULL if there is none of that name. */
const struct member *archive_find(const struct archive *archive, const char *name);

#endif
