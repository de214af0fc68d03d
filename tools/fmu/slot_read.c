/* SPDX-License-Identifier: MIT */
/* Reading a slot, safe for any bytes: a unit reads its own slot, the tool the slot of a unit. */
#include "slot.h"

#include <stdlib.h>
#include <string.h>

#include "little.h"

/* Read the counts of the head; true if the slot has space for the data. */
static int take_counts(const unsigned char *from, size_t room, struct slot *slot)
{
    slot->driven_count = little_take_word(from + SLOT_AT_DRIVEN);
    slot->switch_count = little_take_word(from + SLOT_AT_SWITCHES);
    slot->snapshot_size = little_take_word(from + SLOT_AT_SNAPSHOT);
    uint64_t size = SLOT_HEAD + (uint64_t)4 * slot->driven_count +
                    (uint64_t)SLOT_SWITCH * slot->switch_count + slot->snapshot_size;
    return little_take_word(from + SLOT_AT_USED) == size && size <= room &&
           from[SLOT_AT_TOKEN + SLOT_TOKEN - 1] == 0 && from[SLOT_AT_KIND + SLOT_KIND - 1] == 0;
}

static void take_lists(const unsigned char *from, struct slot *slot, struct slot_switch *switches,
                       uint32_t *driven)
{
    for (size_t i = 0; i < slot->driven_count; i++, from += 4)
        driven[i] = little_take_word(from);
    for (size_t i = 0; i < slot->switch_count; i++, from += SLOT_SWITCH)
        switches[i] = (struct slot_switch){little_take_real(from), little_take_real(from + 8),
                                           little_take_word(from + 16)};
    slot->driven = driven;
    slot->switches = switches;
    slot->snapshot = from;
}

struct slot *slot_read(const unsigned char *from, size_t room)
{
    if (room < SLOT_HEAD)
        return NULL;
    struct slot head = {.start = little_take_real(from + SLOT_AT_START),
                        .exchange = little_take_word(from + SLOT_AT_EXCHANGE) == 1};
    if (!take_counts(from, room, &head))
        return NULL;
    memcpy(head.token, from + SLOT_AT_TOKEN, SLOT_TOKEN);
    memcpy(head.kind, from + SLOT_AT_KIND, SLOT_KIND);
    size_t switches = head.switch_count * sizeof(struct slot_switch);
    unsigned char *memory = malloc(sizeof head + switches + head.driven_count * sizeof(uint32_t));
    if (!memory)
        return NULL;
    take_lists(from + SLOT_HEAD, &head, (struct slot_switch *)(void *)(memory + sizeof head),
               (uint32_t *)(void *)(memory + sizeof head + switches));
    return memcpy(memory, &head, sizeof head);
}
