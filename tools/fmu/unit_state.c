/* SPDX-License-Identifier: MIT */
/* Saved states of an instance, as bytes that another process can read. A saved state consists of
 * two or three sections:
 *
 * 1. a head;
 * 2. in model exchange, once the motion has started: the continuous states that the importer set;
 * 3. the model. Before the motion starts these are the values of all variables, with NaN for those
 *    that the importer cannot set. Afterwards it is the snapshot of the model. */
#include <stdlib.h>
#include <string.h>

#include "little.h"
#include "unit_inside.h"

enum {
    AT_MARK = 0,
    AT_TOKEN = 8, /* hash of the token */
    AT_SIZE = 16,
    AT_CHECK = 24, /* checksum of the bytes that follow */
    AT_PHASE = 32,
    AT_FLAGS = 36,
    AT_NEXT = 40,
    AT_START = 48,
    AT_STOP = 56,
    AT_TIME = 64,
    HEAD = 72,
    SNAPSHOT_HEAD = 64 /* head of a snapshot: kind and hash, equal in all snapshots of a model */
};

enum {
    FLAG_STALE = 1,
    FLAG_ENDED = 2,
    FLAG_HOLD = 4,
    FLAG_TOLERANCE = 8,
    FLAG_CHANGED = 16,
    FLAGS = 31
};

static const unsigned char mark[8] = {'w', 'd', 's', 't', 'a', 't', 'e', 1};

/* A saved state. unit_state_free() takes the address of the importer's pointer to the state. Some
 * importers pass the pointer itself, that is, the address of the state. Since `self` is the first
 * member and points to the state, unit_state_free() then finds the state there, too. */
struct unit_state {
    struct unit_state *self;
    size_t size, room;
    unsigned char bytes[];
};

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

/* Hash of whole words in four independent lanes. */
static uint64_t hash(const unsigned char *bytes, size_t size)
{
    uint64_t lane[4] = {1, 2, 3, 4};
    size_t i = 0;
    for (; i + 32 <= size; i += 32)
        for (size_t k = 0; k < 4; k++)
            lane[k] = mix(lane[k], little_take_long(bytes + i + 8 * k));
    for (; i < size; i += 8)
        lane[0] = mix(lane[0], little_take_long(bytes + i));
    return mix(mix(mix(lane[0], lane[1]), lane[2]), lane[3]);
}

static uint64_t token_hash(const struct unit *unit)
{
    return hash((const unsigned char *)unit->slot->token, SLOT_TOKEN);
}

/* ---- saving ---- */

/* True for a variable that the importer may have set in the setup phase. */
static int is_setting(const struct unit *unit, uint32_t ref)
{
    double value;
    int32_t role = wd_model_var_role(unit->model, ref);
    int free = unit->use[ref] == UNIT_REAL || unit->use[ref] == UNIT_CHOICE;
    return free && role != WD_STAT && role != WD_OUTPUT &&
           wd_model_get(unit->model, &ref, 1, &value) == WD_OK;
}

static void put_head(const struct unit *unit, unsigned char *to, size_t size)
{
    int flags = (unit->stale ? FLAG_STALE : 0) | (unit->ended ? FLAG_ENDED : 0) |
                (unit->hold ? FLAG_HOLD : 0) | (unit->tolerance ? FLAG_TOLERANCE : 0) |
                (unit->changed ? FLAG_CHANGED : 0);
    memcpy(to + AT_MARK, mark, sizeof mark);
    little_put(to + AT_TOKEN, token_hash(unit), 8);
    little_put(to + AT_SIZE, size, 8);
    little_put(to + AT_PHASE, (uint64_t)unit->phase, 4);
    little_put(to + AT_FLAGS, (uint64_t)flags, 4);
    little_put(to + AT_NEXT, unit->next, 8);
    little_put_real(to + AT_START, unit->start);
    little_put_real(to + AT_STOP, unit->stop);
    little_put_real(to + AT_TIME, unit->time);
}

