/* SPDX-License-Identifier: MIT */
/* Pairs of numbers: a list in a scenario, or a file of its own. */
#ifndef WHEELDYN_TOOL_TABLE_H
#define WHEELDYN_TOOL_TABLE_H

#include "document.h"

struct table {
    node *source; /* the list, or the name of the file */
    double *pairs;
    size_t count;    /* of pairs */
    char digest[65]; /* of the file, as scenario_digest(); empty for a list */
};

/* Read a table from [[0, 1], [2, 3]], or from a file whose name is relative to the scenario: one
 * line for each pair, numbers separated by blanks or a comma; "#" begins a comment. */
int table_read(const struct document *document, node *source, struct table *table,
               struct problem *problem);

/* Read a list of numbers, yours to free; NULL unless TOOL_OK. */
int numbers_read(const struct document *document, node *list, double **out,
                 struct problem *problem);
void table_free(struct table *table);

#endif
