/* SPDX-License-Identifier: MIT */
/* Motions of tests/ref/hashes.csv, and hashes that do not depend on the machine. */
#ifndef ROBUST_HASHES_H
#define ROBUST_HASHES_H

#include "csv.h"
#include "support.h"

#include <inttypes.h>

/* Number of stops of a motion, and the time between them. */
enum { HASH_STOPS = 40 };
static const double hash_interval = 0.25; /* s */

static inline uint64_t byte_mixed(uint64_t hash, uint64_t byte)
{
    return (hash ^ byte) * 0x100000001b3u;
}

/* Mix numbers into a hash, independently of the byte order; all NaN have the same hash. */
static inline uint64_t mix_numbers(uint64_t hash, const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = 0x7ff8000000000000u;
        if (!isnan(x[i]))
            memcpy(&bits, &x[i], sizeof bits);
        for (int k = 0; k < 64; k += 8)
            hash = byte_mixed(hash, bits >> k & 0xff);
    }
    return hash;
}

static inline uint64_t start_hash(void)
{
    return 0xcbf29ce484222325u;
}

static inline uint64_t hash_snapshot(const wd_model *model)
{
    static unsigned char bytes[MOST_BYTES];
    size_t size = wd_model_save_size(model);
    uint64_t hash = start_hash();
    if (wd_model_save(model, bytes, sizeof bytes) != WD_OK)
        return 0;
    for (size_t i = 0; i < size; i++)
        hash = byte_mixed(hash, bytes[i]);
    return hash;
}

/* True if the file has this hash under this name. */
static inline int table_has_hash(const char *name, uint64_t hash)
{
    char text[20];
    struct csv csv;
    int found = 0;
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    csv_open(&csv, "hashes.csv");
    while (csv_next(&csv))
        found |=
            strcmp(csv_text(&csv, "what"), name) == 0 && strcmp(csv_text(&csv, "hash"), text) == 0;
    return found;
}

/* ---- motions of a setup ---- */

enum { HASH_MANNERS = 3 };

/* Manners of a run: unchanged; with an input function; with an input function and fixed steps. */
static const char *const hash_manners[HASH_MANNERS] = {"", " driven", " driven in fixed steps"};

/* Write the name of the motion of a setup in the table. */
static inline void name_motion(const struct setup *setup, int manner, char *name, size_t size)
{
    snprintf(name, size, "%s %s%s", setup->kind, setup->preset ? setup->preset : "as it is",
             hash_manners[manner]);
}

static inline int32_t ramp_input(double t, double *value, void *user)
{
    (void)user;
    *value = 2 * (1 + 0.5 * (t - 4 * floor(t / 4) - 2));
    return 0;
}

static inline wd_model *prepare_model(const struct setup *setup, int manner)
{
    wd_model *model = make(setup);
    if (manner > 0) {
        wd_model_set_input_fn(model, first_input(model), ramp_input, NULL);
        wd_model_set_choice(model, "input.control_mode",
                            "track"); /* only one kind has this input */
    }
    if (manner == 2)
        put(model, "solver.fixed_step", 0.002);
    return model;
}

#endif