/* Return the model to the setup phase, and write the values of its variables. */
static void put_values(struct unit *unit, unsigned char *to)
{
    wd_model_reset(unit->model);
    for (uint32_t ref = 0; ref < unit->count; ref++) {
        double value = NAN;
        if (is_setting(unit, ref))
            wd_model_get(unit->model, &ref, 1, &value);
        to = little_put_real(to, value);
    }
}

static int has_moved(int phase)
{
    return phase >= PHASE_EVENTS;
}

/* Size in bytes of section 2, the importer's states, in a state that was saved after the motion had
 * started. */
static size_t x_size(const struct unit *unit)
{
    return unit->host.exchange ? unit->states * sizeof(double) : 0;
}

/* Ensure space for `size` bytes in *state; allocates a new one if necessary. */
static struct unit_state *reserve(struct unit *unit, struct unit_state **state, size_t size)
{
    struct unit_state *old = *state;
    if (!old || old->room < size) {
        struct unit_state *more = malloc(sizeof *more + size);
        if (!more) {
            unit_report(unit, UNIT_ERROR, "no memory for a state of %zu bytes", size);
            return NULL;
        }
        free(old);
        more->room = size;
        *state = more->self = more;
    }
    (*state)->size = size;
    return *state;
}

int unit_state_get(struct unit *unit, void **out)
{
    if (!out)
        return unit_refuse(unit, "the pointer to the state is NULL");
    size_t head = HEAD + (has_moved(unit->phase) ? x_size(unit) : 0);
    size_t size = head + (has_moved(unit->phase) ? wd_model_save_size(unit->model)
                                                 : unit->count * sizeof(double));
    struct unit_state *state = *out;
    if (!reserve(unit, &state, size))
        return UNIT_ERROR;
    *out = state;
    put_head(unit, state->bytes, size);
    for (size_t i = 0; HEAD + 8 * i < head; i++)
        little_put_real(state->bytes + HEAD + 8 * i, unit->x[i]);
    if (has_moved(unit->phase))
        wd_model_save(unit->model, state->bytes + head, size - head);
    else
        put_values(unit, state->bytes + HEAD);
    little_put(state->bytes + AT_CHECK, hash(state->bytes + AT_PHASE, size - AT_PHASE), 8);
    return UNIT_OK;
}

int unit_state_free(void **place)
{
    if (place) {
        struct unit_state *state = *place;
        *place = NULL; /* first, because the pointer may be in the state itself */
        free(state);
    }
    return UNIT_OK;
}

int unit_state_size(struct unit *unit, const void *state, size_t *size)
{
    if (!state || !size)
        return unit_refuse(unit, "the state or the pointer to its size is NULL");
    *size = ((const struct unit_state *)state)->size;
    return UNIT_OK;
}

int unit_state_write(struct unit *unit, const void *from, void *bytes, size_t room)
{
    const struct unit_state *state = from;
    if (!state || !bytes || room < state->size)
        return unit_refuse(unit, "the state or the buffer is NULL, or the buffer is too small");
    memcpy(bytes, state->bytes, state->size);
    return UNIT_OK;
}

/* ---- reading ---- */

/* Head of a state. */
struct head {
    int phase, flags;
    uint64_t next;
    double start, stop, time;
};

static struct head take_head(const unsigned char *from)
{
    uint32_t phase = little_take_word(from + AT_PHASE), flags = little_take_word(from + AT_FLAGS);
    return (struct head){phase <= PHASE_TERMINATED ? (int)phase : -1,
                         flags <= FLAGS ? (int)flags : -1,
                         little_take_long(from + AT_NEXT),
                         little_take_real(from + AT_START),
                         little_take_real(from + AT_STOP),
                         little_take_real(from + AT_TIME)};
}

