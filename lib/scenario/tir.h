/* SPDX-License-Identifier: MIT */
/* The numbers of a tyre in a .tir file of MF-Tyre 5.2, 6.1 or 6.2 or of PAC2002, in SI units. */
#ifndef SCENARIO_TIR_H
#define SCENARIO_TIR_H

#include "scenario/fault.h"
#include "tyre/coefficients.h"

struct tir {
    struct tyre_numbers numbers; /* form magic; what the file does not give has its default */
    double radius;               /* m, of the wheel */
};

/* A number of a tyre: the name of its variable, its place in struct tyre_numbers, its default. */
struct tir_field {
    const char *name;
    size_t offset;
    double initial;
};

/* All numbers; *count becomes how many they are. */
const struct tir_field *tir_fields(size_t *count);

/* Value of a field. */
double tir_value(const struct tyre_numbers *, const struct tir_field *);

/* Name of the choice of variable formula. */
const char *tir_formula(const struct tyre_numbers *);

/* Read the bytes of a file. `side` is NULL, "left" or "right", where the tyre stands: a file for
 * the other side is mirrored. *notes becomes NULL, or lines on what was converted, assumed and left
 * out, yours to free; `notes` may be NULL. WD_OK, WD_EFORMAT with file, line and column, or
 * WD_ENOMEM; on failure nothing needs to be freed. */
int32_t tir_read(struct tir *, const char *name, const char *bytes, size_t size, const char *side,
                 char **notes, struct fault *);

#endif
