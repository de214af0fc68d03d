/* SPDX-License-Identifier: MIT */
/* Searches over the names that the library knows. The comparison of names is in nearest.c, because
 * the program wheeldyn uses it for its own lists. */
#include "core/nearest.h"
#include "core/registry.h"
#include "core/table.h"

const char *nearest_kind(const char *written)
{
    struct nearest nearest = {written, NULL, 0};
    for (size_t i = 0; i < registry_count(); i++)
        nearest_offer(&nearest, registry_kind(i)->name);
    return nearest.name;
}

const char *nearest_variable(const struct kind *kind, const char *written)
{
    struct nearest nearest = {written, NULL, 0};
    for (size_t ref = 0; ref < table_count(kind); ref++)
        nearest_offer(&nearest, table_row(kind, ref)->name);
    return nearest.name;
}

const char *nearest_preset(const struct kind *kind, const char *written)
{
    struct nearest nearest = {written, NULL, 0};
    for (size_t i = 0; i < kind->preset_count; i++)
        nearest_offer(&nearest, kind->presets[i].name);
    return nearest.name;
}

const char *nearest_part_type(const struct kind *kind, const char *written)
{
    struct nearest nearest = {written, NULL, 0};
    for (size_t i = 0; i < kind->part_type_count; i++)
        nearest_offer(&nearest, kind->part_types[i].name);
    return nearest.name;
}

const char *nearest_part(const struct kind *kind, const char *written)
{
    struct nearest nearest = {written, NULL, 0};
    for (size_t i = 0; i < kind->part_count; i++)
        nearest_offer(&nearest, kind->parts[i]->name);
    return nearest.name;
}

const char *nearest_choice(const struct var *var, const char *written)
{
    struct nearest nearest = {written, NULL, 0};
    for (size_t i = 0; i < table_choices(var); i++)
        nearest_offer(&nearest, var->choices[i]);
    return nearest.name;
}
