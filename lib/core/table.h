/* SPDX-License-Identifier: MIT */
/* Variable table of a kind as users see it: the kind's own rows, the common rows and, for the
 * descriptor of a model, the rows of its parts. */
#ifndef CORE_TABLE_H
#define CORE_TABLE_H

#include "kind/kind.h"

size_t table_count(const struct kind *);
const struct var *table_row(const struct kind *, size_t ref); /* NULL beyond the end */
/* Ref of the row with this name, or WD_NO_REF. */
uint32_t table_find(const struct kind *, const char *name);
/* Row of the variable with index `slot` in the array of a role; NULL if there is none. */
const struct var *table_at(const struct kind *, int32_t role, size_t slot);
/* Part to which the row belongs; NULL: the whole model, or no such row. */
const struct part *table_part(const struct kind *, size_t ref);
/* True if the value is within the bounds, and a whole number where required. */
int table_accepts(const struct var *, double value);
/* Describe the accepted values in `text`, for example "a number above 0 and finite"; returns it. */
enum { TABLE_RANGE = 64 };
const char *table_range(const struct var *, char text[TABLE_RANGE]);
size_t table_choices(const struct var *);
/* Hash of everything that determines which value a snapshot stores where, except the meaning of a
 * kind's extras and modes. Whoever changes that meaning must increment FORMAT in core/snapshot.c.
 * The hash of a kind does not cover the parts of a model; a snapshot contains them. */
uint64_t table_hash(const struct kind *);

#endif
