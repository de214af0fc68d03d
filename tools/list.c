/* SPDX-License-Identifier: MIT */
/* wheeldyn list and wheeldyn describe: kinds, presets and variables of the library. */
#include <float.h>
#include <stdio.h>
#include <string.h>

#include <wheeldyn/parts.h>
#include <wheeldyn/wheeldyn.h>

#include "command.h"
#include "number.h"
#include "options.h"

static void print_presets(const char *kind)
{
    for (size_t i = 0; i < wd_preset_count(kind); i++)
        printf("  %-20s %s\n", wd_preset_name(kind, i), wd_preset_text(kind, i));
}

int command_list(int argc, char **argv, struct problem *problem)
{
    struct options options;
    int status = options_read(&options, argc, argv, "", "list", problem);
    if (status)
        return status;
    for (size_t i = 0; i < wd_kind_count(); i++) {
        printf("%s: %s\n", wd_kind_name(i), wd_kind_text(i));
        print_presets(wd_kind_name(i));
    }
    options_free(&options);
    return TOOL_OK;
}

/* Print the bounds of a variable; an infinite bound is not printed. In the library a lower bound
 * DBL_MIN means strictly positive. */
static void print_bounds(double lo, double hi)
{
    char text[NUMBER_SIZE];
    if (lo == DBL_MIN)
        printf(", above 0");
    else if (lo > -DBL_MAX)
        printf(", at least %s", number_text(text, lo));
    if (hi < DBL_MAX)
        printf(", at most %s", number_text(text, hi));
}

/* Print a value that can be read in the setup phase, with its bounds or choices. */
static void print_value(const wd_model *model, uint32_t ref)
{
    double value, lo, hi;
    size_t choices = wd_model_choice_count(model, ref);
    if (wd_model_get(model, &ref, 1, &value) < 0)
        return;
    if (choices) {
        printf(" = %s of", wd_model_choice_name(model, ref, (size_t)value));
        for (size_t i = 0; i < choices; i++)
            printf("%s %s", i ? "," : "", wd_model_choice_name(model, ref, i));
        return;
    }
    printf(" = ");
    number_print(stdout, value);
    if (wd_model_var_role(model, ref) != WD_STAT &&
        wd_model_var_bounds(model, ref, &lo, &hi) == WD_OK)
        print_bounds(lo, hi);
}

static void print_variable(const wd_model *model, uint32_t ref)
{
    static const char *const roles[] = {"",      "parameter", "tunable", "input",    "start value",
                                        "state", "output",    "solver",  "statistic"};
    printf("%s [%s] %s", wd_model_var_name(model, ref), wd_model_var_unit(model, ref),
           roles[wd_model_var_role(model, ref)]);
    print_value(model, ref);
    printf("\n    %s\n", wd_model_var_text(model, ref));
}

/* Placeholder name of a part in the description of a type. */
static const char any_name[] = "name";

enum { MOST_TYPES = 64 };

/* Mark the types that a part of this type joins. */
static void mark_joined(const char *kind, size_t type, char *needed)
{
    size_t types = wd_part_type_count(kind);
    for (size_t k = 0; wd_part_type_on(kind, type, k); k++)
        for (size_t j = 0; j < types && j < MOST_TYPES; j++)
            needed[j] |= !strcmp(wd_part_type_name(kind, j), wd_part_type_on(kind, type, k));
}

/* Mark the types that a part of this type joins, directly or through others. */
static void mark_needed(const char *kind, size_t type, char *needed)
{
    size_t types = wd_part_type_count(kind);
    mark_joined(kind, type, needed);
    for (size_t pass = 0; pass < types; pass++)
        for (size_t i = 0; i < types && i < MOST_TYPES; i++)
            if (needed[i])
                mark_joined(kind, i, needed);
}

/* Add a part that joins parts named like their types. Returns its number, SIZE_MAX on failure. */
static size_t add_part(wd_model *model, size_t type, const char *name)
{
    enum { MOST_PLACES = 8 };
    const char *kind = wd_model_kind(model), *on[MOST_PLACES];
    size_t n = 0;
    while (n < MOST_PLACES && wd_part_type_on(kind, type, n)) {
        on[n] = wd_part_type_on(kind, type, n);
        n++;
    }
    return wd_model_add_part(model, wd_part_type_name(kind, type), name, on, n) == WD_OK
               ? wd_model_part_count(model) - 1
               : SIZE_MAX;
}

