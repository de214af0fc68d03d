/* SPDX-License-Identifier: MIT */
/* Room: the memory in which a model computes. A call that prepares the model again overwrites the
 * whole room. So a model and its spare share a room, and a freed model leaves its room to the next
 * model of the same shape. */
#ifndef CORE_ROOM_H
#define CORE_ROOM_H

#include "kind/kind.h"

struct room {
    size_t users;            /* a model and its spare, which are never used at the same time */
    const struct kind *kind; /* kind for whose parts the workspace was made */
    size_t words;            /* doubles in memory */
    double *memory;
    void *workspace; /* from kind->workspace_new(), or NULL */
};

/* Memory that a model needs in its room. */
struct room_needs {
    const struct kind *kind;
    size_t words;
    int workspace; /* 1: a workspace of the kind */
};

/* Allocate a room with one user; its memory is not initialised. NULL: out of memory. */
struct room *room_new(struct room_needs);
/* Remove one user and free the room after the last; NULL is allowed. */
void room_drop(struct room *);

static inline struct room *room_share(struct room *room)
{
    if (room)
        room->users++;
    return room;
}

static inline int room_fits(const struct room *room, struct room_needs needs)
{
    return room && room->kind == needs.kind && room->words >= needs.words &&
           (room->workspace || !needs.workspace);
}

#endif
