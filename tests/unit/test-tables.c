/* SPDX-License-Identifier: MIT */
/* Check every kind's table against its structs, and its presets against its table. */
#include "core/model.h"
#include "core/registry.h"
#include "core/signal.h"
#include "core/table.h"
#include "tap.h"

#include <string.h>

/* True if each double of a role's struct belongs to exactly one variable, and no variable lies
 * outside the struct. */
static int covers_struct(const struct kind *kind, int32_t role, int32_t other, size_t size)
{
    unsigned char seen[512] = {0};
    size_t count = 0;
    for (size_t ref = 0; ref < table_count(kind); ref++) {
        const struct var *var = table_row(kind, ref);
        if (var->role != role && var->role != other)
            continue;
        if (var->slot >= size || var->slot >= sizeof seen || seen[var->slot]++)
            return 0;
        count++;
    }
    return count == size;
}

static int names_fit(const struct kind *kind)
{
    static const char *const prefix[] = {"",       "param.",  "param.",  "input.", "init.",
                                         "state.", "output.", "solver.", "stat."};
    for (size_t ref = 0; ref < table_count(kind); ref++) {
        const struct var *var = table_row(kind, ref);
        const char *start = prefix[var->role];
        if (strncmp(var->name, start, strlen(start)) != 0 || table_find(kind, var->name) != ref)
            return 0;
        if (!*var->unit || !*var->text || !(var->lo <= var->hi))
            return 0;
    }
    return 1;
}

static int defaults_fit(const struct kind *kind)
{
    for (size_t ref = 0; ref < table_count(kind); ref++)
        if (!table_accepts(table_row(kind, ref), table_row(kind, ref)->initial))
            return 0;
    return 1;
}

/* ---- types of parts ---- */

/* True if the variables of a role cover its doubles; params and tunables share a struct. */
static int type_covers(const struct part_type *type, int32_t role, size_t size)
{
    unsigned char seen[256] = {0};
    size_t count = 0;
    for (size_t i = 0; i < type->var_count; i++) {
        const struct var *var = &type->vars[i];
        if (var->role != role && !(role == WD_PARAM && var->role == WD_TUNABLE))
            continue;
        if (var->slot >= size || var->slot >= sizeof seen || seen[var->slot]++)
            return 0;
        count++;
    }
    return count == size;
}

static int type_fits(const struct part_type *type)
{
    for (size_t i = 0; i < type->var_count; i++) {
        const struct var *var = &type->vars[i], *other = type->vars;
        while (strcmp(other->name, var->name) != 0)
            other++;
        if (other != var || !*var->unit || !*var->text || !table_accepts(var, var->initial))
            return 0;
    }
    return type_covers(type, WD_PARAM, type->size.params) &&
           type_covers(type, WD_INPUT, type->size.inputs) &&
           type_covers(type, WD_INIT, type->size.inits) &&
           type_covers(type, WD_STATE, type->size.states) &&
           type_covers(type, WD_OUTPUT, type->size.outputs) && *type->text;
}

/* Index of the type of this name; part_type_count if there is none. */
static size_t type_named(const struct kind *kind, const char *name)
{
    size_t i = 0;
    while (i < kind->part_type_count && strcmp(kind->part_types[i].name, name) != 0)
        i++;
    return i;
}

/* True if the types of the parts to which a part is attached exist and form no cycle, so that a
 * model can be made for each type. */
static int parents_exist(const struct kind *kind, size_t type, size_t left)
{
    const char *const *on = kind->part_types[type].on;
    for (size_t k = 0; on && on[k]; k++) {
        size_t i = type_named(kind, on[k]);
        if (left == 0 || i == kind->part_type_count || !parents_exist(kind, i, left - 1))
            return 0;
    }
    return 1;
}

static void part_types(const struct kind *kind)
{
    for (size_t i = 0; i < kind->part_type_count; i++) {
        const struct part_type *type = &kind->part_types[i], *first = type->first;
        check(type_fits(type) && parents_exist(kind, i, kind->part_type_count),
              "%s: parts of type %s", kind->name, type->name);
        if (type->full)
            check(type_fits(type->full) && strcmp(type->full->name, type->name) == 0,
                  "%s: parts of type %s attached to all parts possible", kind->name, type->name);
        if (first)
            check(type_fits(first) && strcmp(first->name, type->name) == 0 && !first->on,
                  "%s: the first part of type %s", kind->name, type->name);
    }
}

/* ---- presets ---- */

/* True if the signal is a step signal and the preset's text names the times of its switches. The
 * first value of an input needs no time. */
