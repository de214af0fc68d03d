/* SPDX-License-Identifier: MIT */
/* Numbers in text, with a point as decimal sign in every locale. Only complete decimal numbers are
 * read; NaN and numbers that overflow a double are refused. Numbers are written with the fewest
 * digits that give the same double. */
#ifndef SCENARIO_NUMBER_H
#define SCENARIO_NUMBER_H

#include <stdbool.h>

/* Read a number; ".inf" and "-.inf" of YAML are accepted. */
bool number_read(const char *text, double *out);

/* Write a number, "nan", "inf" or "-inf"; returns `text`. */
enum { NUMBER_SIZE = 32 };
const char *number_text(char text[NUMBER_SIZE], double x);

/* Write a number with six digits, for messages; returns `text`. */
const char *number_short_text(char text[NUMBER_SIZE], double x);

#endif
