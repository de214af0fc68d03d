/* SPDX-License-Identifier: MIT */
#include "scenario/tir.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

#include "scenario/tir_file.h"
#include "scenario/tir_keys.h"
#include "scenario/tir_springs.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define OFFSET(name) offsetof(struct tyre_numbers, name)
#define FIELD(name, unit, lo, hi, initial, tunable, text) {#name, OFFSET(name), initial},

static const struct tir_field fields[] = {TYRE_NUMBERS(FIELD)};
static const struct tir_field coefficients[] = {TYRE_COEFFICIENTS(FIELD)};

const struct tir_field *tir_fields(size_t *count)
{
    *count = COUNT(fields);
    return fields;
}

static double *at(struct tyre_numbers *n, size_t offset)
{
    return (double *)((char *)n + offset);
}

double tir_value(const struct tyre_numbers *n, const struct tir_field *field)
{
    return *(const double *)((const char *)n + field->offset);
}

const char *tir_formula(const struct tyre_numbers *n)
{
    return n->formula == TYRE_MF52 ? "mf52" : "mf61";
}

/* ---- which formula ---- */

/* True if a text is among the words, with or without ".0" at its end. */
static bool is_among(const char *const *words, size_t count, const char *text)
{
    char word[24];
    size_t size = strlen(text);
    if (size >= sizeof word)
        return false;
    memcpy(word, text, size + 1);
    if (size > 2 && !strcmp(word + size - 2, ".0"))
        word[size - 2] = 0;
    for (size_t i = 0; i < count; i++)
        if (tir_same(words[i], word))
            return true;
    return false;
}

/* Formula that an entry names: TYRE_MF61, TYRE_MF52, or -1 for another law. */
static int formula_of(const struct tir_entry *entry)
{
    return is_among(mf61, COUNT(mf61), entry->text)   ? TYRE_MF61
           : is_among(mf52, COUNT(mf52), entry->text) ? TYRE_MF52
                                                      : -1;
}

static void take_formula(struct tir_file *file, struct tyre_numbers *n)
{
    static const char other[] = "is another law; MF-Tyre 5.2, 6.1 and 6.2 and PAC2002 are read";
    struct tir_entry *type = tir_find(file, "FITTYP");
    struct tir_entry *format = tir_find(file, "PROPERTY_FILE_FORMAT");
    int formula = -1;
    if (type) {
        type->used = true;
        formula = formula_of(type);
        if (formula < 0)
            tir_refuse(file, type, other);
    }
    if (format) {
        int own = formula_of(format);
        format->used = true;
        if (own < 0 && (is_among(refused, COUNT(refused), format->text) ||
                        (!type && !tir_same(format->text, "USER"))))
            tir_refuse(file, format, other);
        formula = type ? formula : own;
    }
    if (formula < 0) {
        formula = tir_find(file, "PKY4") ? TYRE_MF61 : TYRE_MF52;
        tir_note(file, "no FITTYP: taken for %s, as PKY4 is %s",
                 formula == TYRE_MF61 ? "mf61" : "mf52",
                 formula == TYRE_MF61 ? "there" : "missing");
    }
    n->formula = formula;
}

/* ---- keys ---- */

static void resolve_aliases(struct tir_file *file)
{
    for (size_t i = 0; i < COUNT(aliases); i++) {
        struct tir_entry *alias = tir_find(file, aliases[i][0]);
        if (!alias)
            continue;
        alias->used = true;
        if (tir_find(file, aliases[i][1]))
            tir_note(file, "%s is ignored: it is another name of %s, which the file also has",
                     aliases[i][0], aliases[i][1]);
        else {
            tir_note(file, "%s is taken for %s", aliases[i][0], aliases[i][1]);
            alias->key = aliases[i][1];
        }
    }
}

static bool is_needed(const char *key)
{
    for (size_t i = 0; i < COUNT(needed); i++)
        if (!strcmp(needed[i], key))
            return true;
    return false;
}

static void check_needed(struct tir_file *file)
{
    char missing[200] = "needed and missing:";
    size_t none = strlen(missing);
    for (size_t i = 0; i < COUNT(needed); i++)
        if (!tir_find(file, needed[i]) &&
            !(!strcmp(needed[i], "VERTICAL_STIFFNESS") && tir_has_curve(file))) {
            strcat(missing, missing[none] ? ", " : " ");
            strcat(missing, needed[i]);
        }
    if (missing[none])
        tir_refuse(file, NULL, missing);
}

