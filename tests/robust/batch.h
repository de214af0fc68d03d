/* SPDX-License-Identifier: MIT */
/* Functions shared by the tests of batches. */
#ifndef ROBUST_BATCH_H
#define ROBUST_BATCH_H

#include "support.h"

#include <wheeldyn/batch.h>
#include <wheeldyn/ground.h>

/* Hash of a snapshot of the model and of its variables. */
static inline uint64_t hash_of(const wd_model *model)
{
    static unsigned char bytes[MOST_BYTES * 4];
    size_t size = wd_model_save_size(model);
    uint64_t hash = mix_model(1, model);
    check(wd_model_save(model, bytes, sizeof bytes) == WD_OK, "there is room for a snapshot");
    return mix(hash, bytes, size);
}

/* Calls that several members get, each with its own input. */
struct schedule {
    size_t members;
    int count;
    double dt; /* s; length of a call */
    wd_model *(*start)(const struct setup *, size_t member);
    double (*input)(size_t member, int call);
    /* Returns 1 if the member takes part in the call. NULL: all members do. */
    int (*takes_part)(size_t member, int call);
    /* Called after each call; returns the model that continues. NULL: the model is unchanged. */
    wd_model *(*disturb)(const struct setup *, wd_model *, size_t member, int call);
};

/* Step members one by one, as a program without batches does. */
static inline void play_single(const struct schedule *schedule, const struct setup *setup,
                               uint64_t *hash)
{
    for (size_t i = 0; i < schedule->members; i++) {
        wd_model *model = schedule->start(setup, i);
        uint32_t input = first_input(model);
        for (int call = 0; call < schedule->count; call++) {
            double u = schedule->input(i, call);
            int32_t status = WD_OK;
            if (!schedule->takes_part || schedule->takes_part(i, call)) {
                wd_model_set(model, &input, 1, &u);
                status = wd_model_step_to(model, wd_model_time(model) + schedule->dt);
            }
            hash[i] = mix(hash[i], &status, sizeof status);
            if (schedule->disturb)
                model = schedule->disturb(setup, model, i, call);
        }
        hash[i] ^= hash_of(model);
        wd_model_free(model);
    }
}

#endif
