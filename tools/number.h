/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in text: decimal, whole text, nothing that overflows or is not a number. */
#ifndef WHEELDYN_TOOL_NUMBER_H
#define WHEELDYN_TOOL_NUMBER_H

#include <stdbool.h>

/* ".inf" and "-.inf", as YAML spells them, are numbers too. The tool never calls setlocale(), so
 * that the decimal point is a point. */
bool number_read(const char *text, double *out);

/* A whole number from lo to hi. */
bool number_read_whole(const char *text, long lo, long hi, long *out);

#endif
