/* SPDX-License-Identifier: MIT */
/* The parts of a model in its snapshot, of kinds that have parts. */
#ifndef CORE_SNAPSHOT_PARTS_H
#define CORE_SNAPSHOT_PARTS_H

#include "core/model.h"
#include "core/words.h"

size_t snapshot_part_words(const struct kind *);
void snapshot_put_parts(struct word_writer *, const struct kind *);
/* See to a spare with the parts that come next, which asks for no memory if the model and its spare
 * have them already: WD_OK, WD_EFORMAT, WD_ENOMEM. */
int32_t snapshot_get_parts(struct word_reader *, struct wd_model *);

#endif
