/* SPDX-License-Identifier: MIT */
/* Numbers in text. Only complete decimal numbers without overflow and NaN are read. Numbers are
 * written with the fewest digits that give the same double. */
#ifndef WHEELDYN_TOOL_NUMBER_H
#define WHEELDYN_TOOL_NUMBER_H

#include <stdbool.h>
#include <stdio.h>

/* Read a number; ".inf" and "-.inf" of YAML are accepted. The tool never calls setlocale(), so the
 * decimal separator is a point. */
bool number_read(const char *text, double *out);

/* Read a whole number from lo to hi. */
bool number_read_whole(const char *text, long lo, long hi, long *out);

/* Write a number, "nan", "inf" or "-inf"; returns `text`. */
enum { NUMBER_SIZE = 32 };
const char *number_text(char text[NUMBER_SIZE], double x);
void number_print(FILE *file, double x);

#endif
