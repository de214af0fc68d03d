/* SPDX-License-Identifier: MIT */
/* Shape of a model: a copy of the kind's descriptor, extended by the rows and counts of the parts
 * of this model. */
#ifndef CORE_SHAPE_H
#define CORE_SHAPE_H

#include "kind/kind.h"

struct shape {
    struct kind kind;
    struct kind on_terrain;  /* the same for a model with a terrain, see kind->terrain_sizes() */
    const struct kind *base; /* the kind's own descriptor */
    size_t users;            /* reference count: a model and its spare */
    struct part **parts, **index;
    const struct var **rows;
    size_t part_room, row_room;
};

/* The descriptor of a model of this shape with a terrain or without one. */
const struct kind *shape_kind(const struct shape *, int has_terrain);

/* Create a shape without parts and with one user; NULL: out of memory. */
struct shape *shape_new(const struct kind *base);
/* Create a second shape with equal parts, for another model; NULL: out of memory. */
struct shape *shape_copy(const struct shape *);
struct shape *shape_share(struct shape *);
/* Remove one user and free the shape after the last; NULL is allowed. */
void shape_drop(struct shape *);

/* Reasons why a part cannot be added, in the order in which they are checked: its name is not
 * valid, is reserved for a variable of the whole model, or is in use; it stands on the wrong parts;
 * the model has the maximum number of parts of this type. */
enum part_fault { PART_FITS, PART_SPELT, PART_RESERVED, PART_TAKEN, PART_STANDS, PART_MANY };

/* Check whether a part of this name and type can be added, standing on the `n` parts `on` of this
 * shape. With PART_STANDS *place is the index in `on` of the wrong type, or `n` if the number is
 * wrong. */
enum part_fault shape_judge(const struct shape *, const struct part_type *, const char *name,
                            const struct part *const *on, size_t n, size_t *place);
/* Allocate everything that adding the part requires; the shape looks unchanged before shape_add().
 * NULL: out of memory. If the part is not added, free() releases it. */
struct part *shape_part(struct shape *, const struct part_type *, const char *name,
                        const struct part *const *on, size_t n);
void shape_add(struct shape *, struct part *);
/* Free the part added last; there must be one. All other parts and rows keep their addresses. */
void shape_remove(struct shape *);

#endif
