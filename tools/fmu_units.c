/* SPDX-License-Identifier: MIT */
#include "fmu_units.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *const base_names[BASES] = {"kg", "m", "s", "rad"};

static const struct {
    const char *name;
    int exponents[BASES];
} symbols[] = {
    {"kg", {1, 0, 0, 0}},   {"m", {0, 1, 0, 0}},  {"s", {0, 0, 1, 0}},  {"rad", {0, 0, 0, 1}},
    {"N", {1, 1, -2, 0}},   {"J", {1, 2, -2, 0}}, {"W", {1, 2, -3, 0}}, {"Hz", {0, 0, -1, 0}},
    {"Pa", {1, -1, -2, 0}}, {"1", {0, 0, 0, 0}},
};
enum { SYMBOLS = sizeof symbols / sizeof *symbols };

/* Multiply a unit, given by the exponents of the base units, by a power of the unit with this
 * symbol of `length` characters. False if the symbol is not known. */
static bool multiply(const char *symbol, size_t length, int power, int exponents[BASES])
{
    for (size_t i = 0; i < SYMBOLS; i++)
        if (strlen(symbols[i].name) == length && !strncmp(symbols[i].name, symbol, length)) {
            for (int k = 0; k < BASES; k++)
                exponents[k] += power * symbols[i].exponents[k];
            return true;
        }
    return false;
}

bool unit_bases(const char *text, int exponents[BASES])
{
    int sign = 1;
    memset(exponents, 0, BASES * sizeof *exponents);
    for (;; text++) {
        size_t length = *text == '1' ? 1 : 0;
        while (isalpha((unsigned char)text[length]))
            length++;
        char *end = (char *)text + length;
        long power = *end && strchr("-0123456789", *end) ? strtol(text + length, &end, 10) : 1;
        if (power < -9 || power > 9 || !multiply(text, length, sign * (int)power, exponents))
            return false;
        text = end;
        if (!*text)
            return true;
        if (*text == '/')
            sign = -1;
        else if (*text != '.')
            return false;
    }
}

static const struct display_unit displays[] = {
    {"rad", "deg", 57.295779513082323},
    {"rad/s", "deg/s", 57.295779513082323},
    {"rad/s", "rpm", 9.5492965855137201},
    {"m/s", "km/h", 3.6},
    {"m", "mm", 1000},
    {"s", "ms", 1000},
};

const struct display_unit *unit_display(const char *text, size_t i)
{
    for (size_t k = 0; k < sizeof displays / sizeof *displays; k++)
        if (!strcmp(displays[k].of, text) && i-- == 0)
            return &displays[k];
    return NULL;
}
