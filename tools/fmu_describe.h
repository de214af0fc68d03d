/* SPDX-License-Identifier: MIT */
/* What an archive says of its unit. */
#ifndef WHEELDYN_TOOL_FMU_DESCRIBE_H
#define WHEELDYN_TOOL_FMU_DESCRIBE_H

#include <stdio.h>

#include "fmu_unit.h"

/* What the descriptions are of: the unit, and the files that are to be compiled. */
struct description {
    const struct unit *unit;
    const char *const *sources; /* NULL ends them */
};

/* modelDescription.xml, sources/buildDescription.xml and documentation/index.html; `context` is a
 * struct description. */
void describe_model(FILE *file, void *context);
void describe_build(FILE *file, void *context);
void describe_page(FILE *file, void *context);

/* Of the same scenario the same bytes: a date only if the environment gives one; else NULL. */
enum { DATE_SIZE = 32 };
const char *describe_date(char text[DATE_SIZE]);

/* Text between tags and in attributes. */
void print_escaped(FILE *file, const char *text);

#endif
