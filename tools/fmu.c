/* SPDX-License-Identifier: MIT */
/* wheeldyn fmu: write a scenario as a unit of FMI (an FMU). */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/ground.h>

#include "command.h"
#include "fmu_archive.h"
#include "fmu_check.h"
#include "fmu_describe.h"
#include "fmu_unit.h"
#include "options.h"
#include "output.h"
#include "scenario/set_value.h"

static const char usage[] =
    "fmu SCENARIO [-o FILE] [--fmi 2|3] [--type cs|me] [--sources] "
    "[--free NAME]... [--set NAME=VALUE]... [--name IDENTIFIER] [--snapshot FILE]\n"
    "       wheeldyn fmu --check FILE";

/* ---- the command line ---- */

/* True if an identifier may contain the character, in ASCII whatever the locale. */
static bool is_of_identifier(char c, bool first)
{
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (!first && c >= '0' && c <= '9');
}

static bool is_identifier(const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if (!is_of_identifier(text[i], i == 0))
            return false;
    return length > 0 && length <= LONGEST_IDENTIFIER;
}

static size_t stem_length(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && dot > name ? (size_t)(dot - name) : strlen(name);
}

/* File name of the scenario without its ending; "scenario" for the standard input. */
static char *stem_of(const char *word)
{
    const char *name = strcmp(word, "-") ? path_name(word) : "scenario";
    char *stem = memory(strlen(name) + sizeof ".fmu", 1);
    memcpy(stem, name, stem_length(name));
    return stem;
}

static void make_identifier(char out[LONGEST_IDENTIFIER + 1], const char *stem)
{
    size_t used = 0;
    if (!is_of_identifier(*stem, true) && is_of_identifier(*stem, false))
        out[used++] = '_';
    for (; *stem && used < LONGEST_IDENTIFIER; stem++)
        out[used++] = is_of_identifier(*stem, false) ? *stem : '_';
    out[used] = 0;
}

static int read_options(const struct options *options, struct unit_plan *plan,
                        struct problem *problem)
{
    plan->version = 2;
    if (options->fmi && strcmp(options->fmi, "2") && strcmp(options->fmi, "3"))
        return problem_is(problem, TOOL_USAGE, "--fmi %s: must be 2 or 3", options->fmi);
    if (options->fmi)
        plan->version = *options->fmi - '0';
    if (options->type && strcmp(options->type, "cs") && strcmp(options->type, "me"))
        return problem_is(problem, TOOL_USAGE, "--type %s: must be cs or me", options->type);
    plan->exchange = options->type && !strcmp(options->type, "me");
    if (options->name && !is_identifier(options->name))
        return problem_is(problem, TOOL_USAGE,
                          "--name %s: an identifier has letters, digits and _, no digit in front, "
                          "and at most %d characters",
                          options->name, LONGEST_IDENTIFIER);
    return TOOL_OK;
}

/* ---- the scenario ---- */

static int find_freed(const struct options *options, const wd_model *model, uint32_t *freed,
                      struct problem *problem)
{
    for (size_t i = 0; i < options->freed_count; i++) {
        const char *name = options->freed[i];
        if (wd_model_find(model, name, &freed[i]) < 0)
            return problem_is(problem, TOOL_USAGE, "--free %s: " NO_VARIABLE, name, name,
                              wd_model_nearest_name(model, name));
        if (wd_model_var_role(model, freed[i]) != WD_INPUT)
            return problem_is(problem, TOOL_USAGE, "--free %s: this is no input", name);
    }
    return TOOL_OK;
}

static bool is_freed(const struct unit_plan *plan, uint32_t ref)
{
    for (size_t i = 0; i < plan->freed_count; i++)
        if (plan->freed[i] == ref)
            return true;
    return false;
}

/* Refuse a scenario with formulas, because a unit has no parser of formulas. Formulas of inputs
 * that are left to the importer are allowed. */
static int refuse_formulas(const struct instance *instance, const struct unit_plan *plan,
                           struct problem *problem)
{
    const char *name;
    size_t line, column;
    for (size_t i = 0; (name = wd_scenario_input(instance->handle, i, &line, &column)); i++) {
        uint32_t ref;
        if (wd_model_find(instance->model, name, &ref) == WD_OK &&
            wd_model_input_form(instance->model, ref) == WD_SIGNAL_FUNCTION && !is_freed(plan, ref))
            return problem_is(problem, TOOL_SCENARIO,
                              "%s:%zu:%zu: %s: a unit cannot evaluate an expression; give "
                              "linear, step or tanh, or leave the input to the importer: "
                              "--free %s",
                              instance->scenario->path, line, column, name, name);
    }
    return TOOL_OK;
}

