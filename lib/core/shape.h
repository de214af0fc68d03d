/* SPDX-License-Identifier: MIT */
/* Shape of models: a copy of the kind's descriptor, extended by the rows and counts of the parts. A
 * model shares its shape with its spare (a second model into which snapshots are loaded) and with
 * its clones, also across threads. A shape is constant while more than one model uses it. */
#ifndef CORE_SHAPE_H
#define CORE_SHAPE_H

#include "core/room.h"
#include "kind/kind.h"

#include <stdatomic.h>

struct shape {
    struct kind kind;
    struct kind on_terrain;  /* kind of a model with a terrain, see kind->terrain_sizes() */
    const struct kind *base; /* the kind's own descriptor */
    uint64_t hash;           /* hash of its variable table */
    atomic_size_t users;     /* reference count: models, their spares, and shapes copied from it */
    struct part **parts, **index; /* parts in the order of their addition; sorted by name */
    const struct var **rows;      /* variables of the parts */
    size_t part_room, row_room;   /* lengths of the arrays of parts, and of rows */
    struct shape *origin; /* shape that this one has been copied from, whose names the user may
                             still hold; or NULL */
    _Atomic(struct room *) left; /* room of a model that has been freed, or NULL */
};

/* The descriptor of a model of this shape with a terrain or without one. */
const struct kind *shape_kind(const struct shape *, int has_terrain);

/* Create a shape without parts and with one user; NULL: out of memory. */
struct shape *shape_new(const struct kind *base);
/* Create a second shape with equal parts. The first shape is not freed before the second. NULL: out
 * of memory. */
struct shape *shape_copy(struct shape *);
struct shape *shape_share(struct shape *);
/* True if both are of one kind and have equal parts in the same order. */
int shape_equals(const struct shape *, const struct shape *);
/* Remove one user and free the shape after the last; NULL is allowed. */
void shape_drop(struct shape *);

/* Take, for one user, a room (the memory in which a model computes, room.h) that fits and that a
 * freed model of this shape has left; NULL: there is none. shape_leave_room(): remove one user of a
 * room; if it was the last, keep the room for the next model of this shape. NULL is allowed. */
struct room *shape_take_room(struct shape *, struct room_needs);
void shape_leave_room(struct shape *, struct room *);

/* Reasons why a part cannot be added, in the order in which they are checked: its name is not
 * valid, is reserved for a variable of the whole model, or is in use; it stands on the wrong parts;
 * the model has the maximum number of parts of this type. */
enum part_fault { PART_FITS, PART_SPELT, PART_RESERVED, PART_TAKEN, PART_STANDS, PART_MANY };

/* Check whether a part of this name and type can be added, standing on the `n` parts `on` of this
 * shape. With PART_STANDS *place is the index in `on` of a part of the wrong type, or `n` if the
 * number is wrong. */
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
