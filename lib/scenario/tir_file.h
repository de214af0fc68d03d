/* SPDX-License-Identifier: MIT */
/* The entries of a .tir file before they are interpreted: keys with values, the unit of each
 * dimension, and the points of the curve of load over deflection. */
#ifndef SCENARIO_TIR_FILE_H
#define SCENARIO_TIR_FILE_H

#include <stdbool.h>

#include "scenario/fault.h"

/* A tyre needs about 10 kB and 300 keys. Keys are searched one by one, so their number also limits
 * the time. */
enum { TIR_BYTES_MAX = 400000, TIR_ENTRIES_MAX = 1000, TIR_POINTS_MAX = 1000 };

struct tir_entry {
    const char *key;  /* in capitals */
    const char *text; /* the value, without quotes */
    size_t line, column;
    bool is_unit, used;
};

struct tir_file {
    const char *name;
    char *bytes; /* a copy in which each key and value ends with a zero */
    struct tir_entry *entries;
    size_t count;
    double (*points)[2]; /* deflection and load, in units of the file */
    size_t point_count;
    char *notes; /* NULL or lines, each with a line feed */
    size_t notes_size;
    int32_t status; /* status of the first failure, which sets the fault */
    struct fault *fault;
};

/* Read the lines of a file. On failure nothing needs to be freed. */
int32_t tir_file_read(struct tir_file *, const char *name, const char *bytes, size_t size,
                      struct fault *);
void tir_file_free(struct tir_file *);

/* Return the entry of a key, whose letters may be small or capital; NULL if there is none. */
struct tir_entry *tir_find(const struct tir_file *, const char *key);

/* Compare two words without regard to the case of ASCII letters. */
bool tir_same(const char *a, const char *b);

/* Return the value of an entry in SI units, and mark the entry as used. A dimension is a text such
 * as "FORCE / LENGTH". Sets the fault and returns 0 if the text is no number or a unit is unknown.
 */
double tir_number(struct tir_file *, struct tir_entry *, const char *dimension);

/* Return the factor that converts a number of this dimension from units of the file to SI units. */
double tir_factor(struct tir_file *, const char *dimension);

/* Add a line to the notes. */
__attribute__((format(printf, 2, 3))) void tir_note(struct tir_file *, const char *format, ...);

/* Refuse an entry with the text "KEY = TEXT why". A NULL entry is the whole file. Only the first
 * refusal sets the fault. */
void tir_refuse(struct tir_file *, const struct tir_entry *, const char *why);

#endif
