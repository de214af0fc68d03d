/* SPDX-License-Identifier: MIT */
/* The shape of a model: the descriptor of its kind, with the rows and counts of the parts that it
 * is put together from. Of a kind without parts it is a copy. */
#ifndef CORE_SHAPE_H
#define CORE_SHAPE_H

#include "kind/kind.h"

struct shape {
    struct kind kind;
    const struct kind *base; /* without parts */
    size_t users;            /* a model and its spare */
    struct part **parts, **index;
    const struct var **rows;
    size_t part_room, row_room;
};

/* Without parts; NULL: no memory. The one who asks for it is its user. */
struct shape *shape_new(const struct kind *base);
/* With the same parts, for a model of its own. */
struct shape *shape_copy(const struct shape *);
struct shape *shape_share(struct shape *);
/* A user less, of which the last takes it with him; NULL is fine. */
void shape_drop(struct shape *);

/* Why a part does not fit, in the order in which it is asked. */
enum part_fault { PART_FITS, PART_SPELT, PART_RESERVED, PART_TAKEN, PART_STANDS, PART_MANY };

/* A part on `n` parts of this shape. Of PART_STANDS *place is the place that does not fit, or `n`
 * if there are too few or too many. */
enum part_fault shape_judge(const struct shape *, const struct part_type *, const char *name,
                            const struct part *const *on, size_t n, size_t *place);
/* All memory that one more part takes, nothing of which is seen before shape_add(). NULL: none.
 * It may be freed instead. */
struct part *shape_part(struct shape *, const struct part_type *, const char *name,
                        const struct part *const *on, size_t n);
void shape_add(struct shape *, struct part *);
/* Free the part added last; there must be one. All other parts and rows stay where they are. */
void shape_remove(struct shape *);

#endif
