/* SPDX-License-Identifier: MIT */
/* Tables as text: numbers that are read back as they were, a head that says where they come from.
 */
#ifndef WHEELDYN_TOOL_CSV_H
#define WHEELDYN_TOOL_CSV_H

#include <stdio.h>

#include "options.h"

/* Comment lines: version, kind, scenario and its digest and those of its files of pairs, what
 * --set changed. */
void csv_origin(FILE *file, const struct scenario *scenario, const struct options *options);

/* A comment line of units and the line of names, after `first` (name and unit, or NULL). */
void csv_names(FILE *file, const wd_model *model, const char *const first[2], const uint32_t *refs,
               size_t count);
void csv_row(FILE *file, const double *row, size_t count);

/* All events that the model keeps. */
void csv_events(FILE *file, const struct instance *instance, const struct options *options);

#endif
