/* SPDX-License-Identifier: MIT */
/* A file that a scenario names: its path, and its bytes as the reader of the scenario returns them.
 */
#ifndef SCENARIO_NAMED_FILE_H
#define SCENARIO_NAMED_FILE_H

#include "scenario/document.h"
#include "scenario/reader.h"

struct named_file {
    char *path; /* relative to the scenario */
    const char *bytes;
    size_t size;
};

/* Read the file that a node names. A fault has the place of the node. named_file_close() must be
 * called afterwards, also after a failure. */
int32_t named_file_open(struct named_file *, const struct document *, node *source, struct reader *,
                        struct fault *);
void named_file_close(struct named_file *, struct reader *);

#endif
