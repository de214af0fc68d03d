/* SPDX-License-Identifier: MIT */
/* Curves of a tyre as a page of HTML. */
#ifndef WHEELDYN_TOOL_TYRE_PAGE_H
#define WHEELDYN_TOOL_TYRE_PAGE_H

#include <stdio.h>

#include "scenario/tir.h"

/* Write a page with the curves of tyre_curves_print() as plots, one line for each load. The page
 * loads no other files. */
void tyre_page_write(FILE *file, const struct tir *tir, const char *name);

#endif
