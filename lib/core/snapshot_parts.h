/* SPDX-License-Identifier: MIT */
/* Parts of a model in its snapshot, for kinds that have parts. */
#ifndef CORE_SNAPSHOT_PARTS_H
#define CORE_SNAPSHOT_PARTS_H

#include "core/model.h"
#include "core/words.h"

size_t snapshot_part_words(const struct kind *);
void snapshot_put_parts(struct word_writer *, const struct kind *);
/* Make sure that the model has a spare with the parts that follow in the snapshot. Allocates
 * nothing if the model and its spare have these parts already. WD_OK, WD_EFORMAT or WD_ENOMEM. */
int32_t snapshot_get_parts(struct word_reader *, struct wd_model *);

#endif
