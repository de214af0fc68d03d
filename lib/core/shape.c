/* SPDX-License-Identifier: MIT */
#include "core/shape.h"
#include "core/part.h"
#include "core/table.h"
#include "num/invariant.h"

#include <stdlib.h>
#include <string.h>

/* Update shape->on_terrain after a change of shape->kind, and drop the room of a freed model, which
 * no longer fits. */
static void update_on_terrain(struct shape *shape)
{
    room_drop(atomic_exchange_explicit(&shape->left, NULL, memory_order_acquire));
    struct kind *kind = &shape->on_terrain;
    *kind = shape->kind;
    kind->has_terrain = 1;
    if (kind->terrain_sizes)
        kind->terrain_sizes(&shape->kind, &kind->guards, &kind->extras);
}

const struct kind *shape_kind(const struct shape *shape, int has_terrain)
{
    return has_terrain && shape->kind.terrain_sizes ? &shape->on_terrain : &shape->kind;
}

struct shape *shape_new(const struct kind *base)
{
    struct shape *shape = calloc(1, sizeof *shape);
    if (!shape)
        return NULL;
    shape->kind = *base;
    shape->base = base;
    shape->hash = table_hash(base);
    atomic_init(&shape->users, 1);
    atomic_init(&shape->left, NULL);
    update_on_terrain(shape);
    return shape;
}

struct shape *shape_share(struct shape *shape)
{
    atomic_fetch_add_explicit(&shape->users, 1, memory_order_relaxed);
    return shape;
}

/* Remove one user. Returns 1 if it was the last; its thread then sees all that other threads wrote.
 */
static int remove_user(struct shape *shape)
{
    return atomic_fetch_sub_explicit(&shape->users, 1, memory_order_acq_rel) == 1;
}

void shape_drop(struct shape *shape)
{
    while (shape && remove_user(shape)) {
        struct shape *origin = shape->origin;
        for (size_t i = 0; i < shape->kind.part_count; i++)
            free(shape->parts[i]);
        free(shape->parts);
        free(shape->index);
        free(shape->rows);
        room_drop(atomic_load_explicit(&shape->left, memory_order_acquire));
        free(shape);
        shape = origin;
    }
}

struct shape *shape_copy(struct shape *from)
{
    struct shape *to = shape_new(from->base);
    for (size_t i = 0; to && i < from->kind.part_count; i++) {
        const struct part *source = from->parts[i], *on[PART_PLACES];
        size_t n = 0;
        for (; source->on[n]; n++)
            on[n] = to->parts[source->on[n]->number];
        struct part *part = shape_part(to, source->type, source->name, on, n);
        if (part) {
            shape_add(to, part);
        } else {
            shape_drop(to);
            to = NULL;
        }
    }
    if (to)
        to->origin = shape_share(from);
    return to;
}

static int equal_parts(const struct part *a, const struct part *b)
{
    int equal = a->type == b->type && strcmp(a->name, b->name) == 0;
    for (size_t i = 0; equal && i < PART_PLACES; i++)
        equal = a->on[i] && b->on[i] ? a->on[i]->number == b->on[i]->number : a->on[i] == b->on[i];
    return equal;
}

int shape_equals(const struct shape *a, const struct shape *b)
{
    int equal = a->base == b->base && a->kind.part_count == b->kind.part_count;
    for (size_t i = 0; equal && a != b && i < a->kind.part_count; i++)
        equal = equal_parts(a->parts[i], b->parts[i]);
    return equal;
}

struct room *shape_take_room(struct shape *shape, struct room_needs needs)
{
    struct room *room = atomic_exchange_explicit(&shape->left, NULL, memory_order_acq_rel);
    if (room_fits(room, needs))
        return room;
    room_drop(room);
    return NULL;
}

void shape_leave_room(struct shape *shape, struct room *room)
{
    int is_wanted =
        room && room->users == 1 && atomic_load_explicit(&shape->users, memory_order_relaxed) > 1;
    room_drop(is_wanted ? atomic_exchange_explicit(&shape->left, room, memory_order_acq_rel)
                        : room);
}

/* ---- names ---- */

/* True if the name matches [a-z][a-z0-9_]{0,30}. */
static int is_valid_name(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
    return name[length] == '\0' && length <= PART_LETTERS && *name >= 'a' && *name <= 'z';
}

/* True if the name is the second word of a variable of the whole model. */
static int is_reserved(const struct kind *base, const char *name)
{
    size_t count = table_count(base), length = strlen(name);
    for (size_t ref = 0; ref < count; ref++) {
        const char *word = strchr(table_row(base, ref)->name, '.') + 1;
        if (strncmp(word, name, length) == 0 && (word[length] == '\0' || word[length] == '.'))
            return 1;
    }
    return 0;
}

static size_t count_of(const struct kind *kind, const struct part_type *type)
{
    size_t count = 0;
    for (size_t i = 0; i < kind->part_count; i++)
        count += kind->parts[i]->type == type;
    return count;
}

static int stands_on_right_types(const struct part_type *type, const struct part *const *on,
                                 size_t n, size_t *place)
{
    *place = n;
    size_t i = 0;
    for (; type->on && type->on[i] && i < n; i++) {
        if (strcmp(on[i]->type->name, type->on[i]) != 0) {
            *place = i;
            return 0;
        }
    }
    return i == n && n + type->optional >= part_places(type);
}

enum part_fault shape_judge(const struct shape *shape, const struct part_type *type,
                            const char *name, const struct part *const *on, size_t n, size_t *place)
{
    if (!is_valid_name(name))
        return PART_SPELT;
    if (is_reserved(shape->base, name))
        return PART_RESERVED;
    if (part_find(&shape->kind, name, strlen(name)))
        return PART_TAKEN;
    if (!stands_on_right_types(type, on, n, place))
        return PART_STANDS;
    return count_of(&shape->kind, type) < part_most(type) ? PART_FITS : PART_MANY;
}

