/* SPDX-License-Identifier: MIT */
/* The sequence of events of a motion, as a number: two motions with the same one have the same
 * events of the same things in the same order, and modes of the same kind at both ends. Between
 * such motions outputs are smooth functions of the settings. */
#ifndef CORE_SEQUENCE_H
#define CORE_SEQUENCE_H

#include "core/model.h"

struct sequence {
    uint64_t hash;
    uint64_t events; /* how many of the log are in it */
};

/* Begin with the modes and events of a model that has just been started. */
void sequence_open(struct sequence *, const struct wd_model *);
/* Add the events since the last call; `modes`: and the present modes. */
void sequence_add(struct sequence *, const struct wd_model *, int modes);

#endif