static void take_dimensioned(struct tir_file *file, struct tyre_numbers *n)
{
    for (size_t i = 0; i < COUNT(dimensioned); i++) {
        struct tir_entry *entry = tir_find(file, dimensioned[i].key);
        if (!entry && dimensioned[i].default_unit)
            tir_note(file, "%s is missing: %s is the default, %g%s", dimensioned[i].key,
                     dimensioned[i].name, *at(n, dimensioned[i].offset),
                     dimensioned[i].default_unit);
        if (!entry)
            continue;
        double value = tir_number(file, entry, dimensioned[i].dimension);
        if (!dimensioned[i].above_0 || value > 0)
            *at(n, dimensioned[i].offset) = value;
        else if (is_needed(entry->key))
            tir_refuse(file, entry, "must be above 0");
        else
            tir_note(file, "%s = %g is not above 0 and left out", entry->key, value);
    }
}

static void take_radius(struct tir_file *file, double *radius)
{
    struct tir_entry *entry = tir_find(file, "UNLOADED_RADIUS");
    *radius = entry ? tir_number(file, entry, "LENGTH") : 0;
    if (entry && !(*radius > 0))
        tir_refuse(file, entry, "must be above 0");
}

static void negate(struct tyre_numbers *n, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < COUNT(coefficients); k++)
            if (!strcmp(names[i], coefficients[k].name))
                *at(n, coefficients[k].offset) = 0.0 - *at(n, coefficients[k].offset);
}

/* Give the peak factor D_y of the side force its positive sign. Some files have a negative one. The
 * force D_y sin(C_y atan(B_y ...)) with B_y = K_y/(C_y D_y) is the same for both signs; K_y alone
 * decides its direction. */
static void make_peak_positive(struct tir_file *file, struct tyre_numbers *n)
{
    if (!(n->pdy1 < 0))
        return;
    negate(n, with_peak, COUNT(with_peak));
    tir_note(file,
             "PDY1 = %g is negative: PDY1, PDY2, RVY1, RVY2, RVY3 and QBZ10 change their sign, "
             "which changes no force",
             -n->pdy1);
}

static void take_coefficients(struct tir_file *file, struct tyre_numbers *n)
{
    for (size_t i = 0; i < COUNT(coefficients); i++) {
        struct tir_entry *entry = tir_find(file, coefficients[i].name);
        if (entry)
            *at(n, coefficients[i].offset) = tir_number(file, entry, "1");
    }
    if (n->formula == TYRE_MF61 && !tir_find(file, "QSY7") && n->qsy1 != 0)
        tir_note(file, "QSY7 is missing: rolling resistance does not depend on the load");
    if (!(n->pky1 < 0))
        tir_refuse(file, tir_find(file, "PKY1"), "must be below 0: is the file not in ISO-W axes?");
    if (n->pky2 == 0)
        tir_refuse(file, tir_find(file, "PKY2"), "must not be 0");
    if (!(n->lfzo * n->nominal_load > 0))
        tir_refuse(file, tir_find(file, "LFZO"), "must be above 0");
    make_peak_positive(file, n);
}

/* True if friction and slip stiffness per load are above 0 at a load. */
static bool is_sound_at(const struct tyre_numbers *n, double load)
{
    double df = load / (n->lfzo * n->nominal_load) - 1;
    return n->pkx1 + n->pkx2 * df > 0 && n->pdx1 + n->pdx2 * df > 0 && n->pdy1 + n->pdy2 * df > 0;
}

/* Limit the loads of the formula to the file's own range, up to FZMAX, if friction or stiffness is
 * 0 or negative between this range and the largest load that init checks. A file whose LFZO makes a
 * smaller tyre of a large one may have the range of the large one: then the range of df_z in which
 * the coefficients were found ends at LFZO FZMAX. */
static void limit_load(struct tir_file *file, struct tyre_numbers *n, double most)
{
    double checked = TYRE_MOST_LOAD * n->nominal_load;
    bool scaled = !is_sound_at(n, most) && n->lfzo < 1;
    most *= scaled ? n->lfzo : 1;
    if (is_sound_at(n, checked) || !(most > 0 && most < checked) || !is_sound_at(n, most))
        return;
    n->largest_load = most;
    tir_note(file,
             "a friction or stiffness of the formula is 0 or negative at %g N: above %s%g N forces "
             "are those at this load, times the ratio of loads",
             checked, scaled ? "LFZO FZMAX = " : "FZMAX = ", most);
}

/* ---- sides, ranges, what is left out ---- */

static void check_shifts(struct tir_file *file)
{
    static const char *const keys[] = {"LGAX", "LGAY", "LGAZ"};
    for (size_t i = 0; i < COUNT(keys); i++) {
        struct tir_entry *entry = tir_find(file, keys[i]);
        if (entry && tir_number(file, entry, "1") != 1)
            tir_refuse(file, entry, "scales camber, which is not supported unless it is 1");
    }
}