/* Largest number of heights of a surface in a unit. It is limited, because each instance of the
 * unit has a copy of them. */
enum { MOST_HEIGHTS = 1 << 20 };

static int refuse_grid(const struct instance *instance, struct problem *problem)
{
    size_t heights = wd_model_surface(instance->model, NULL, 0, NULL);
    if (heights <= MOST_HEIGHTS)
        return TOOL_OK;
    return problem_is(problem, TOOL_SCENARIO,
                      "%s: a surface of %zu heights; a unit takes at most %d",
                      instance->scenario->path, heights, (int)MOST_HEIGHTS);
}

/* Apply a switch to a running model, and store its references and values. */
static int take_switch(const struct instance *instance, wd_model *model, size_t i,
                       struct unit_plan *plan, struct slot_switch **list, struct problem *problem)
{
    const char *name;
    int32_t status = wd_scenario_set_switch(instance->handle, model, i);
    if (status < 0)
        return scenario_problem(instance->handle, status, problem);
    for (size_t k = 0; (name = wd_scenario_switch_name(instance->handle, i, k)); k++) {
        struct slot_switch made = {.time = wd_scenario_switch_time(instance->handle, i)};
        wd_model_find(model, name, &made.ref);
        wd_model_get(model, &made.ref, 1, &made.value);
        if (is_freed(plan, made.ref) || !strcmp(name, "solver.stop_at_events"))
            continue;
        *list = memory_more(*list, plan->switch_count + 1, sizeof **list);
        (*list)[plan->switch_count++] = made;
    }
    return TOOL_OK;
}

/* Apply all switches to a started copy of the model, which checks them, and store their values in
 * the plan. */
static int take_switches(const struct instance *instance, struct unit_plan *plan,
                         struct slot_switch **list, struct problem *problem)
{
    size_t switches = wd_scenario_switch_count(instance->handle);
    wd_model *copy;
    int status = TOOL_OK;
    *list = NULL;
    if (switches == 0)
        return TOOL_OK;
    if (wd_model_clone(instance->model, &copy) < 0) /* only memory can be missing */
        return problem_is(problem, TOOL_SYSTEM, "%s", wd_status_text(WD_ENOMEM));
    int32_t begun = wd_model_init(copy, plan->start);
    if (begun < 0)
        status = problem_is(problem, model_status(begun), "%s: %s", instance->scenario->path,
                            wd_model_error(copy));
    for (size_t i = 0; i < switches && !status; i++)
        status = take_switch(instance, copy, i, plan, list, problem);
    plan->switches = *list;
    wd_model_free(copy);
    return status;
}

/* Replace the model of the scenario by a model that a program has saved, and reset it, so that it
 * is set up and not running. */
static int load_snapshot(const struct options *options, const struct instance *instance,
                         struct problem *problem)
{
    static const char *const keys[] = {"preset",  "parts",   "set", "input",
                                       "terrain", "surface", "path"};
    size_t others = options->setting_count;
    struct file file;
    if (!options->snapshot)
        return TOOL_OK;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        others += wd_scenario_has(instance->handle, keys[i]) != 0;
    if (others > 0)
        return problem_is(problem, TOOL_USAGE,
                          "--snapshot: the scenario may only have kind, switch, time and record; "
                          "--set is not allowed");
    int status = file_read(&file, options->snapshot, problem);
    if (status)
        return status;
    int32_t loaded = wd_model_load(instance->model, file.bytes, file.size);
    free(file.bytes);
    if (loaded >= 0)
        loaded = wd_model_reset(instance->model);
    if (loaded >= 0)
        return TOOL_OK;
    if (loaded == WD_ESTATE)
        return problem_is(problem, TOOL_SCENARIO,
                          "%s: the model has a function of yours, which a unit cannot contain: %s",
                          options->snapshot, wd_model_error(instance->model));
    return problem_is(problem, loaded == WD_ENOMEM ? TOOL_SYSTEM : TOOL_SCENARIO, "%s: %s",
                      options->snapshot, wd_model_error(instance->model));
}

