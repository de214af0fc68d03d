/* SPDX-License-Identifier: MIT */
#include "core/sequence.h"

#include <math.h>
#include <string.h>

/* Constants of the 64-bit FNV-1a hash */
#define HASH_START 14695981039346656037u
#define HASH_PRIME 1099511628211u

/* Event values that are indices or codes, for example the index of a part; all other values are
 * physical quantities. */
static const char *const numbers[] = {"part",      "feature",    "feature_a",
                                      "feature_b", "feature_to", "reason"};

static int is_number(const char *name)
{
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(name, numbers[i]) == 0)
            return 1;
    return 0;
}

static void add_word(struct sequence *to, uint64_t word)
{
    for (int i = 0; i < 8; i++)
        to->hash = (to->hash ^ (word >> 8 * i & 255)) * HASH_PRIME;
}

static void add_value(struct sequence *to, double value)
{
    add_word(to, isfinite(value) ? (uint64_t)(int64_t)value : UINT64_MAX);
}

void sequence_open(struct sequence *to, const struct wd_model *model)
{
    *to = (struct sequence){.hash = HASH_START};
    sequence_add(to, model, 1);
}

void sequence_add(struct sequence *to, const struct wd_model *model, int modes)
{
    const struct kind *kind = model->kind;
    for (; to->events < model->log.count; to->events++) {
        const double *row = log_row(&model->log, to->events);
        add_value(to, row ? row[1] : (double)NAN);
        for (size_t i = 0; row && i < kind->event_width; i++)
            if (is_number(kind->event_values[i]))
                add_value(to, row[LOG_HEAD + i]);
    }
    for (size_t i = 0; modes && i < kind->modes; i++)
        add_word(to, (uint64_t)model->now.mode[i]);
}
