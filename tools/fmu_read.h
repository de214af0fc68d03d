/* SPDX-License-Identifier: MIT */
/* Reading of the texts in a unit, which are untrusted. */
#ifndef WHEELDYN_TOOL_FMU_READ_H
#define WHEELDYN_TOOL_FMU_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copy the first attribute of that name without decoding; attributes that we read occur in one
 * element only. False if there is none or it does not fit. */
bool text_attribute(const char *xml, const char *name, char *out, size_t size);
/* Read an attribute as a finite number. */
bool number_attribute(const char *xml, const char *name, double *out);

/* Read the references below `most` of a description's output variables; at most `most` of them.
 * Returns their number. */
size_t read_outputs(const char *xml, size_t most, uint32_t *refs);

/* Read numbers from 0 to 255 separated by commas into `out`, which must hold as many as the text
 * could contain. Returns their count, 0 if the text is anything else. */
size_t read_bytes(const char *text, unsigned char *out);

#endif
