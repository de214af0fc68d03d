/* SPDX-License-Identifier: MIT */
/* The slot, which holds the scenario of a unit: its place in a binary or in the sources, and its
 * format.
 *
 * A binary is built with an empty slot of SLOT_BYTES bytes, which `wheeldyn fmu` fills in a copy of
 * the binary. The sources of a unit have the same bytes, without unused ones, in a file of numbers.
 * A larger scenario is in the file SLOT_FILE among the resources of the unit. Then the slot of a
 * binary and the sources have the same head as this file, and nothing else.
 * All numbers are little-endian, doubles are those of IEEE 754, and nothing is aligned:
 *
 *    from   bytes
 *       0      32  mark: it occurs once in a binary, so that the slot can be found
 *      32       4  SLOT_BYTES
 *      36       4  version of the library in the binary, WD_VERSION_NUMBER
 *      40       4  bytes in use, this head included; 0: empty
 *      44       4  D, number of driven inputs
 *      48       4  S, number of switches
 *      52       4  N, bytes of the snapshot
 *      56       8  start of the scenario [s]
 *      64      40  token: the guid of FMI 2, the instantiationToken of FMI 3, then zeros
 *     104      32  kind, then zeros
 *     136       4  1: for model exchange, 0: for co-simulation
 *     140     4 D  refs of the inputs that the scenario drives, by signals or switches
 *              20 S  switches by rising time: time [s], value, ref
 *               N  snapshot of wd_model_save(), taken after wd_model_init() at the start
 *
 * The value reference of a variable of the library is its ref; all other variables of a unit have
 * larger value references. */
#ifndef FMU_SLOT_H
#define FMU_SLOT_H

#include <stddef.h>
#include <stdint.h>

enum {
    SLOT_BYTES = 262144,
    SLOT_MARK = 32,
    SLOT_TOKEN = 40, /* with the zero at the end */
    SLOT_KIND = 32,
    SLOT_HEAD = 140,
    SLOT_SWITCH = 20,
    /* Offsets of the numbers in the head. */
    SLOT_AT_ROOM = 32,
    SLOT_AT_VERSION = 36,
    SLOT_AT_USED = 40,
    SLOT_AT_DRIVEN = 44,
    SLOT_AT_SWITCHES = 48,
    SLOT_AT_SNAPSHOT = 52,
    SLOT_AT_START = 56,
    SLOT_AT_TOKEN = 64,
    SLOT_AT_KIND = 104,
    SLOT_AT_EXCHANGE = 136
};

/* Name of the file of a scenario that is larger than the slot. */
#define SLOT_FILE "scenario.bin"

/* Value references of variables that the library does not have. */
enum {
    SLOT_REF_TIME = 0x10000000,
    SLOT_REF_EVENT_COUNT = 0x10000001, /* Integer in FMI 2, UInt64 in FMI 3 */
    SLOT_REF_EVENT_TYPE = 0x10000002,  /* Enumeration; 0: none yet */
    SLOT_REF_EVENT_TIME = 0x10000003,
    SLOT_REF_HOLD_AT_END = 0x10000004, /* Boolean */
    SLOT_REF_EVENT_VALUE = 0x10010000, /* + i of wd_model_event_value_name() */
    SLOT_REF_INDICATOR = 0x10020000,   /* + i of wd_model_indicators(); model exchange only */
    SLOT_REF_DERIVATIVE = 0x10100000   /* + ref of the variable, which is one of linear_variable()
                                          or, in model exchange, of wd_model_state_name() */
};

struct slot_switch {
    double time, value;
    uint32_t ref;
};

/* A scenario as the tool writes it and the unit reads it. */
struct slot {
    char token[SLOT_TOKEN], kind[SLOT_KIND]; /* texts, filled with zeros */
    int exchange;                            /* 1: model exchange, 0: co-simulation */
    double start;
    const uint32_t *driven;
    size_t driven_count;
    const struct slot_switch *switches; /* by rising time */
    size_t switch_count;
    const void *snapshot;
    size_t snapshot_size;
    unsigned char *file; /* contents of the file of a large scenario, NULL: none */
};

/* ---- writing (slot_write.c) ---- */

/* Find the slot in the bytes of a binary. Returns its offset, SIZE_MAX unless the mark occurs
 * exactly once and the slot is complete. */
size_t slot_find(const unsigned char *binary, size_t size);
/* Version of the library in the binary of this slot. */
uint32_t slot_version(const unsigned char *slot);
/* Size of a scenario in bytes. */
size_t slot_size(const struct slot *);
/* Number of bytes of a scenario of this size that are in the slot: all, or the head. */
size_t slot_inside(size_t size);
/* Write slot_size() bytes, including the mark and WD_VERSION_NUMBER. */
void slot_write(const struct slot *, unsigned char *out);

/* ---- reading ---- */

/* Read a slot of `room` bytes; release the result with free(). NULL if the slot is empty, the bytes
 * are not a slot, or memory ran out. The snapshot is not copied. */
struct slot *slot_read(const unsigned char *from, size_t room);
/* True if the scenario with this head is larger than the slot, so that it is in a file. */
int slot_is_in_file(const unsigned char *head);
/* Read the file of a scenario with this head. resources: path or URI of the folder of the unit's
 * resources, or NULL. NULL on failure, and *fault is the reason. */
struct slot *slot_read_file(const unsigned char *head, const char *resources, const char **fault);
/* Read the slot of this unit (slot.c), or the file of its scenario; arguments and result are those
 * of slot_read_file(). */
struct slot *slot_own(const char *resources, const char **fault);
/* Free a slot and the contents of its file; NULL is ignored. */
void slot_free(struct slot *);

#endif
