/* SPDX-License-Identifier: MIT */
/* Tables as CSV text. Reading a number back gives the same bits. Comment lines at the head name the
 * origin of the numbers. */
#ifndef WHEELDYN_TOOL_CSV_H
#define WHEELDYN_TOOL_CSV_H

#include <stdio.h>

#include "options.h"

/* Print a text, such as the name of a file, in one line: control characters become "?". */
void csv_text(FILE *file, const char *text);

/* Print comment lines: version, kind, the scenario and the files that it names, each with its
 * digest, and changes by --set. */
void csv_origin(FILE *file, const struct scenario *scenario, const struct options *options);

/* Print a comment line of units and a line of names, that begin with the unit first[1] and the name
 * first[0] of the first column. */
void csv_names(FILE *file, const wd_model *model, const char *const first[2], const uint32_t *refs,
               size_t count);
void csv_row(FILE *file, const double *row, size_t count);

/* Print all events that the model keeps. */
void csv_events(FILE *file, const struct instance *instance, const struct options *options);

#endif
