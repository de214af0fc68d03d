/* SPDX-License-Identifier: MIT */
#include "core/table.h"
#include "core/part.h"
#include "core/text.h"
#include "kind/numbers.h"

#include <math.h>
#include <string.h>

static const char *const methods[] = {"rk8pd", "rk4", "rkf45", "rkck", "radau", NULL};

#define SOLVER(field, flags, unit, lo, hi, initial, text)                                          \
    VAR_ROW("solver." #field, WD_SOLVER, flags, SLOT(common_solver, field), unit, lo, hi, initial, \
            NULL, text)
#define OUTPUT(field, unit, text) \
    VAR_ANY("output." #field, WD_OUTPUT, SLOT(common_output, field), unit, 0, text)
#define STAT(name, slot, text) \
    VAR_ROW("stat." name, WD_STAT, VAR_WHOLE, slot, "1", 0, DBL_MAX, 0, NULL, text)

static const struct var common[] = {
    OUTPUT(speed, "m/s", "signed forward speed"),
    OUTPUT(kinetic_energy, "J", "kinetic energy"),
    OUTPUT(potential_energy, "J", "potential energy"),
    OUTPUT(work, "J", "work of the inputs since init"),
    OUTPUT(dissipated, "J", "energy lost since init"),
    VAR_CHOICE("solver.method", WD_SOLVER, SLOT(common_solver, method), methods,
               "Runge-Kutta method"),
    SOLVER(rtol, VAR_LIVE, "1", 0, 1, KIND_RTOL, "relative tolerance of a step"),
    SOLVER(atol, VAR_LIVE, "1", DBL_MIN, DBL_MAX, 1e-12,
           "absolute tolerance of a step, for each state in its unit"),
    SOLVER(max_step, VAR_LIVE, "s", DBL_MIN, INFINITY, 0.1, "longest step; may be infinite"),
    SOLVER(max_steps, VAR_LIVE | VAR_WHOLE, "1", 1, 1e15, 1e6, "most steps in one call"),
    SOLVER(fixed_step, 0, "s", 0, DBL_MAX, 0, "length of fixed steps; 0: adaptive steps"),
    SOLVER(stop_at_events, VAR_LIVE | VAR_WHOLE, "1", 0, 1, 0,
           "1: step_to stops just after an event"),
    SOLVER(event_capacity, VAR_WHOLE, "1", 1, 1e6, 256, "number of events kept"),
    STAT("steps", STAT_STEPS, "accepted steps"),
    STAT("rejected", STAT_REJECTED, "rejected steps, which were tried again with a shorter length"),
    STAT("rhs_calls", STAT_RHS_CALLS, "evaluations of the right-hand side"),
    STAT("events", STAT_EVENTS, "events, those of failed calls included"),
};

/* Number of rows of the whole model. */
static size_t whole_count(const struct kind *kind)
{
    return kind->var_count + ROWS(common) + kind->later_count;
}

size_t table_count(const struct kind *kind)
{
    return whole_count(kind) + kind->part_row_count;
}

const struct var *table_row(const struct kind *kind, size_t ref)
{
    if (ref < kind->var_count)
        return &kind->vars[ref];
    ref -= kind->var_count;
    if (ref < ROWS(common))
        return &common[ref];
    ref -= ROWS(common);
    if (ref < kind->later_count)
        return &kind->later_vars[ref];
    ref -= kind->later_count;
    return ref < kind->part_row_count ? kind->part_rows[ref] : NULL;
}

/* Find the part named by the second of three words; NULL if there is none. */
static const struct part *part_of(const struct kind *kind, const char *name)
{
    const char *second = strchr(name, '.');
    const char *third = second ? strchr(second + 1, '.') : NULL;
    return third ? part_find(kind, second + 1, (size_t)(third - second - 1)) : NULL;
}

/* Search the rows of the whole model, which precede those of the parts, or the rows of one part. */

uint32_t table_find(const struct kind *kind, const char *name)
{
    const struct part *part = part_of(kind, name);
    size_t whole = whole_count(kind), ref = part ? whole + part->row : 0;
    size_t end = part ? ref + part->as->var_count : whole;
    for (; ref < end; ref++)
        if (strcmp(table_row(kind, ref)->name, name) == 0)
            return (uint32_t)ref;
    return WD_NO_REF;
}

const struct var *table_at(const struct kind *kind, int32_t role, size_t slot)
{
    size_t count = table_count(kind);
    for (size_t ref = 0; ref < count; ref++) {
        const struct var *var = table_row(kind, ref);
        if (var->role == role && var->slot == slot)
            return var;
    }
    return NULL;
}

int table_accepts(const struct var *var, double value)
{
    return value >= var->lo && value <= var->hi &&
           (!(var->flags & VAR_WHOLE) || value == floor(value));
}

static void say(char *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_format(text, TABLE_RANGE, format, arguments);
    va_end(arguments);
}

const char *table_range(const struct var *var, char text[TABLE_RANGE])
{
    const char *what = var->flags & VAR_WHOLE ? "a whole number" : "a number";
    const char *from = var->lo == DBL_MIN ? " above 0" : var->lo == 0 ? " not below 0" : "";
    const char *to = var->hi == DBL_MAX ? " and finite" : "";
    if (var->hi < DBL_MAX)
        say(text, "%s in [%g, %g]", what, var->lo, var->hi);
    else
        say(text, "%s%s%s", what, from, to);
    return text;
}

size_t table_choices(const struct var *var)
{
    return var->choices ? (size_t)var->hi + 1 : 0;
}

/* Continue a 64-bit FNV-1a hash with a text, including the terminating zero so that "ab" "c"
 * differs from "a" "bc". */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    do
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    while (*text++);
    return hash;
}

