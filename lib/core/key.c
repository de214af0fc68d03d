/* SPDX-License-Identifier: MIT */
#include "core/key.h"

#include <string.h>

#include "core/table.h"
#include "num/invariant.h"

static size_t length(const char *const *names)
{
    size_t count = 0;
    while (names && names[count])
        count++;
    return count;
}

/* Return the ref of a part's variable from its name in the table of the type. */
static uint32_t part_ref(const struct kind *kind, const struct part *part, const char *name)
{
    size_t first = table_count(kind) - kind->part_row_count + part->row, i = 0;
    while (i < part->as->var_count && strcmp(part->as->vars[i].name, name) != 0)
        i++;
    invariant(i < part->as->var_count);
    return (uint32_t)(first + i);
}

/* Return the ref of key variable number *left, counted from 0 over all parts whose variables are
 * those of `as`. If there are not that many, return WD_NO_REF; then *left is reduced by their
 * number. */
static uint32_t type_ref(const struct kind *kind, const struct part_type *as, size_t *left)
{
    for (size_t k = 0; k < length(as->key_vars); k++)
        for (size_t i = 0; i < kind->part_count; i++)
            if (kind->parts[i]->as == as && (*left)-- == 0)
                return part_ref(kind, kind->parts[i], as->key_vars[k]);
    return WD_NO_REF;
}

uint32_t key_ref(const struct kind *kind, size_t i)
{
    size_t whole = length(kind->key_vars), left = i - whole;
    if (i < whole)
        return table_find(kind, kind->key_vars[i]);
    for (size_t t = 0; t < kind->part_type_count; t++) {
        const struct part_type *type = &kind->part_types[t];
        uint32_t ref = type->first ? type_ref(kind, type->first, &left) : WD_NO_REF;
        if (ref == WD_NO_REF)
            ref = type_ref(kind, type, &left);
        if (ref == WD_NO_REF && type->full)
            ref = type_ref(kind, type->full, &left);
        if (ref != WD_NO_REF)
            return ref;
    }
    return WD_NO_REF;
}
