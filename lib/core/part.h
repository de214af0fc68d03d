/* SPDX-License-Identifier: MIT */
/* Look-up of parts and part types by name. */
#ifndef CORE_PART_H
#define CORE_PART_H

#include "kind/kind.h"

/* Maximum number of parts that a part of this type stands on. */
static inline size_t part_places(const struct part_type *type)
{
    size_t places = 0;
    while (type->on && type->on[places])
        places++;
    return places;
}

/* Maximum number of parts of this type in a model. */
static inline size_t part_most(const struct part_type *type)
{
    return type->most > 0 ? type->most : PART_MOST;
}

const struct part_type *part_type(const struct kind *, const char *name); /* NULL: none */
/* Find the part whose name is the first `length` bytes of `name`; NULL: none. */
const struct part *part_find(const struct kind *, const char *name, size_t length);
/* Index in kind->part_index at which this name is stored, or would be inserted. */
size_t part_index(const struct kind *, const char *name, size_t length);

#endif
