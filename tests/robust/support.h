/* SPDX-License-Identifier: MIT */
/* Functions shared by the robustness tests: models of every kind and preset, images of a model that
 * show whether a call changed it, and checks of refusals. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include "tap.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/parts.h>
#include <wheeldyn/wheeldyn.h>

enum { MOST_VARS = 1024, MOST_BYTES = 1 << 16, MOST_SETUPS = 48 };

/* ---- models ---- */

/* A kind with its defaults (preset NULL) or with a preset. */
struct setup {
    const char *kind, *preset;
};

static inline const char *setup_name(const struct setup *setup)
{
    return setup->preset ? setup->preset : setup->kind;
}

/* True if models of the kind need code of the user, because the kind has parts but no presets. */
static inline int needs_code(const char *kind)
{
    return wd_part_type_count(kind) > 0 && wd_preset_count(kind) == 0;
}

/* List all kinds and presets, but only the first `from_parts` presets of kinds with parts. */
static inline size_t list_setups_with(size_t from_parts, struct setup *list)
{
    size_t count = 0;
    for (size_t i = 0; i < wd_kind_count(); i++) {
        const char *kind = wd_kind_name(i);
        size_t presets = wd_preset_count(kind);
        if (wd_part_type_count(kind) == 0)
            list[count++] = (struct setup){kind, NULL};
        else if (presets > from_parts)
            presets = from_parts;
        for (size_t j = 0; j < presets && count < MOST_SETUPS; j++)
            list[count++] = (struct setup){kind, wd_preset_name(kind, j)};
    }
    return count;
}

static inline size_t list_setups(struct setup *list)
{
    return list_setups_with(SIZE_MAX, list);
}

/* True if the preset of `one` is named after that of `other`, as benchmark-stable is after
 * benchmark; such presets differ only in the start. */
static inline int named_after(const struct setup *one, const struct setup *other)
{
    size_t n = other->preset ? strlen(other->preset) : 0;
    return n > 0 && one->preset && strncmp(one->preset, other->preset, n) == 0 &&
           one->preset[n] == '-';
}

/* List the setups for tests that would take too long with all setups. For kind vehicle these are
 * two presets: one with ideal wheels, then one with law coulomb. */
static inline size_t list_quick_setups(struct setup *list)
{
    size_t all = list_setups_with(2, list), count = 0;
    for (size_t i = 0; i < all; i++)
        if (count == 0 || !named_after(&list[i], &list[count - 1]))
            list[count++] = list[i];
    return count;
}

static inline wd_model *make(const struct setup *setup)
{
    wd_model *model = NULL;
    int32_t status = wd_model_new(setup->kind, &model);
    if (status == WD_OK && setup->preset)
        status = wd_model_load_preset(model, setup->preset);
    if (status != WD_OK) {
        check(0, "a model of %s can be made: %s", setup_name(setup), wd_status_name(status));
        exit(done());
    }
    return model;
}

/* A model with the kind's defaults, or with the first preset if the kind has parts. */
static inline wd_model *make_kind(const char *kind)
{
    const char *preset = wd_part_type_count(kind) > 0 ? wd_preset_name(kind, 0) : NULL;
    return make(&(struct setup){kind, preset});
}

static inline uint32_t ref_of(const wd_model *model, const char *name)
{
    uint32_t ref;
    if (wd_model_find(model, name, &ref) != WD_OK)
        check(0, "%s exists", name);
    return ref;
}

static inline double value_of(const wd_model *model, const char *name)
{
    double value = NAN;
    wd_model_value(model, name, &value);
    return value;
}

/* Set a value; the test fails if it is refused. */
static inline void put(wd_model *model, const char *name, double value)
{
    int32_t status = wd_model_set_value(model, name, value);
    if (status != WD_OK)
        check(0, "%s = %g is accepted: %s", name, value, wd_model_error(model));
}

/* The first input of a model that is not a choice; the number of variables if there is none. */
static inline uint32_t first_input(const wd_model *model)
{
    uint32_t ref = 0;
    while (ref < wd_model_var_count(model) &&
           (wd_model_var_role(model, ref) != WD_INPUT || wd_model_choice_count(model, ref) > 0))
        ref++;
    return ref;
}

/* The first choice that can be set; all kinds have one. */
static inline uint32_t first_choice(const wd_model *model)
{
    uint32_t ref = 0;
    while (wd_model_var_role(model, ref) == WD_OUTPUT || wd_model_choice_count(model, ref) == 0)
        ref++;
    return ref;
}

/* Name of the first mass; all kinds have one, some only with a preset. */
static inline const char *mass_name(const wd_model *model)
{
    uint32_t ref = 0;
    while (wd_model_var_role(model, ref) != WD_PARAM ||
           strcmp(wd_model_var_unit(model, ref), "kg") != 0)
        ref++;
    return wd_model_var_name(model, ref);
}

/* True if the kind has init.* variables; states of such a kind cannot be set. */
static inline int has_init_values(const wd_model *model)
{
    uint32_t ref = 0;
    while (ref < wd_model_var_count(model) && wd_model_var_role(model, ref) != WD_INIT)
        ref++;
    return ref < wd_model_var_count(model);
}

static inline int has_terrain(const wd_model *model)
{
    return strcmp(wd_model_kind(model), "impact_wheel") == 0;
}

static inline int has_path(const wd_model *model)
{
    return strcmp(wd_model_kind(model), "torus_wheel") == 0;
}

/* ---- bits ---- */

