/* SPDX-License-Identifier: MIT */
/* The step held, see core/whole.h, in a snapshot. */
#ifndef CORE_SNAPSHOT_WHOLE_H
#define CORE_SNAPSHOT_WHOLE_H

#include "core/model.h"
#include "core/words.h"

/* Number of words, with the settings of the model; the same whether a step is held or not. */
size_t snapshot_whole_words(const struct wd_model *);
void snapshot_put_whole(struct word_writer *, const struct wd_model *);
void snapshot_get_whole(struct word_reader *, struct wd_model *);
/* True if the step held, if there is one, is safe to continue. */
int snapshot_whole_fits(const struct wd_model *);

#endif