/* ---- the unit ---- */

static int write_unit(const struct unit_plan *plan, const char *path, bool sources_only,
                      struct problem *problem)
{
    struct unit unit;
    struct archive archive;
    FILE *file;
    int status = unit_make(&unit, plan, problem);
    if (status)
        return status;
    status = archive_unit(&archive, &unit, sources_only, problem);
    if (!status) {
        status = output_open(path, &file, problem);
        if (!status) {
            archive_write(&archive, file);
            status = output_close(file, path, problem);
        }
        archive_free(&archive);
    }
    unit_free(&unit);
    return status;
}

/* Text of the scenario for people who read the unit; a text in UTF-16 is left out. */
static const char *source_text(const struct scenario *scenario)
{
    size_t size;
    const char *text = wd_scenario_text(scenario->handle, &size);
    return strlen(text) == size && (unsigned char)*text < 0xfe ? text : NULL;
}

/* Check the scenario, complete the plan with its switches, and write the unit. */
static int export_plan(const struct instance *instance, struct unit_plan *plan,
                       const struct options *options, const char *stem, struct problem *problem)
{
    struct slot_switch *switches = NULL;
    int status = refuse_formulas(instance, plan, problem);
    if (!status)
        status = refuse_grid(instance, problem);
    if (!status)
        status = take_switches(instance, plan, &switches, problem);
    if (!status)
        status =
            write_unit(plan, options->output ? options->output : stem, options->sources, problem);
    free(switches);
    return status;
}

static int export_instance(const struct instance *instance, struct unit_plan *plan,
                           const struct options *options, char *stem, struct problem *problem)
{
    const struct scenario *scenario = instance->scenario;
    uint32_t *freed = memory(options->freed_count, sizeof *freed), *recorded = NULL;
    char date[DATE_SIZE];
    plan->model = instance->model;
    plan->source = source_text(scenario);
    plan->date = describe_date(date);
    plan->start = scenario->start;
    plan->end = scenario->end;
    plan->step = scenario->step;
    plan->freed = freed;
    plan->freed_count = options->freed_count;
    int status = load_snapshot(options, instance, problem);
    if (!status)
        status = find_freed(options, instance->model, freed, problem);
    if (!status)
        status = instance_columns(instance, &recorded, &plan->recorded_count, problem);
    if (!status) {
        plan->recorded = recorded;
        status = export_plan(instance, plan, options, strcat(stem, ".fmu"), problem);
        free(recorded);
    }
    free(freed);
    return status;
}

static int export_scenario(const struct options *options, struct problem *problem)
{
    struct unit_plan plan = {0};
    struct scenario scenario;
    struct instance instance;
    char identifier[LONGEST_IDENTIFIER + 1];
    int status = read_options(options, &plan, problem);
    if (!status)
        status = scenario_open(&scenario, options->word, problem);
    if (status)
        return status;
    char *stem = stem_of(options->word);
    make_identifier(identifier, stem);
    plan.name = options->name ? options->name : identifier;
    status = instance_new(&scenario, options->settings, options->setting_count, &instance, problem);
    if (!status) {
        status = export_instance(&instance, &plan, options, stem, problem);
        instance_free(&instance);
    }
    free(stem);
    scenario_close(&scenario);
    return status;
}

/* Check a unit; no other option is allowed. */
static int check_unit(const struct options *options, struct problem *problem)
{
    if (options->output || options->fmi || options->type || options->name || options->sources ||
        options->snapshot || options->freed_count > 0 || options->setting_count > 0)
        return problem_is(problem, TOOL_USAGE, "--check takes no other option\nusage: wheeldyn %s",
                          usage);
    return fmu_check(options->word, problem);
}

int command_fmu(int argc, char **argv, struct problem *problem)
{
    struct options options;
    int status = options_read(&options, argc, argv, "oiyfcnsmk", usage, problem);
    if (status)
        return status;
    if (!options.word)
        status = problem_is(problem, TOOL_USAGE, "usage: wheeldyn %s", usage);
    else if (options.check)
        status = check_unit(&options, problem);
    else
        status = export_scenario(&options, problem);
    options_free(&options);
    return status;
}
