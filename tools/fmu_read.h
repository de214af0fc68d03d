/* SPDX-License-Identifier: MIT */
/* What the texts in a unit tell, which anybody may have written. */
#ifndef WHEELDYN_TOOL_FMU_READ_H
#define WHEELDYN_TOOL_FMU_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first attribute of that name, as it stands there: none that we read is in more than one
 * element. False if there is none, or no room for it. */
bool text_attribute(const char *xml, const char *name, char *out, size_t size);
/* The same as a number, which is finite. */
bool number_attribute(const char *xml, const char *name, double *out);

/* Variables of a description that are outputs: their references below `most`, as many at most. */
size_t read_outputs(const char *xml, size_t most, uint32_t *refs);

/* Numbers from 0 to 255 with commas between them, as many as there is text for at most; their
 * count, 0 if the text is another one. */
size_t read_bytes(const char *text, unsigned char *out);

#endif
