/* SPDX-License-Identifier: MIT */
/* Plots of columns: panels one below the other over the first column. */
#ifndef WHEELDYN_TOOL_SVG_H
#define WHEELDYN_TOOL_SVG_H

#include <stdbool.h>
#include <stdio.h>

#include "history.h"

struct svg_line {
    size_t column; /* column of the rows that the line shows */
    int colour;    /* 0, 1, 2 ... */
    bool dashed;
    const char *label; /* text in the line's colour, beside the name of the panel; NULL: none */
};

struct svg_panel {
    const char *name, *unit;
    const struct svg_line *lines;
    size_t count;
    int height;                 /* height of the panel in pixels */
    const char *text;           /* description beside the name of the panel; NULL: none */
    const char *const *choices; /* names of the values 0, 1, 2 ... of a choice; NULL: numbers */
    size_t choice_count;
    const bool *shaded; /* for each row, whether the background is shaded; NULL: nowhere */
};

struct svg_picture {
    const char *title;
    const char *name, *unit; /* name and unit of the abscissa, column 0 */
    const struct svg_panel *panels;
    size_t count;
};

/* Write a plot. The same rows give the same bytes. Values that are not finite interrupt a line;
 * changes that are rounding errors are drawn flat. */
void svg_write(FILE *file, const struct history *history, const struct svg_picture *picture);

#endif