static int names_switches(const struct preset *preset, const struct preset_value *value)
{
    char time[32];
    for (size_t i = 2; i < value->n; i += 2) {
        snprintf(time, sizeof time, " %g s", value->data[i]);
        if (!strstr(preset->text, time))
            return 0;
    }
    return value->form == WD_SIGNAL_STEP;
}

static int values_fit(const struct kind *kind, const struct preset *preset)
{
    for (size_t i = 0; i < preset->count; i++) {
        const struct preset_value *value = &preset->values[i];
        const struct var *var = table_row(kind, table_find(kind, value->variable));
        size_t bad;
        if (!var || (value->form != WD_SIGNAL_HOLD && var->role != WD_INPUT))
            return 0;
        if (value->form == WD_SIGNAL_HOLD
                ? value->n != 1 || !table_accepts(var, value->data[0])
                : signal_check(var, value->form, value->data, value->n, &bad))
            return 0;
        if (var->choices && value->form != WD_SIGNAL_HOLD && !names_switches(preset, value))
            return 0;
    }
    return *preset->name && *preset->text;
}

/* True if the preset agrees with the table of a model with its parts. */
static int preset_fits(const struct kind *kind, const struct preset *preset)
{
    struct wd_model *model = model_new(kind);
    int fits = model_load_preset(model, preset) == WD_OK && values_fit(model->kind, preset);
    model_free(model);
    return fits;
}

/* Unnamed data of a snapshot are part of the hash, too. */
static int layout_is_hashed(const struct kind *kind)
{
    struct kind other = *kind;
    size_t *const counts[] = {&other.params,  &other.inputs, &other.inits,  &other.states,
                              &other.outputs, &other.stats,  &other.extras, &other.solvers,
                              &other.modes,   &other.guards};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        ++*counts[i];
        if (table_hash(&other) == table_hash(kind))
            return 0;
        --*counts[i];
    }
    if (kind->event_width > 0) {
        other.event_width--;
        if (table_hash(&other) == table_hash(kind))
            return 0;
        other.event_width++;
    }
    return table_hash(&other) == table_hash(kind);
}

/* Two builds with the same table, one of which stores a number where the other has a mode, have
 * different hashes. */
static void other_layout(void)
{
    const struct kind *kind = registry_find("sliding_block");
    struct kind number = *kind, mode = *kind;
    static unsigned char bytes[1 << 16];
    number.extras++;
    mode.modes++;
    struct wd_model *from = model_new(&number), *to = model_new(&mode);
    check(wd_model_init(from, 0) == WD_OK && wd_model_save(from, bytes, sizeof bytes) == WD_OK &&
              wd_model_load(to, bytes, wd_model_save_size(from)) == WD_EFORMAT,
          "a snapshot of another layout is refused");
    check(strstr(wd_model_error(to), "another version") != NULL,
          "the error text mentions another version: %s", wd_model_error(to));
    model_free(from);
    model_free(to);
}

int main(void)
{
    other_layout();
    for (size_t k = 0; k < registry_count(); k++) {
        const struct kind *kind = registry_kind(k);
        check(registry_find(kind->name) == kind && *kind->text,
              "%s: the kind is listed and has a text", kind->name);
        check(covers_struct(kind, WD_PARAM, WD_TUNABLE, kind->params),
              "%s: the table covers all parameters", kind->name);
        check(covers_struct(kind, WD_INPUT, WD_INPUT, kind->inputs),
              "%s: the table covers all inputs", kind->name);
        check(covers_struct(kind, WD_STATE, WD_STATE, kind->states),
              "%s: the table covers all states", kind->name);
        check(covers_struct(kind, WD_OUTPUT, WD_OUTPUT, kind->outputs),
              "%s: the table covers all outputs", kind->name);
        check(covers_struct(kind, WD_SOLVER, WD_SOLVER, kind->solvers),
              "%s: the table covers all settings", kind->name);
        check(covers_struct(kind, WD_STAT, WD_STAT, STAT_COUNT + kind->stats),
              "%s: the table covers all counters", kind->name);
        check(layout_is_hashed(kind), "%s: the layout is part of the hash", kind->name);
        check(names_fit(kind), "%s: names, units, texts and bounds are valid", kind->name);
        check(defaults_fit(kind), "%s: defaults are within their bounds", kind->name);
        part_types(kind);
        for (size_t i = 0; i < kind->preset_count; i++)
            check(preset_fits(kind, &kind->presets[i]), "%s: preset %s agrees with the table",
                  kind->name, kind->presets[i].name);
    }
    return done();
}
