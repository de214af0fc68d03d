/* SPDX-License-Identifier: MIT */
/* Units of .tir files. */
#include <stdio.h>
#include <string.h>

#include "scenario/tir_file.h"

#define INCH 0.0254
#define POUND 4.4482216152605
#define PI 3.14159265358979323846

/* Longest name of a unit in bytes; a longer one is unknown. */
enum { NAME_MAX_SIZE = 32 };

static const struct {
    const char *dimension, *name; /* names in the singular */
    double factor;
} units[] = {
    {"LENGTH", "m", 1},
    {"LENGTH", "meter", 1},
    {"LENGTH", "metre", 1},
    {"LENGTH", "mm", 1e-3},
    {"LENGTH", "millimeter", 1e-3},
    {"LENGTH", "millimetre", 1e-3},
    {"LENGTH", "cm", 1e-2},
    {"LENGTH", "centimeter", 1e-2},
    {"LENGTH", "centimetre", 1e-2},
    {"LENGTH", "km", 1e3},
    {"LENGTH", "kilometer", 1e3},
    {"LENGTH", "kilometre", 1e3},
    {"LENGTH", "in", INCH},
    {"LENGTH", "inch", INCH},
    {"LENGTH", "inche", INCH},
    {"LENGTH", "ft", 12 * INCH},
    {"LENGTH", "foot", 12 * INCH},
    {"LENGTH", "feet", 12 * INCH},
    {"FORCE", "n", 1},
    {"FORCE", "newton", 1},
    {"FORCE", "kn", 1e3},
    {"FORCE", "kilonewton", 1e3},
    {"FORCE", "knewton", 1e3},
    {"FORCE", "lbf", POUND},
    {"FORCE", "pound_force", POUND},
    {"FORCE", "poundforce", POUND},
    {"FORCE", "pound", POUND},
    {"FORCE", "lb", POUND},
    {"FORCE", "kgf", 9.80665},
    {"FORCE", "kg_force", 9.80665},
    {"FORCE", "kilogram_force", 9.80665},
    {"FORCE", "dyne", 1e-5},
    {"FORCE", "ounce_force", POUND / 16},
    {"TIME", "s", 1},
    {"TIME", "sec", 1},
    {"TIME", "second", 1},
    {"TIME", "ms", 1e-3},
    {"TIME", "millisecond", 1e-3},
    {"TIME", "min", 60},
    {"TIME", "minute", 60},
    {"TIME", "h", 3600},
    {"TIME", "hour", 3600},
    {"ANGLE", "rad", 1},
    {"ANGLE", "radian", 1},
    {"ANGLE", "deg", PI / 180},
    {"ANGLE", "degree", PI / 180},
    {"PRESSURE", "pa", 1},
    {"PRESSURE", "pascal", 1},
    {"PRESSURE", "kpa", 1e3},
    {"PRESSURE", "kilopascal", 1e3},
    {"PRESSURE", "mpa", 1e6},
    {"PRESSURE", "megapascal", 1e6},
    {"PRESSURE", "bar", 1e5},
    {"PRESSURE", "psi", POUND / (INCH * INCH)},
    {"PRESSURE", "n/m^2", 1},
    {"PRESSURE", "n/m2", 1},
    {"PRESSURE", "n/mm^2", 1e6},
    {"PRESSURE", "n/mm2", 1e6},
};

/* Return the factor of the unit with this name; 0 if it is unknown. Blanks and hyphens in the name
 * count as underscores, and a plural counts as the name without its last s. */
static double factor_of(const char *dimension, const char *text)
{
    char name[NAME_MAX_SIZE + 1];
    size_t size = 0;
    if (strlen(text) > NAME_MAX_SIZE)
        return 0;
    for (; *text; text++) {
        char c = strchr(" \t-", *text) ? '_' : *text;
        if (c != '_' || size == 0 || name[size - 1] != '_')
            name[size++] = c;
    }
    for (int pass = 0; pass < 2; pass++) {
        name[size] = 0;
        for (size_t i = 0; i < sizeof units / sizeof *units; i++)
            if (!strcmp(units[i].dimension, dimension) && tir_same(units[i].name, name))
                return units[i].factor;
        if (size > 1 && (name[size - 1] | 0x20) == 's')
            size--;
    }
    return 0;
}

static double unit_of(struct tir_file *file, const char *dimension)
{
    for (size_t i = 0; i < file->count; i++) {
        const struct tir_entry *entry = &file->entries[i];
        if (!entry->is_unit || strcmp(entry->key, dimension) != 0)
            continue;
        double factor = factor_of(dimension, entry->text);
        if (!(factor > 0))
            tir_refuse(file, entry, "is no known unit");
        return factor > 0 ? factor : 1;
    }
    return 1;
}

static double pressure_of(struct tir_file *file)
{
    double length = unit_of(file, "LENGTH");
    for (size_t i = 0; i < file->count; i++)
        if (file->entries[i].is_unit && !strcmp(file->entries[i].key, "PRESSURE"))
            return unit_of(file, "PRESSURE");
    return unit_of(file, "FORCE") / (length * length);
}

double tir_factor(struct tir_file *file, const char *dimension)
{
    double factor = 1;
    bool divides = false;
    while (*dimension) {
        char word[16];
        size_t size = strcspn(dimension, " ");
        snprintf(word, sizeof word, "%.*s", (int)size, dimension);
        dimension += size + (dimension[size] == ' ');
        if (!strcmp(word, "/"))
            divides = true;
        else if (strcmp(word, "1") != 0) {
            double unit = !strcmp(word, "PRESSURE") ? pressure_of(file) : unit_of(file, word);
            factor = divides ? factor / unit : factor * unit;
        }
    }
    return factor;
}
