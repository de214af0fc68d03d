/* SPDX-License-Identifier: MIT */
/* Tyres of the reference tables: the invented tyre_a.tir and tyre_b.tir, and the default brush
 * model. */
#ifndef TESTS_TYRE_H
#define TESTS_TYRE_H

#include <ctype.h>
#include <math.h>
#include <stddef.h>

#include "csv.h"
#include "tyre/tyre.h"

static const struct {
    const char *key;
    size_t at;
} tyre_keys[] = {
#define KEY(name, unit, lo, hi, initial, tunable, text) \
    {#name, offsetof(struct tyre_numbers, name) / sizeof(double)},
    TYRE_NUMBERS(KEY)
#undef KEY
#define KEY(file, name)                                            \
    {                                                              \
        file, offsetof(struct tyre_numbers, name) / sizeof(double) \
    }
        KEY("fnomin", nominal_load),
    KEY("longvl", reference_speed),
    KEY("inflpres", pressure),
    KEY("nompres", nominal_pressure),
    KEY("longitudinal_stiffness", forward_stiffness),
    KEY("lateral_stiffness", side_stiffness),
    KEY("yaw_stiffness", turning_stiffness),
#undef KEY
};

enum { TYRE_KEYS = sizeof tyre_keys / sizeof *tyre_keys };

/* True for coefficients and scale factors of the Magic Formula. */
static inline int tyre_is_coefficient(size_t i)
{
    return tyre_keys[i].at >= offsetof(struct tyre_numbers, pcx1) / sizeof(double);
}

static inline void tyre_set(struct tyre_numbers *n, const char *key, double value)
{
    for (size_t i = 0; i < TYRE_KEYS; i++)
        if (strcmp(tyre_keys[i].key, key) == 0)
            ((double *)n)[tyre_keys[i].at] = value;
}

/* Read a file of tests/ref/tyre in SI units. Coefficients that are missing in it are 0. Missing
 * scale factors, whose names begin with l, and pky4 keep their defaults. */
static inline void tyre_read(const char *name, struct tyre_numbers *n)
{
    const char *folder = getenv("WHEELDYN_TEST_REF");
    char path[1024], line[256], key[64];
    double value;
    snprintf(path, sizeof path, "%s/tyre/%s", folder ? folder : "tests/ref", name);
    FILE *file = fopen(path, "r");
    if (!file) {
        printf("Bail out! cannot read %s\n", path);
        exit(1);
    }
    tyre_defaults(n);
    for (size_t i = 0; i < TYRE_KEYS; i++)
        if (tyre_is_coefficient(i) && tyre_keys[i].key[0] != 'l' &&
            strcmp(tyre_keys[i].key, "pky4") != 0)
            ((double *)n)[tyre_keys[i].at] = 0;
    n->form = TYRE_MAGIC;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "%63[A-Z0-9_] = %lf", key, &value) == 2) {
            for (char *c = key; *c; c++)
                *c = (char)tolower((unsigned char)*c);
            if (strcmp(key, "fittyp") == 0)
                n->formula = value == 61 ? TYRE_MF61 : TYRE_MF52;
            else
                tyre_set(n, key, value);
        }
    fclose(file);
}

#endif
