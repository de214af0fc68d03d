/* SPDX-License-Identifier: MIT */
/* Encoding in a snapshot of the held step: the adaptive step that goes beyond the end of a call,
 * see core/whole.h. */
#ifndef CORE_SNAPSHOT_WHOLE_H
#define CORE_SNAPSHOT_WHOLE_H

#include "core/model.h"
#include "core/words.h"

/* Number of words with the model's settings. This does not depend on whether a step is held. */
size_t snapshot_whole_words(const struct wd_model *);
void snapshot_put_whole(struct word_writer *, const struct wd_model *);
void snapshot_get_whole(struct word_reader *, struct wd_model *);
/* True if no step is held or the held step can be continued. */
int snapshot_whole_fits(const struct wd_model *);

#endif
