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

/* From [[0, 1], [2, 3]], or from the file that a word names, beside the scenario: a line for each
 * pair, the numbers apart by blanks or a comma, "#" begins a comment. */
int table_read(const struct document *document, node *source, struct table *table,
               struct problem *problem);

/* All of a list of numbers, yours to free; NULL unless TOOL_OK. */
int numbers_read(const struct document *document, node *list, double **out,
                 struct problem *problem);
void table_free(struct table *table);

#endif
