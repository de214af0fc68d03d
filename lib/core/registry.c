/* SPDX-License-Identifier: MIT */
/* The one file that names kinds. */
#include "core/registry.h"

#include <string.h>

extern const struct kind kind_sliding_block, kind_rolling_wheel, kind_impact_wheel,
    kind_torus_wheel, kind_bicycle;

static const struct kind *const kinds[] = {
    &kind_sliding_block, &kind_rolling_wheel, &kind_impact_wheel, &kind_torus_wheel, &kind_bicycle,
};

size_t registry_count(void)
{
    return sizeof kinds / sizeof *kinds;
}

const struct kind *registry_kind(size_t i)
{
    return i < registry_count() ? kinds[i] : NULL;
}

const struct kind *registry_find(const char *name)
{
    for (size_t i = 0; i < registry_count(); i++)
        if (strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
    return NULL;
}
