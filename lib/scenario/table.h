/* SPDX-License-Identifier: MIT */
/* Rows of numbers, pairs for example: a list in a scenario, or a file of its own. */
#ifndef SCENARIO_TABLE_H
#define SCENARIO_TABLE_H

#include "scenario/document.h"
#include "scenario/reader.h"

struct table {
    node *source; /* the list, or the name of the file */
    bool pairs;   /* true: each row has two numbers; false: as many as the first row */
    double *numbers;
    size_t width, count, size; /* numbers in a row; number of rows; number of numbers */
};

/* Read a table from [[0, 1], [2, 3]], or from a file whose name is relative to the scenario: one
 * line for each row, numbers separated by blanks or a comma; "#" begins a comment. */
int32_t table_read(const struct document *, node *source, bool pairs, struct reader *,
                   struct table *, struct fault *);
void table_free(struct table *);

/* Read a list of numbers into an array that the caller must free; NULL unless WD_OK. */
int32_t numbers_read(const struct document *, node *list, double **out, struct fault *);

#endif
