/* SPDX-License-Identifier: MIT */
/* The variable table of a kind as users see it: its own rows, those that every kind has, and of a
 * model's own descriptor those of its parts. */
#ifndef CORE_TABLE_H
#define CORE_TABLE_H

#include "kind/kind.h"

size_t table_count(const struct kind *);
const struct var *table_row(const struct kind *, size_t ref); /* NULL beyond the end */
/* The row's ref, or WD_NO_REF. */
uint32_t table_find(const struct kind *, const char *name);
/* The row of a role's double number `slot`; NULL if there is none. */
const struct var *table_at(const struct kind *, int32_t role, size_t slot);
/* The part that has the row; NULL: the whole, or no row has this ref. */
const struct part *table_part(const struct kind *, size_t ref);
/* Value that the table accepts: within bounds, whole where it must be. */
int table_accepts(const struct var *, double value);
/* The same in words, "a number above 0 and finite", written into `text`, which is given back. */
enum { TABLE_RANGE = 64 };
const char *table_range(const struct var *, char text[TABLE_RANGE]);
size_t table_choices(const struct var *);
/* A number that changes with all that decides where a snapshot has which value, but the meaning of
 * a kind's extras and modes: who changes that counts FORMAT in core/snapshot.c up. Of a kind: the
 * parts of a model are in the snapshot. */
uint64_t table_hash(const struct kind *);

#endif
