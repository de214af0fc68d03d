/* SPDX-License-Identifier: MIT */
/* The parts that a model is put together from, and their types, by their names. */
#ifndef CORE_PART_H
#define CORE_PART_H

#include "kind/kind.h"

const struct part_type *part_type(const struct kind *, const char *name); /* NULL: none */
/* The part whose name is the first `length` bytes; NULL: none. */
const struct part *part_find(const struct kind *, const char *name, size_t length);
/* Where that name is in kind->part_index, or would be. */
size_t part_index(const struct kind *, const char *name, size_t length);

#endif
