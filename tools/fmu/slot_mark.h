/* SPDX-License-Identifier: MIT */
/* Beginning of a slot as initialiser: mark, size and version. */
#ifndef FMU_SLOT_MARK_H
#define FMU_SLOT_MARK_H

#include <wheeldyn/version.h>

#define SLOT_LITTLE(word) (word) & 255, (word) >> 8 & 255, (word) >> 16 & 255, (word) >> 24 & 255

/* The text "wheeldyn slot" between bytes that do not occur in texts. */
#define SLOT_MARK_BYTES                                                                          \
    0xf7, 0x0d, 0x5c, 0x91, 0xe3, 0x08, 0xb6, 0x2a, 'w', 'h', 'e', 'e', 'l', 'd', 'y', 'n', ' ', \
        's', 'l', 'o', 't', 0xd4, 0x13, 0x9f, 0x60, 0xc8, 0x02, 0xed, 0x77, 0xb1, 0x1e, 0x85

#define SLOT_BEGINNING(room) SLOT_MARK_BYTES, SLOT_LITTLE(room), SLOT_LITTLE(WD_VERSION_NUMBER)

#endif
