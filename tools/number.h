/* SPDX-License-Identifier: MIT */
/* Numbers on the command line and in tables, read and written as in scenarios. */
#ifndef WHEELDYN_TOOL_NUMBER_H
#define WHEELDYN_TOOL_NUMBER_H

#include <stdio.h>

#include "scenario/number.h"

/* Read a whole number from lo to hi. */
bool number_read_whole(const char *text, long lo, long hi, long *out);

void number_print(FILE *, double x);

#endif
