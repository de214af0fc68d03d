/* SPDX-License-Identifier: MIT */
#include "core/room.h"
#include "num/carver.h"

#include <stdlib.h>

struct room *room_new(const struct kind *kind, size_t words)
{
    size_t bytes = words_bytes(words);
    struct room *room = bytes > 0 ? calloc(1, sizeof *room) : NULL;
    if (!room)
        return NULL;
    room->users = 1;
    room->kind = kind;
    room->words = words;
    room->memory = malloc(bytes);
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