static inline int same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static inline uint64_t mix(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

/* Hash of all variables, the time and the number of events. */
static inline uint64_t mix_model(uint64_t hash, const wd_model *model)
{
    double t = wd_model_time(model), value;
    size_t events = wd_model_event_count(model);
    hash = mix(mix(hash, &t, sizeof t), &events, sizeof events);
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++)
        if (wd_model_get(model, &ref, 1, &value) == WD_OK)
            hash = mix(hash, &value, sizeof value);
    return hash;
}

/* Take the steps `first` + 1 to `last` of 0.05 s; returns a hash of the model after each of
 * them. */
static inline uint64_t walk(wd_model *model, int first, int last)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int k = first + 1; k <= last; k++) {
        int32_t status = wd_model_step_to(model, 0.05 * k);
        hash = mix_model(mix(hash, &status, sizeof status), model);
    }
    return hash;
}

/* ---- terrains and paths ---- */

/* Run the model for 2 s from its start; returns a hash of the motion. */
static inline uint64_t play_course(wd_model *model)
{
    int32_t status = wd_model_init(model, 0);
    check(status == WD_OK, "init: %s", wd_model_error(model));
    return walk(model, 0, 40);
}

/* Check that a clone of a model with a user's polyline and a snapshot loaded into `third`, which
 * has no polyline, continue as the model does. numbers: numbers that a snapshot stores for the
 * polyline. */
static inline void copies_continue(wd_model *model, wd_model *third, size_t numbers)
{
    static unsigned char bytes[MOST_BYTES];
    wd_model *clone;
    wd_model_clone(model, &clone);
    size_t size = wd_model_save_size(model);
    check(size == wd_model_save_size(third) + 8 * numbers,
          "the size of the snapshot includes the points");
    wd_model_save(model, bytes, size);
    uint64_t later = walk(model, 40, 80);
    check(walk(clone, 40, 80) == later, "a clone made while running continues with the polyline");
    check(wd_model_load(third, bytes, size) == WD_OK && walk(third, 40, 80) == later,
          "another model gets the polyline from a snapshot");
    wd_model_free(clone);
}

/* ---- pseudo-random numbers, the same everywhere ---- */

static inline uint64_t random_word(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Random index below a count. */
static inline size_t random_index(uint64_t *state, size_t count)
{
    return (size_t)(random_word(state) % count);
}

static inline double random_part(uint64_t *state)
{
    return (double)(random_word(state) >> 11) * 0x1p-53;
}

/* ---- images of a model ---- */

struct image {
    double t;
    size_t events, size;
    int32_t status[MOST_VARS], form[MOST_VARS];
    double value[MOST_VARS];
    unsigned char bytes[MOST_BYTES];
};

/* Blank the bytes that a failing call may change: stat.*, which counts attempts, and the checksum.
 * In a snapshot, two words and the rows of the log follow stat.*. */
static inline void blank_stat(const wd_model *model, struct image *image)
{
    size_t width = wd_model_event_width(model), stats = 0;
    size_t rows = width ? (size_t)value_of(model, "solver.event_capacity") * (2 + width) : 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++)
        stats += wd_model_var_role(model, ref) == WD_STAT;
    memset(image->bytes + image->size - 8 * (stats + 2 + rows + 1), 0, 8 * stats);
    memset(image->bytes + image->size - 8, 0, 8);
}

static inline void image_take(const wd_model *model, struct image *image)
{
    memset(image, 0, sizeof *image);
    image->t = wd_model_time(model);
    image->events = wd_model_event_count(model);
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        if (wd_model_var_role(model, ref) != WD_STAT)
            image->status[ref] = wd_model_get(model, &ref, 1, &image->value[ref]);
        image->form[ref] = wd_model_input_form(model, ref);
    }
    image->size = wd_model_save_size(model);
    if (image->size > 0 && image->size <= MOST_BYTES &&
        wd_model_save(model, image->bytes, image->size) == WD_OK)
        blank_stat(model, image);
}

static inline int image_same(const struct image *a, const struct image *b)
{
    return same_bits(a->t, b->t) && a->events == b->events && a->size == b->size &&
           memcmp(a->status, b->status, sizeof a->status) == 0 &&
           memcmp(a->form, b->form, sizeof a->form) == 0 &&
           memcmp(a->value, b->value, sizeof a->value) == 0 &&
           memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

/* ---- refusals ---- */

/* Return a description of what is wrong with a refused call that returned `got`, or NULL. The call
 * must return the status `want`, set an error text that contains `words` (NULL: any text), and
 * leave the model as in `before`. */
static inline const char *refusal_fault(const wd_model *model, const struct image *before,
                                        int32_t got, int32_t want, const char *words)
{
    static struct image after;
    const char *text = wd_model_error(model);
    image_take(model, &after);
    if (got != want)
        return wd_status_name(got);
    if (strlen(text) == 0 || strlen(text) > 255)
        return "an error text that is empty or longer than 255 bytes";
    if (words && !strstr(text, words))
        return text;
    return image_same(before, &after) ? NULL : "the model changed";
}

static inline void refused(const wd_model *model, const struct image *before, int32_t got,
                           int32_t want, const char *words, const char *what)
{
    const char *fault = refusal_fault(model, before, got, want, words);
    check(!fault, "%s: %s", what, wd_status_name(want));
    if (fault)
        printf("# got %s (%s)\n", fault, wd_model_error(model));
}

/* Make a call and check that it is refused. `before` is a struct image of the caller. */
#define REFUSED(model, before, want, words, call)         \
    do {                                                  \
        image_take(model, before);                        \
        refused(model, before, call, want, words, #call); \
    } while (0)

#endif
