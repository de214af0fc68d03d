/* SPDX-License-Identifier: MIT */
/* Eigenvalues over the values of a variable, each followed from value to value. */
#ifndef WHEELDYN_TOOL_MODES_H
#define WHEELDYN_TOOL_MODES_H

#include <stdio.h>

#include "history.h"

/* Rows of a value, n real parts and n imaginary parts. Within each row the eigenvalues change
 * places so that a column is one of them, followed: of all orders that with the least sum of
 * distances from where the columns would go straight on, as wheeldyn.bicycle.modes in Python. Rows
 * are at even steps, but where some are missing. */
void modes_follow(struct history *rows);

/* One picture: real parts, imaginary parts above 0 dashed, those that are a pair somewhere in one
 * colour. Of followed rows, which lose the imaginary parts that are not drawn; name and unit are
 * those of the variable. */
void modes_write(FILE *file, struct history *rows, const char *title, const char *name,
                 const char *unit);

#endif
