/* SPDX-License-Identifier: MIT */
/* Reading of the texts in a unit; these texts are untrusted. */
#ifndef WHEELDYN_TOOL_FMU_READ_H
#define WHEELDYN_TOOL_FMU_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copy the value of the first attribute of this name, without decoding; attributes that are read
 * here occur in one element only. False if there is no such attribute or its value does not fit. */
bool text_attribute(const char *xml, const char *name, char *out, size_t size);
/* Read an attribute as a finite number. */
bool number_attribute(const char *xml, const char *name, double *out);

/* Read the references below `most` of a description's output variables; at most `most` of them.
 * Returns their number. */
size_t read_outputs(const char *xml, size_t most, uint32_t *refs);

/* Read numbers from 0 to 255, separated by commas, into `out`, which must be large enough for all
 * numbers that a text of this length can contain. Returns their count, 0 for any other text. */
size_t read_bytes(const char *text, unsigned char *out);

#endif
