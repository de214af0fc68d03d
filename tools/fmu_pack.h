/* SPDX-License-Identifier: MIT */
/* Zip archives. The same files give the same bytes on every system. fmu_pack.c writes archives,
 * fmu_unpack.c reads them. */
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

/* Add a member with a printed name. Takes ownership of `bytes`, which must be allocated with
 * malloc(). */
__attribute__((format(printf, 4, 5))) void archive_add(struct archive *archive, char *bytes,
                                                       size_t size, const char *format, ...);
void archive_free(struct archive *archive);

/* Write the first member first, the others sorted by name. Write errors are recorded in `file`. */
void archive_write(struct archive *archive, FILE *file);

/* Read an archive from untrusted bytes. TOOL_SCENARIO if it is not an archive, is damaged, or is
 * far larger than a unit; the message names `name`. A zero follows the bytes of each member. */
int archive_read(struct archive *archive, const unsigned char *bytes, size_t size, const char *name,
                 struct problem *problem);
/* Return the member with this name; NULL if there is none. */
const struct member *archive_find(const struct archive *archive, const char *name);

#endif
