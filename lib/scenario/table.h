/* SPDX-License-Identifier: MIT */
/* Pairs of numbers: a list in a scenario, or a file of its own. */
#ifndef SCENARIO_TABLE_H
#define SCENARIO_TABLE_H

#include "scenario/document.h"
#include "scenario/reader.h"

struct table {
    node *source; /* the list, or the name of the file */
    double *pairs;
    size_t count; /* of pairs */
};

/* Read a table from [[0, 1], [2, 3]], or from a file whose name is relative to the scenario: one
 * line for each pair, numbers separated by blanks or a comma; "#" begins a comment. */
int32_t table_read(const struct document *, node *source, struct reader *, struct table *,
                   struct fault *);
void table_free(struct table *);

/* Read a list of numbers, yours to free; NULL unless WD_OK. */
int32_t numbers_read(const struct document *, node *list, double **out, struct fault *);

#endif