/* Return the number of variables of a part; *first becomes its first variable. */
static size_t part_variables(const wd_model *model, size_t part, uint32_t *first)
{
    size_t count = 0, other;
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++)
        if (wd_model_var_part(model, ref, &other) == WD_OK && other == part && part != SIZE_MAX)
            *first = ref - (uint32_t)count++;
    return count;
}

static void print_part_type(const char *kind, size_t type, const char *which)
{
    printf("\n%s", wd_part_type_name(kind, type));
    for (size_t k = 0; wd_part_type_on(kind, type, k); k++)
        printf("%s %s", k ? "," : " on", wd_part_type_on(kind, type, k));
    printf("%s: %s\n", which, wd_part_type_text(kind, type));
}

/* Add a part of each needed type, with the name of the type. A part can be added only after the
 * parts that it joins. */
static void add_needed(wd_model *model, char *needed)
{
    const char *kind = wd_model_kind(model);
    size_t types = wd_part_type_count(kind);
    for (size_t pass = 0; pass < types; pass++)
        for (size_t i = 0; i < types && i < MOST_TYPES; i++)
            if (needed[i] && add_part(model, i, wd_part_type_name(kind, i)) != SIZE_MAX)
                needed[i] = 0;
}

/* Describe a type. The first part of a type may have other variables than further parts of it. */
static void describe_part(wd_model *model, size_t type)
{
    const char *kind = wd_model_kind(model);
    char needed[MOST_TYPES] = {0};
    uint32_t ref = 0, next = 0;
    mark_needed(kind, type, needed);
    add_needed(model, needed);
    size_t count = part_variables(model, add_part(model, type, any_name), &ref);
    size_t others = part_variables(model, add_part(model, type, "other"), &next);
    print_part_type(kind, type, count == others ? "" : ", the first");
    for (size_t i = 0; i < count; i++)
        print_variable(model, ref++);
    if (count == others)
        return;
    print_part_type(kind, type, ", all others");
    for (size_t i = 0; i < others; i++)
        print_variable(model, next++);
}

/* Describe the types of parts of a kind, with the variables of a part named "name". */
static int describe_parts(const char *kind, struct problem *problem)
{
    if (wd_part_type_count(kind) > 0)
        printf("\nput together from parts:\n");
    for (size_t i = 0; i < wd_part_type_count(kind) && i < MOST_TYPES; i++) {
        wd_model *model;
        if (wd_model_new(kind, &model) < 0)
            return problem_is(problem, TOOL_SYSTEM, "%s", wd_status_text(WD_ENOMEM));
        describe_part(model, i);
        wd_model_free(model);
    }
    return TOOL_OK;
}

/* Print the head "name: type on name, name" before the first variable of a part. */
static void print_part(const wd_model *model, size_t part)
{
    printf("\n%s: %s", wd_model_part_name(model, part), wd_model_part_type(model, part));
    for (size_t k = 0; wd_model_part_on(model, part, k); k++)
        printf("%s %s", k ? "," : " on", wd_model_part_on(model, part, k));
    printf("\n");
}

static void print_model(const wd_model *model)
{
    size_t part, last = SIZE_MAX;
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        if (wd_model_var_part(model, ref, &part) == WD_OK && part != last)
            print_part(model, last = part);
        print_variable(model, ref);
    }
}

static int describe(const struct scenario *scenario, int kind_alone, struct problem *problem)
{
    struct instance instance;
    int status = instance_new(scenario, NULL, 0, &instance, problem);
    if (status)
        return status;
    if (kind_alone)
        print_presets(scenario->kind);
    print_model(instance.model);
    instance_free(&instance);
    return kind_alone ? describe_parts(scenario->kind, problem) : TOOL_OK;
}

int command_describe(int argc, char **argv, struct problem *problem)
{
    static const char usage[] = "describe KIND|SCENARIO";
    struct options options;
    struct scenario scenario;
    int status = options_read(&options, argc, argv, "", usage, problem);
    if (status)
        return status;
    if (!options.word)
        status = problem_is(problem, TOOL_USAGE, "usage: wheeldyn %s", usage);
    else if (!(status = scenario_of_word(&scenario, options.word, problem))) {
        status = describe(&scenario, scenario_is_kind(options.word), problem);
        scenario_close(&scenario);
    }
    options_free(&options);
    return status;
}
