/* SPDX-License-Identifier: MIT */
/* Reading of whole files, by the library or by a function of the host. */
#ifndef SCENARIO_READER_H
#define SCENARIO_READER_H

#include <wheeldyn/scenario.h>

enum { FILES_MAX = 1 << 26 }; /* bytes of all files that a scenario names */

/* A reader of files. The bytes of a file are valid until the next read or reader_end(). */
struct reader {
    wd_scenario_file_fn fn; /* function of the host; NULL: the library reads the files */
    void *user;
    char *own;   /* bytes that the library has read */
    size_t left; /* number of bytes that may still be read */
    char reason[128];
};

/* Read a file: WD_OK, WD_EFILE with a reason, or WD_ENOMEM. Of a file longer than `left` bytes the
 * library reads `left` + 1 bytes; a function of the host may return all bytes. */
int32_t reader_read(struct reader *, const char *path, const char **bytes, size_t *size);
void reader_end(struct reader *);

/* Resolve a path given in a file: a relative path starts in the folder of `file`. The caller must
 * free the result; NULL if memory ran out. */
char *reader_beside(const char *file, const char *path);

#endif
