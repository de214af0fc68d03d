/* SPDX-License-Identifier: MIT */
#include "core/room.h"

#include <stdlib.h>

struct room *room_new(const struct kind *kind, size_t words)
{
    struct room *room = calloc(1, sizeof *room);
    if (!room)
        return NULL;
    room->users = 1;
    room->kind = kind;
    room->words = words;
    room->memory = malloc((words + 1) * sizeof *room->memory); /* + 1: never of size zero */
    if (room->memory && kind->workspace_new)
        room->workspace = kind->workspace_new(kind);
    if (room->memory && (room->workspace || !kind->workspace_new))
        return room;
    free(room->memory);
    free(room);
    return NULL;
}

void room_drop(struct room *room)
{
    if (!room || --room->users > 0)
        return;
    if (room->workspace)
        room->kind->workspace_free(room->workspace);
    free(room->memory);
    free(room);
}
