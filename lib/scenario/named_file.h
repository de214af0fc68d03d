/* SPDX-License-Identifier: MIT */
/* A file that a scenario names: its path, read by the reader of the scenario. */
#ifndef SCENARIO_NAMED_FILE_H
#define SCENARIO_NAMED_FILE_H

#include "scenario/document.h"
#include "scenario/reader.h"

struct named_file {
    char *path; /* relative to the scenario */
    const char *bytes;
    size_t size;
};

/* Read the file named by a node. The fault is at the node. named_file_close() must follow, on
 * failure, too. */
int32_t named_file_open(struct named_file *, const struct document *, node *source, struct reader *,
                        struct fault *);
void named_file_close(struct named_file *, struct reader *);

#endif
