/* SPDX-License-Identifier: MIT */
#include "scenario/ranges.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/parts.h>

#include "scenario/handle.h"
#include "scenario/number.h"

enum {
    NAME_SIZE = 32,     /* names of parts have at most 31 bytes (parts.h) */
    VARIABLE_SIZE = 64, /* ROLE.PART.QUANTITY */
    WARNING_SIZE = 192,
};

static const struct {
    const char *output, *unit;
    const char *keys[2]; /* of the file: lower, upper */
} quantities[TIR_RANGES] = {
    [TIR_LOAD] = {"normal_force", "N", {"FZMIN", "FZMAX"}},
    [TIR_SLIP_RATIO] = {"slip_ratio", "", {"KPUMIN", "KPUMAX"}},
    [TIR_SLIP_ANGLE] = {"slip_angle", "rad", {"ALPMIN", "ALPMAX"}},
    [TIR_CAMBER] = {"camber", "rad", {"CAMMIN", "CAMMAX"}},
};

struct wheel_ranges {
    char wheel[NAME_SIZE], tyre[NAME_SIZE];
    struct tir_range ranges[TIR_RANGES];
    bool reported[TIR_RANGES];
    uint32_t law, output[TIR_RANGES]; /* refs of the wheel's variables */
};

struct ranges {
    size_t wheels, warnings;
    struct wheel_ranges *wheel;
    char (*warning)[WARNING_SIZE]; /* memory for a warning of each wheel and quantity */
};

/* ---- wheels of a model ---- */

static bool has_limits(const struct tir *tir)
{
    bool any = false;
    for (size_t k = 0; k < TIR_RANGES; k++)
        any = any || isfinite(tir->ranges[k].lower) || isfinite(tir->ranges[k].upper);
    return any;
}

/* Return the file of the tyre of part `i`; NULL if the part is no wheel or rim, or has no tyre from
 * a file with limits. */
static const struct tir *file_under(const struct content *content, const wd_model *model, size_t i)
{
    const char *type = wd_model_part_type(model, i), *tyre = wd_model_part_on(model, i, 1);
    if (!tyre || (strcmp(type, "wheel") != 0 && strcmp(type, "rim") != 0))
        return NULL;
    const struct tir *tir = part_file_named(&content->files, &content->document, tyre);
    return tir && has_limits(tir) ? tir : NULL;
}

/* Return the ref of the variable ROLE.PART.QUANTITY; WD_NO_REF if the model does not have it. */
static uint32_t ref_of(const wd_model *model, const char *role, const char *part,
                       const char *quantity)
{
    char name[VARIABLE_SIZE];
    uint32_t ref;
    snprintf(name, sizeof name, "%s.%s.%s", role, part, quantity);
    return wd_model_find(model, name, &ref) < 0 ? WD_NO_REF : ref;
}

static void add_wheel(struct ranges *found, const wd_model *model, size_t i, const struct tir *tir)
{
    struct wheel_ranges *wheel = &found->wheel[found->wheels++];
    snprintf(wheel->wheel, NAME_SIZE, "%s", wd_model_part_name(model, i));
    snprintf(wheel->tyre, NAME_SIZE, "%s", wd_model_part_on(model, i, 1));
    memcpy(wheel->ranges, tir->ranges, sizeof wheel->ranges);
    wheel->law = ref_of(model, "param", wheel->wheel, "law");
    for (size_t k = 0; k < TIR_RANGES; k++)
        wheel->output[k] = ref_of(model, "output", wheel->wheel, quantities[k].output);
}

int32_t ranges_begin(struct wd_scenario *scenario, const wd_model *model)
{
    const struct content *content = scenario->content;
    size_t parts = wd_model_part_count(model), wheels = 0;
    ranges_free(scenario->ranges);
    scenario->ranges = NULL;
    for (size_t i = 0; i < parts; i++)
        wheels += file_under(content, model, i) != NULL;
    if (wheels == 0)
        return WD_OK;
    struct ranges *found = calloc(1, sizeof *found);
    if (!found)
        return fault_memory(&scenario->fault);
    found->wheel = calloc(wheels, sizeof *found->wheel);
    found->warning = calloc(wheels * TIR_RANGES, sizeof *found->warning);
    if (!found->wheel || !found->warning) {
        ranges_free(found);
        return fault_memory(&scenario->fault);
    }
    for (size_t i = 0; i < parts; i++) {
        const struct tir *tir = file_under(content, model, i);
        if (tir)
            add_wheel(found, model, i, tir);
    }
    scenario->ranges = found;
    return WD_OK;
}

void ranges_free(struct ranges *ranges)
{
    if (!ranges)
        return;
    free(ranges->wheel);
    free(ranges->warning);
    free(ranges);
}

/* ---- comparison ---- */

/* Return the value of a variable; NaN if the model does not have it. */
static double value_of(const wd_model *model, uint32_t ref)
{
    double value;
    return wd_model_get(model, &ref, 1, &value) < 0 ? (double)NAN : value;
}

static bool has_law_tyre(const wd_model *model, const struct wheel_ranges *wheel)
{
    double law = value_of(model, wheel->law);
    const char *choice = law >= 0 ? wd_model_choice_name(model, wheel->law, (size_t)law) : NULL;
    return choice && strcmp(choice, "tyre") == 0;
}

static void report(struct ranges *ranges, const struct wheel_ranges *wheel, size_t k, double t,
                   double value)
{
    char number[NUMBER_SIZE], at[NUMBER_SIZE], limit[NUMBER_SIZE];
    bool above = value > wheel->ranges[k].upper;
    const char *unit = quantities[k].unit, *blank = *unit ? " " : "";
    snprintf(ranges->warning[ranges->warnings++], WARNING_SIZE,
             "wheel \"%s\": %s is %s%s%s at t = %s s, %s %s = %s%s%s of tyre \"%s\"", wheel->wheel,
             quantities[k].output, number_short_text(number, value), blank, unit,
             number_short_text(at, t), above ? "above" : "below", quantities[k].keys[above],
             number_short_text(limit, above ? wheel->ranges[k].upper : wheel->ranges[k].lower),
             blank, unit, wheel->tyre);
}

/* Compare the outputs of a wheel with its ranges. A wheel in the air, or one with another law than
 * tyre, is not compared, because it does not use the numbers of the file. */
static void check_wheel(struct ranges *ranges, struct wheel_ranges *wheel, const wd_model *model)
{
    if (!has_law_tyre(model, wheel) || !(value_of(model, wheel->output[TIR_LOAD]) > 0))
        return;
    for (size_t k = 0; k < TIR_RANGES; k++) {
        double value = value_of(model, wheel->output[k]);
        if (wheel->reported[k] ||
            !(value < wheel->ranges[k].lower || value > wheel->ranges[k].upper))
            continue;
        report(ranges, wheel, k, wd_model_time(model), value);
        wheel->reported[k] = true;
    }
}

void ranges_check(struct wd_scenario *scenario, const wd_model *model)
{
    struct ranges *ranges = scenario->ranges;
    for (size_t i = 0; ranges && i < ranges->wheels; i++)
        check_wheel(ranges, &ranges->wheel[i], model);
}

/* ---- results ---- */

size_t wd_scenario_warning_count(const wd_scenario *scenario)
{
    return scenario && scenario->ranges ? scenario->ranges->warnings : 0;
}

const char *wd_scenario_warning(const wd_scenario *scenario, size_t i)
{
    return i < wd_scenario_warning_count(scenario) ? scenario->ranges->warning[i] : NULL;
}