static uint64_t hash_count(uint64_t hash, size_t count)
{
    for (int bit = 0; bit < 64; bit += 8)
        hash = (hash ^ ((uint64_t)count >> bit & 0xff)) * 0x100000001b3u;
    return hash;
}

/* Hash the sizes of all arrays that a snapshot stores without names. */
static uint64_t hash_layout(uint64_t hash, const struct kind *kind)
{
    const size_t counts[] = {kind->params,  kind->inputs, kind->inits,      kind->states,
                             kind->outputs, kind->stats,  kind->extras,     kind->solvers,
                             kind->modes,   kind->guards, kind->event_width};
    for (size_t i = 0; i < ROWS(counts); i++)
        hash = hash_count(hash, counts[i]);
    for (size_t i = 0; i < kind->event_width; i++)
        hash = hash_text(hash, kind->event_values[i]);
    return hash;
}

static uint64_t hash_row(uint64_t hash, const struct var *var)
{
    const char where[] = {(char)('A' + var->role), (char)('0' + var->slot % 64),
                          (char)('0' + var->slot / 64), '\0'};
    hash = hash_text(hash_text(hash_text(hash, var->name), var->unit), where);
    for (size_t i = 0; i < table_choices(var); i++)
        hash = hash_text(hash, var->choices[i]);
    return hash;
}

static uint64_t hash_part_type(uint64_t hash, const struct part_type *type)
{
    const struct part_sizes *size = &type->size;
    const size_t counts[] = {size->params,  size->inputs, size->inits,  size->states,
                             size->outputs, size->modes,  size->guards, size->extras};
    hash = hash_text(hash, type->name);
    for (size_t i = 0; type->on && type->on[i]; i++)
        hash = hash_text(hash, type->on[i]);
    for (size_t i = 0; i < ROWS(counts); i++)
        hash = hash_count(hash, counts[i]);
    for (size_t i = 0; i < type->var_count; i++)
        hash = hash_row(hash, &type->vars[i]);
    return hash;
}

static uint64_t hash_part_types(uint64_t hash, const struct kind *kind)
{
    for (size_t i = 0; i < kind->part_type_count; i++) {
        const struct part_type *type = &kind->part_types[i];
        hash = hash_part_type(hash, type);
        if (type->first)
            hash = hash_part_type(hash, type->first);
        if (type->full)
            hash = hash_part_type(hash, type->full);
    }
    return hash;
}

uint64_t table_hash(const struct kind *kind)
{
    uint64_t hash = hash_layout(hash_text(0xcbf29ce484222325u, kind->name), kind);
    size_t count = table_count(kind);
    for (size_t ref = 0; ref < count; ref++)
        hash = hash_row(hash, table_row(kind, ref));
    return hash_part_types(hash, kind);
}

const struct part *table_part(const struct kind *kind, size_t ref)
{
    size_t whole = whole_count(kind), i = kind->part_count;
    while (ref >= whole && i > 0 && kind->parts[i - 1]->row > ref - whole)
        i--;
    return ref >= whole && i > 0 ? kind->parts[i - 1] : NULL;
}
