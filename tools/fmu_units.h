/* SPDX-License-Identifier: MIT */
/* Units of measurement as FMI wants them: exponents of the base units. */
#ifndef WHEELDYN_TOOL_FMU_UNITS_H
#define WHEELDYN_TOOL_FMU_UNITS_H

#include <stdbool.h>
#include <stddef.h>

enum { BASE_KG, BASE_M, BASE_S, BASE_RAD, BASES };
extern const char *const base_names[BASES];

/* Of a text of wd_model_var_unit(), such as "N.m/rad": all after the first stroke divides. False if
 * it is none. */
bool unit_bases(const char *text, int exponents[BASES]);

/* What a value in a unit may be shown in: the value times the factor. */
struct display_unit {
    const char *of, *name;
    double factor;
};
/* Display unit `i` of a unit; NULL past the last. */
const struct display_unit *unit_display(const char *text, size_t i);

#endif
