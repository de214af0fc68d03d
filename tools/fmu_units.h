/* SPDX-License-Identifier: MIT */
/* Units of measurement in the form of FMI: exponents of the base units. */
#ifndef WHEELDYN_TOOL_FMU_UNITS_H
#define WHEELDYN_TOOL_FMU_UNITS_H

#include <stdbool.h>
#include <stddef.h>

enum { BASE_KG, BASE_M, BASE_S, BASE_RAD, BASES };
extern const char *const base_names[BASES];

/* Parse a text of wd_model_var_unit(), such as "N.m/rad": all symbols after the first slash are in
 * the denominator. False if the text is not a unit. */
bool unit_bases(const char *text, int exponents[BASES]);

/* Display unit: a value is shown multiplied by the factor. */
struct display_unit {
    const char *of, *name;
    double factor;
};
/* Display unit `i` of a unit; NULL past the last. */
const struct display_unit *unit_display(const char *text, size_t i);

#endif
