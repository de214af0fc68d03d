/* SPDX-License-Identifier: MIT */
/* Numbers in text. They are read as decimal, whole text, nothing that overflows or is not a number;
 * they are written in the fewest digits that are read back as they were. */
#ifndef WHEELDYN_TOOL_NUMBER_H
#define WHEELDYN_TOOL_NUMBER_H

#include <stdbool.h>
#include <stdio.h>

/* ".inf" and "-.inf", as YAML spells them, are numbers too. The tool never calls setlocale(), so
 * that the decimal point is a point. */
bool number_read(const char *text, double *out);

/* A whole number from lo to hi. */
bool number_read_whole(const char *text, long lo, long hi, long *out);

/* The number, "nan", "inf" or "-inf"; gives `text` back. */
enum { NUMBER_SIZE = 32 };
const char *number_text(char text[NUMBER_SIZE], double x);
void number_print(FILE *file, double x);

#endif