/* Returns whether the tyre is mirrored. */
static bool mirror(struct tir_file *file, struct tyre_numbers *n, const char *side)
{
    struct tir_entry *of = tir_find(file, "TYRESIDE"), *mode = tir_find(file, "USE_MODE");
    if (of)
        of->used = true;
    bool sided = of && (tir_same(of->text, "left") || tir_same(of->text, "right"));
    bool differs = side && sided && !tir_same(of->text, side);
    double use = mode ? tir_number(file, mode, "1") : 0;
    if (mode)
        tir_note(file, "USE_MODE = %g is ignored%s", use, use < 0 ? " except for its sign" : "");
    if (differs && use < 0)
        tir_note(file, "TYRESIDE and a negative USE_MODE mirror twice: the file is used as it is");
    if (differs == (use < 0))
        return false;
    negate(n, flipped, COUNT(flipped));
    tir_note(file, "%s: mirrored, %zu coefficients change their sign",
             differs ? "the tyre stands on the other side than TYRESIDE" : "USE_MODE is negative",
             COUNT(flipped));
    return true;
}

/* Mirror the range of an angle: mirroring changes the signs of slip angle and camber, so the limits
 * change places, too. */
static void mirror_range(struct tir_range *range)
{
    double upper = -range->lower;
    range->lower = -range->upper;
    range->upper = upper;
}

/* Take the limits of validity from the file, and report each one in the notes. */
static void take_ranges(struct tir_file *file, struct tir *tir, bool mirrored)
{
    for (size_t i = 0; i < TIR_RANGES; i++)
        tir->ranges[i] = (struct tir_range){-INFINITY, INFINITY};
    for (size_t i = 0; i < COUNT(range_keys); i++) {
        struct tir_entry *entry = tir_find(file, range_keys[i].key);
        if (!entry)
            continue;
        double limit = tir_number(file, entry, range_keys[i].dimension);
        bool compared = range_keys[i].quantity < TIR_RANGES;
        tir_note(file, "%s = %g in SI units is a limit of validity: %s", range_keys[i].key, limit,
                 compared ? "wheeldyn run warns outside it" : "it is not checked");
        if (compared && range_keys[i].is_upper)
            tir->ranges[range_keys[i].quantity].upper = limit;
        else if (compared)
            tir->ranges[range_keys[i].quantity].lower = limit;
    }
    if (mirrored) {
        mirror_range(&tir->ranges[TIR_SLIP_ANGLE]);
        mirror_range(&tir->ranges[TIR_CAMBER]);
    }
}

static const char *reason(const char *key)
{
    for (size_t i = 0; i < COUNT(reasons); i++)
        if (!strncmp(key, reasons[i].start, strlen(reasons[i].start)))
            return reasons[i].why;
    return "the law does not use it";
}

static void note_dropped(struct tir_file *file)
{
    for (size_t i = 0; i < file->count; i++) {
        const struct tir_entry *entry = &file->entries[i];
        if (!entry->used && !entry->is_unit && !is_among(silent, COUNT(silent), entry->key))
            tir_note(file, "%.60s left out: %s", entry->key, reason(entry->key));
    }
}

/* Set all numbers before the entries of the file are interpreted. Each number gets its default,
 * except those of which tir_take_springs() must know whether the file gives them: these are NaN
 * until end(), unless the file gives them. */
static void begin(struct tyre_numbers *n)
{
    n->form = TYRE_MAGIC;
    for (size_t i = 0; i < COUNT(fields); i++)
        *at(n, fields[i].offset) = fields[i].initial;
    n->pressure = n->nominal_pressure = NAN;
    n->forward_stiffness = n->side_stiffness = n->turning_stiffness = NAN;
}

static void end(struct tyre_numbers *n)
{
    for (size_t i = 0; i < COUNT(fields); i++)
        if (isnan(*at(n, fields[i].offset)))
            *at(n, fields[i].offset) = fields[i].initial;
}

static void interpret(struct tir_file *file, struct tir *tir, const char *side)
{
    struct tyre_numbers *n = &tir->numbers;
    begin(n);
    resolve_aliases(file);
    take_formula(file, n);
    check_needed(file);
    take_radius(file, &tir->radius);
    take_dimensioned(file, n);
    take_coefficients(file, n);
    tir_take_springs(file, n, tir->radius);
    check_shifts(file);
    bool mirrored = mirror(file, n, side);
    take_ranges(file, tir, mirrored);
    limit_load(file, n, tir->ranges[TIR_LOAD].upper);
    note_dropped(file);
    end(n);
}

int32_t tir_read(struct tir *tir, const char *name, const char *bytes, size_t size,
                 const char *side, char **notes, struct fault *fault)
{
    struct tir_file file;
    *tir = (struct tir){.radius = 0};
    if (notes)
        *notes = NULL;
    int32_t status = tir_file_read(&file, name, bytes, size, fault);
    if (status != WD_OK)
        return status;
    interpret(&file, tir, side);
    status = file.status;
    if (status == WD_OK && notes) {
        *notes = file.notes;
        file.notes = NULL;
    }
    tir_file_free(&file);
    return status;
}
