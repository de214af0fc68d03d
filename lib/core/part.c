/* SPDX-License-Identifier: MIT */
#include "core/part.h"

#include <string.h>

size_t part_index(const struct kind *kind, const char *name, size_t length)
{
    size_t low = 0, high = kind->part_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *other = kind->part_index[middle]->name;
        int order = strncmp(other, name, length);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct part *part_find(const struct kind *kind, const char *name, size_t length)
{
    size_t i = part_index(kind, name, length);
    const struct part *part = i < kind->part_count ? kind->part_index[i] : NULL;
    return part && strncmp(part->name, name, length) == 0 && part->name[length] == '\0' ? part
                                                                                        : NULL;
}

const struct part_type *part_type(const struct kind *kind, const char *name)
{
    for (size_t i = 0; i < kind->part_type_count; i++)
        if (strcmp(kind->part_types[i].name, name) == 0)
            return &kind->part_types[i];
    return NULL;
}
