/* SPDX-License-Identifier: MIT */
/* Forged snapshots: random words with the right checksum. Programs that include this header link
 * the core for the checksum. */
#ifndef ROBUST_FORGE_H
#define ROBUST_FORGE_H

#include "support.h"

#include "core/words.h"

/* Return a random word: a small whole number, a neighbour of the old word, the bits of an ordinary
 * number, or random bytes. */
static inline uint64_t any_word(uint64_t *seed, uint64_t old)
{
    double x;
    uint64_t word;
    switch (random_word(seed) % 8) {
    case 0:
    case 1:
    case 2:
        return random_word(seed) % 12 - 1;
    case 3:
        return old + random_word(seed) % 5 - 2;
    case 4:
        return random_word(seed);
    case 5:
        x = 4 * random_part(seed) - 2;
        break;
    case 6:
        memcpy(&x, &old, sizeof x);
        x *= 2 * random_part(seed);
        break;
    default:
        x = ldexp(random_part(seed) - 0.5, (int)(random_word(seed) % 200) - 100);
    }
    memcpy(&word, &x, sizeof word);
    return word;
}

/* Replace word `at` by another random word. */
static inline void forge_word(unsigned char *bytes, size_t at, uint64_t *seed)
{
    struct word_reader from = {bytes, at, at + 1};
    uint64_t word = any_word(seed, word_get(&from));
    struct word_writer to = {bytes, at};
    word_put(&to, word);
}

static inline void forge_sum(unsigned char *bytes, size_t size)
{
    size_t words = size / WORD_BYTES - 1;
    struct word_writer to = {bytes, words};
    word_put(&to, word_sum(bytes, words));
}

/* True if a step from a forged snapshot may end with this status. */
static inline int is_allowed_step(const wd_model *model, int32_t status)
{
    int allowed = status == WD_OK || status == WD_ENOCONV || status == WD_ESINGULAR ||
                  status == WD_ENOSOL || status == WD_ELIMIT || status == WD_EINPUT ||
                  status == WD_EVENT || status == WD_END;
    if (!allowed)
        printf("# %s (%s)\n", wd_status_name(status), wd_model_error(model));
    return allowed;
}

/* Run a model loaded from forged bytes for ten fixed steps, or for `span` with adaptive steps. */
static inline int use_forged(wd_model *model, double span)
{
    double t = wd_model_time(model), h = value_of(model, "solver.fixed_step");
    put(model, "solver.max_steps", 500);
    return is_allowed_step(model, wd_model_step_to(model, t + (h > 0 ? 10 * h : span)));
}

/* Forge snapshots of a model and load them into `model`; returns the number of those that are
 * neither refused nor give a usable model. */
static inline int count_unusable(const wd_model *from, wd_model *model, int rounds, double span,
                                 uint64_t *seed)
{
    size_t size = wd_model_save_size(from);
    unsigned char *bytes = malloc(size), *copy = malloc(size);
    int unfair = wd_model_save(from, bytes, size) != WD_OK;
    for (int round = 0; round < rounds; round++) {
        memcpy(copy, bytes, size);
        for (size_t i = 0; i <= random_index(seed, 3); i++)
            forge_word(copy, random_index(seed, size / WORD_BYTES - 1), seed);
        forge_sum(copy, size);
        int32_t status = wd_model_load(model, copy, size);
        unfair += status != WD_OK && status != WD_EFORMAT && status != WD_ENOMEM &&
                  status != WD_ESTATE; /* the snapshot requires an input function */
        if (status == WD_OK && !isnan(wd_model_time(model)))
            unfair += !use_forged(model, span);
    }
    free(bytes);
    free(copy);
    return unfair;
}

#endif
