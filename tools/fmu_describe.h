/* SPDX-License-Identifier: MIT */
/* Descriptions of a unit in its archive. */
#ifndef WHEELDYN_TOOL_FMU_DESCRIBE_H
#define WHEELDYN_TOOL_FMU_DESCRIBE_H

#include <stdio.h>

#include "fmu_unit.h"

/* Input of the descriptions: the unit, and the files to compile. */
struct description {
    const struct unit *unit;
    const char *const *sources; /* the files to compile; NULL ends the list */
};

/* Print modelDescription.xml, sources/buildDescription.xml and documentation/index.html; `context`
 * is a struct description. */
void describe_model(FILE *file, void *context);
void describe_build(FILE *file, void *context);
void describe_page(FILE *file, void *context);

/* Date for the description, or NULL. It is taken from SOURCE_DATE_EPOCH of the environment only, so
 * that the same scenario gives the same bytes. */
enum { DATE_SIZE = 32 };
const char *describe_date(char text[DATE_SIZE]);

/* Print text with XML escapes, for elements and attributes. */
void print_escaped(FILE *file, const char *text);

#endif
