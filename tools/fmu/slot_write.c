/* SPDX-License-Identifier: MIT */
/* Writing a scenario into a slot: for the tool and the tests, not part of a unit. */
#include "slot.h"

#include <string.h>

#include "little.h"
#include "slot_mark.h"

static const unsigned char mark[SLOT_MARK] = {SLOT_MARK_BYTES};

size_t slot_find(const unsigned char *binary, size_t size)
{
    size_t found = SIZE_MAX;
    for (size_t i = 0; i + SLOT_BYTES <= size; i++)
        if (binary[i] == mark[0] && memcmp(binary + i, mark, SLOT_MARK) == 0) {
            if (found != SIZE_MAX || little_take_word(binary + i + SLOT_AT_ROOM) != SLOT_BYTES)
                return SIZE_MAX;
            found = i;
        }
    return found;
}

uint32_t slot_version(const unsigned char *slot)
{
    return little_take_word(slot + SLOT_AT_VERSION);
}

size_t slot_size(const struct slot *slot)
{
    return SLOT_HEAD + 4 * slot->driven_count + SLOT_SWITCH * slot->switch_count +
           slot->snapshot_size;
}

size_t slot_inside(size_t size)
{
    return size > SLOT_BYTES ? SLOT_HEAD : size;
}

static unsigned char *put_bytes(unsigned char *to, const void *bytes, size_t count)
{
    memcpy(to, bytes, count);
    return to + count;
}

void slot_write(const struct slot *slot, unsigned char *out)
{
    size_t size = slot_size(slot);
    unsigned char *to = put_bytes(out, mark, SLOT_MARK);
    to = little_put(to, SLOT_BYTES, 4);
    to = little_put(to, WD_VERSION_NUMBER, 4);
    to = little_put(to, (uint32_t)size, 4);
    to = little_put(to, (uint32_t)slot->driven_count, 4);
    to = little_put(to, (uint32_t)slot->switch_count, 4);
    to = little_put(to, (uint32_t)slot->snapshot_size, 4);
    to = little_put_real(to, slot->start);
    to = put_bytes(to, slot->token, SLOT_TOKEN);
    to = put_bytes(to, slot->kind, SLOT_KIND);
    to = little_put(to, slot->exchange ? 1 : 0, 4);
    for (size_t i = 0; i < slot->driven_count; i++)
        to = little_put(to, slot->driven[i], 4);
    for (size_t i = 0; i < slot->switch_count; i++) {
        to = little_put_real(to, slot->switches[i].time);
        to = little_put_real(to, slot->switches[i].value);
        to = little_put(to, slot->switches[i].ref, 4);
    }
    if (slot->snapshot_size > 0)
        put_bytes(to, slot->snapshot, slot->snapshot_size);
}