/* ---- adding ---- */

/* Index of the first element of a part in the array of a role. */
static size_t first_slot(const struct part_sizes *at, int32_t role)
{
    switch (role) {
    case WD_INPUT:
        return at->inputs;
    case WD_INIT:
        return at->inits;
    case WD_STATE:
        return at->states;
    case WD_OUTPUT:
        return at->outputs;
    default:
        return at->params;
    }
}

/* Write the full name: quantity "param.mass" of part "frame" is "param.frame.mass". Returns the
 * place after the terminating zero. */
static char *write_name(char *to, const char *quantity, const char *part)
{
    size_t prefix = (size_t)(strchr(quantity, '.') - quantity) + 1, length = strlen(part);
    memcpy(to, quantity, prefix);
    memcpy(to + prefix, part, length);
    strcpy(to + prefix + length, quantity + prefix - 1);
    return to + strlen(to) + 1;
}

/* Allocate a part with its rows and all names in one block. The block does not move while the model
 * has the part, because callers keep pointers to the names. */
static struct part *make_part(const struct kind *kind, const struct part_type *type,
                              const char *name, size_t n)
{
    const struct part_type *as = type->first && count_of(kind, type) == 0 ? type->first
                                 : type->full && n == part_places(type)   ? type->full
                                                                          : type;
    size_t letters = strlen(name) + 1, rows = as->var_count * sizeof *as->vars;
    for (size_t i = 0; i < as->var_count; i++)
        letters += strlen(as->vars[i].name) + strlen(name) + 2;
    struct part *part = calloc(1, sizeof *part + rows + letters);
    if (!part)
        return NULL;
    struct var *vars = (struct var *)(void *)(part + 1);
    char *text = (char *)(vars + as->var_count);
    part->type = type;
    part->as = as;
    part->name = strcpy(text, name);
    part->number = kind->part_count;
    part->at = (struct part_sizes){kind->params,  kind->inputs, kind->inits,  kind->states,
                                   kind->outputs, kind->modes,  kind->guards, kind->extras};
    part->vars = vars;
    part->row = kind->part_row_count;
    text += strlen(name) + 1;
    for (size_t i = 0; i < as->var_count; i++) {
        vars[i] = as->vars[i];
        vars[i].name = text;
        vars[i].slot += first_slot(&part->at, vars[i].role);
        text = write_name(text, as->vars[i].name, name);
    }
    return part;
}

/* Grow an array of pointers to at least `count`. The array may move. NULL: out of memory, the array
 * is unchanged. */
static void *grow_array(void *array, size_t *room, size_t count)
{
    if (count <= *room)
        return array;
    void *more = realloc(array, 2 * count * sizeof(void *));
    if (more)
        *room = 2 * count;
    return more;
}

/* Grow the arrays of the shape for one part with `rows` rows; 0: out of memory. */
static int make_room(struct shape *shape, size_t rows)
{
    struct kind *kind = &shape->kind;
    size_t room = shape->part_room;
    void *parts = grow_array(shape->parts, &room, kind->part_count + 1);
    if (!parts)
        return 0;
    kind->parts = shape->parts = parts;
    room = shape->part_room;
    void *index = grow_array(shape->index, &room, kind->part_count + 1);
    if (!index)
        return 0;
    kind->part_index = shape->index = index;
    shape->part_room = room;
    void *all = grow_array(shape->rows, &shape->row_room, kind->part_row_count + rows);
    if (!all)
        return rows == 0;
    kind->part_rows = shape->rows = all;
    return 1;
}

struct part *shape_part(struct shape *shape, const struct part_type *type, const char *name,
                        const struct part *const *on, size_t n)
{
    struct part *part = make_part(&shape->kind, type, name, n);
    int fits = part && make_room(shape, part->as->var_count);
    update_on_terrain(shape); /* the arrays may have moved */
    if (part && !fits) {
        free(part);
        return NULL;
    }
    if (part && n > 0)
        memcpy(part->on, on, n * sizeof *on);
    return part;
}

void shape_add(struct shape *shape, struct part *part)
{
    struct kind *kind = &shape->kind;
    const struct part_sizes *size = &part->as->size;
    size_t at = part_index(kind, part->name, strlen(part->name));
    memmove(shape->index + at + 1, shape->index + at,
            (kind->part_count - at) * sizeof *shape->index);
    shape->index[at] = part;
    shape->parts[kind->part_count++] = part;
    for (size_t i = 0; i < part->as->var_count; i++)
        shape->rows[kind->part_row_count++] = &part->vars[i];
    kind->params += size->params;
    kind->inputs += size->inputs;
    kind->inits += size->inits;
    kind->states += size->states;
    kind->outputs += size->outputs;
    kind->modes += size->modes;
    kind->guards += size->guards;
    kind->extras += size->extras;
    update_on_terrain(shape);
}

void shape_remove(struct shape *shape)
{
    struct kind *kind = &shape->kind;
    invariant(kind->part_count > 0);
    struct part *part = shape->parts[kind->part_count - 1];
    size_t at = part_index(kind, part->name, strlen(part->name));
    kind->part_count--;
    memmove(shape->index + at, shape->index + at + 1,
            (kind->part_count - at) * sizeof *shape->index);
    kind->part_row_count = part->row;
    kind->params = part->at.params;
    kind->inputs = part->at.inputs;
    kind->inits = part->at.inits;
    kind->states = part->at.states;
    kind->outputs = part->at.outputs;
    kind->modes = part->at.modes;
    kind->guards = part->at.guards;
    kind->extras = part->at.extras;
    update_on_terrain(shape);
    free(part);
}
