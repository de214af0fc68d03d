/* SPDX-License-Identifier: MIT */
/* Files, read as a whole by the library or by a function of the host. */
#ifndef SCENARIO_READER_H
#define SCENARIO_READER_H

#include <wheeldyn/scenario.h>

enum { FILES_MAX = 1 << 26 }; /* bytes of all files that a scenario names */

/* Reads files; the bytes last until the next call and reader_end(). */
struct reader {
    wd_scenario_file_fn fn; /* NULL: the library's own */
    void *user;
    char *own; /* bytes that the library has read */
    size_t left;
    char reason[128];
};

/* Read at most `left` bytes: WD_OK, WD_EFILE with a reason, or WD_ENOMEM. A longer file has one
 * byte more than `left`, or all bytes of the host. */
int32_t reader_read(struct reader *, const char *path, const char **bytes, size_t *size);
void reader_end(struct reader *);

/* Resolve a path given in a file: a relative one starts in the folder of `file`. Yours to free;
 * NULL if there is no memory. */
char *reader_beside(const char *file, const char *path);

#endif
