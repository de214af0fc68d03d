/* SPDX-License-Identifier: MIT */
/* The list of kinds. No other file of the core names a kind. */
#include "core/registry.h"

#include <string.h>

/* clang-format off */
#define KINDS(each) \
    each(sliding_block) \
    each(rolling_wheel) \
    each(impact_wheel) \
    each(torus_wheel) \
    each(bicycle) \
    each(constrained) \
    each(vehicle)
/* clang-format on */

#define DECLARED(name) extern const struct kind kind_##name;
#define LISTED(name) &kind_##name,

KINDS(DECLARED)
static const struct kind *const kinds[] = {KINDS(LISTED)};

size_t registry_count(void)
{
    return ROWS(kinds);
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
