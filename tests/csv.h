/* SPDX-License-Identifier: MIT */
/* Reading the tables of tests/ref: a header line, then rows of comma-separated cells. */
#ifndef CSV_H
#define CSV_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CSV_COLUMNS = 96, CSV_LINE = 4096 };

struct csv {
    FILE *file;
    char head[CSV_LINE], line[CSV_LINE];
    const char *name[CSV_COLUMNS], *cell[CSV_COLUMNS];
};

/* Cut `line` at its commas; empty cells are kept. */
static inline void csv_split(char *line, const char **cell)
{
    line[strcspn(line, "\r\n")] = '\0';
    for (int i = 0; i < CSV_COLUMNS; i++) {
        cell[i] = line;
        if (line && (line = strchr(line, ',')))
            *line++ = '\0';
    }
}

/* Open a table in the folder that the environment variable WHEELDYN_TEST_REF names, or in tests/ref
 * if the variable is not set. If the table cannot be read, the test ends as failed. */
static inline void csv_open(struct csv *csv, const char *path)
{
    const char *folder = getenv("WHEELDYN_TEST_REF");
    char full[1024];
    snprintf(full, sizeof full, "%s/%s", folder ? folder : "tests/ref", path);
    csv->file = fopen(full, "r");
    if (!csv->file || !fgets(csv->head, sizeof csv->head, csv->file)) {
        printf("Bail out! cannot read %s\n", full);
        exit(1);
    }
    csv_split(csv->head, csv->name);
}

/* Read the next row; returns 0 at the end and then closes the file. */
static inline int csv_next(struct csv *csv)
{
    if (!fgets(csv->line, sizeof csv->line, csv->file)) {
        fclose(csv->file);
        return 0;
    }
    csv_split(csv->line, csv->cell);
    return 1;
}

static inline const char *csv_text(const struct csv *csv, const char *name)
{
    for (int i = 0; i < CSV_COLUMNS && csv->name[i]; i++)
        if (strcmp(csv->name[i], name) == 0)
            return csv->cell[i];
    printf("Bail out! no column %s\n", name);
    exit(1);
}

/* The number in a column; NaN for an empty cell. */
static inline double csv_real(const struct csv *csv, const char *name)
{
    const char *text = csv_text(csv, name);
    return *text ? strtod(text, NULL) : (double)NAN;
}

/* Return the number in `column` of the row that has the text `name` in the column `key`; NaN if
 * there is no such row. */
static inline double csv_find(const char *path, const char *key, const char *name,
                              const char *column)
{
    struct csv csv;
    double value = NAN;
    csv_open(&csv, path);
    while (csv_next(&csv))
        if (strcmp(csv_text(&csv, key), name) == 0)
            value = csv_real(&csv, column);
    return value;
}

#endif
