/* SPDX-License-Identifier: MIT */
#include "core/room.h"
#include "num/carver.h"

#include <stdlib.h>

struct room *room_new(struct room_needs needs)
{
    size_t bytes = words_bytes(needs.words);
    struct room *room = bytes > 0 ? calloc(1, sizeof *room) : NULL;
    if (!room)
        return NULL;
    room->users = 1;
    room->kind = needs.kind;
    room->words = needs.words;
    room->memory = malloc(bytes);
    if (room->memory && needs.workspace)
        room->workspace = needs.kind->workspace_new(needs.kind);
    if (room->memory && (room->workspace || !needs.workspace))
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
