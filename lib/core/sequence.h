/* SPDX-License-Identifier: MIT */
/* The sequence of events of a motion, as a hash. Two motions with equal hashes have the same events
 * of the same parts in the same order, and the same modes at both ends. Within a range of settings
 * in which the hash does not change, outputs are smooth functions of the settings. */
#ifndef CORE_SEQUENCE_H
#define CORE_SEQUENCE_H

#include "core/model.h"

struct sequence {
    uint64_t hash;
    uint64_t events; /* number of events of the log that are in the hash */
};

/* Begin with the modes and events of a model that has just been started. */
void sequence_open(struct sequence *, const struct wd_model *);
/* Add the events since the last call and, if `modes`, the present modes. */
void sequence_add(struct sequence *, const struct wd_model *, int modes);

#endif