static int is_state(const struct unit *unit, const unsigned char *from, size_t size)
{
    if (size < HEAD || size % 8 != 0 || memcmp(from, mark, sizeof mark) != 0 ||
        little_take_long(from + AT_TOKEN) != token_hash(unit) ||
        little_take_long(from + AT_SIZE) != size ||
        little_take_long(from + AT_CHECK) != hash(from + AT_PHASE, size - AT_PHASE))
        return 0;
    const struct head head = take_head(from);
    size_t rest = size - HEAD;
    if (head.phase < 0 || head.flags < 0 || head.next > unit->slot->switch_count ||
        !isfinite(head.start) || !isfinite(head.time) || !(head.stop >= head.start))
        return 0;
    if (!has_moved(head.phase))
        return rest == unit->count * sizeof(double);
    for (size_t i = 0; i < x_size(unit) && i < rest; i += 8)
        if (!isfinite(little_take_real(from + HEAD + i)))
            return 0;
    return rest >= x_size(unit) + SNAPSHOT_HEAD && unit->slot->snapshot_size >= SNAPSHOT_HEAD &&
           memcmp(from + HEAD + x_size(unit), unit->slot->snapshot, SNAPSHOT_HEAD) == 0;
}

int unit_state_read(struct unit *unit, const void *bytes, size_t size, void **out)
{
    if (!bytes || !out)
        return unit_refuse(unit, "the bytes of the state or the pointer to it are NULL");
    if (!is_state(unit, bytes, size))
        return unit_refuse(unit, "these bytes are no state of this unit");
    struct unit_state *state = NULL;
    if (!reserve(unit, &state, size))
        return UNIT_ERROR;
    memcpy(state->bytes, bytes, size);
    *out = state;
    return UNIT_OK;
}

/* Replace the unit's model by one in the setup phase with the values of the state. */
static int take_values(struct unit *unit, const unsigned char *from)
{
    wd_model *model = unit_model(unit), *old = unit->model;
    int32_t status = model ? WD_OK : WD_ENOMEM;
    unit->model = model;
    for (uint32_t ref = 0; ref < unit->count && status == WD_OK; ref++, from += 8) {
        double value = little_take_real(from);
        if (is_setting(unit, ref))
            status = wd_model_set(model, &ref, 1, &value);
    }
    unit->model = status == WD_OK ? model : old;
    wd_model_free(status == WD_OK ? old : model);
    return status == WD_OK ? UNIT_OK : unit_refuse(unit, wd_status_text(status));
}

static int take_snapshot(struct unit *unit, const unsigned char *from, size_t size)
{
    double stops = 0;
    if (unit_reserve_undo(unit, size) != UNIT_OK)
        return UNIT_ERROR;
    int32_t status = wd_model_load(unit->model, from, size);
    if (status < 0)
        return unit_report(unit, UNIT_ERROR, "%s", wd_model_error(unit->model));
    wd_model_get(unit->model, &unit->stop_at_events, 1, &stops);
    unit->stops = stops != 0;
    return UNIT_OK;
}

int unit_state_set(struct unit *unit, const void *from)
{
    const struct unit_state *state = from;
    if (!state || !is_state(unit, state->bytes, state->size))
        return unit_refuse(unit, "this is no state of this unit");
    const struct head head = take_head(state->bytes);
    size_t begin = HEAD + (has_moved(head.phase) ? x_size(unit) : 0);
    int status = has_moved(head.phase)
                     ? take_snapshot(unit, state->bytes + begin, state->size - begin)
                     : take_values(unit, state->bytes + begin);
    if (status != UNIT_OK)
        return status;
    for (size_t i = 0; HEAD + 8 * i < begin; i++)
        unit->x[i] = little_take_real(state->bytes + HEAD + 8 * i);
    if (!has_moved(head.phase))
        unit->stops = 0;
    unit->phase = head.phase;
    unit->stale = (head.flags & FLAG_STALE) != 0;
    unit->ended = (head.flags & FLAG_ENDED) != 0;
    unit->hold = (head.flags & FLAG_HOLD) != 0;
    unit->tolerance = (head.flags & FLAG_TOLERANCE) != 0;
    unit->changed = (head.flags & FLAG_CHANGED) != 0;
    unit->next = (size_t)head.next;
    unit->start = head.start;
    unit->stop = head.stop;
    unit->time = head.time;
    return UNIT_OK;
}
