/* SPDX-License-Identifier: MIT */
/* Eigenvalues as functions of a variable, each followed from value to value. */
#ifndef WHEELDYN_TOOL_MODES_H
#define WHEELDYN_TOOL_MODES_H

#include <stdio.h>

#include "history.h"

/* Permute the eigenvalues within each row so that each column follows one eigenvalue. The
 * permutation is the one with the least sum of distances of the eigenvalues from their linear
 * extrapolation from the two rows before, as in wheeldyn.bicycle.modes of Python. Each row holds a
 * value, n real parts and n imaginary parts. The values are equidistant, but some rows may be
 * missing. */
void modes_follow(struct history *rows);

/* Write a plot of followed rows: real parts, and positive imaginary parts dashed. Eigenvalues that
 * form a pair somewhere share a colour, named in the legend as one mode. The background is shaded
 * where no real part is positive. Imaginary parts that are not drawn are removed from the
 * rows. name and unit are those of the variable. */
void modes_write(FILE *file, struct history *rows, const char *title, const char *name,
                 const char *unit);

#endif
