/* SPDX-License-Identifier: MIT */
/* The course of a model in its snapshot: points, closed, which arrays or which surface it has, and
 * the arrays; or the size of the grid, its frame and its coefficients. For a user's function, the
 * snapshot only marks that it was set. */
#ifndef CORE_SNAPSHOT_COURSE_H
#define CORE_SNAPSHOT_COURSE_H

#include "core/model.h"
#include "core/words.h"

size_t snapshot_course_words(const struct wd_model *);
void snapshot_put_course(struct word_writer *, const struct wd_model *);
/* Read the course; clears *same if it differs from the present one. `smooth` is used, without a
 * copy, if the snapshot has the same surface. WD_OK, WD_EFORMAT, WD_ENOMEM, or WD_ESTATE: `smooth`
 * is not the function that the snapshot needs. */
int32_t snapshot_get_course(struct word_reader *, struct wd_model *, struct smooth *smooth,
                            int *same);

#endif
