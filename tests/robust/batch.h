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

#endif
