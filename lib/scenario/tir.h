/* SPDX-License-Identifier: MIT */
/* The numbers of a tyre in a .tir file of MF-Tyre 5.2, 6.1 or 6.2 or of PAC2002, in SI units. */
#ifndef SCENARIO_TIR_H
#define SCENARIO_TIR_H

#include "scenario/fault.h"
#include "tyre/coefficients.h"

/* Quantities of a wheel on the tyre for which the file may give a range of validity. */
enum tir_quantity { TIR_LOAD, TIR_SLIP_RATIO, TIR_SLIP_ANGLE, TIR_CAMBER, TIR_RANGES };

/* In SI units; infinite where the file gives no limit. */
struct tir_range {
    double lower, upper;
};

struct tir {
    /* Numbers of form magic. A number that the file does not give has its default. */
    struct tyre_numbers numbers;
    double radius; /* m: radius of the unloaded wheel */
    struct tir_range ranges[TIR_RANGES];
};

/* A number of a tyre: the name of its variable, its place in struct tyre_numbers, its default. */
struct tir_field {
    const char *name;
    size_t offset;
    double initial;
};

/* Return the fields of all numbers; *count becomes the number of fields. */
const struct tir_field *tir_fields(size_t *count);

/* Return the value of a field. */
double tir_value(const struct tyre_numbers *, const struct tir_field *);

/* Return the name of the formula, as a choice of the variable param.NAME.formula. */
const char *tir_formula(const struct tyre_numbers *);

/* Read the bytes of a file. `side` is NULL, "left" or "right": the side on which the tyre stands. A
 * file for the other side is mirrored. *notes becomes NULL, or lines that report what was
 * converted, assumed and left out, which the caller must free; `notes` may be NULL. WD_OK,
 * WD_EFORMAT with file, line and column, or WD_ENOMEM; on failure nothing needs to be freed. */
int32_t tir_read(struct tir *, const char *name, const char *bytes, size_t size, const char *side,
                 char **notes, struct fault *);

#endif
