/* SPDX-License-Identifier: MIT */
/* wheeldyn eigen: eigenvalues of the linear model, over the values of a variable. */
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "csv.h"
#include "history.h"
#include "modes.h"
#include "options.h"
#include "output.h"
#include "progress.h"

static const char usage[] = "eigen KIND|SCENARIO [--sweep NAME=LO:HI:COUNT] [--set NAME=VALUE]... "
                            "[-o FILE.csv] [--plot FILE.svg]";

static int set_swept(wd_model *model, struct range *range, double value, struct problem *problem)
{
    int status = range_find(range, model, problem);
    if (!status && wd_model_set_value(model, range->name, value) < 0)
        status = problem_is(problem, TOOL_USAGE, "%s", wd_model_error(model));
    return status;
}

/* Compute one row: the value of the swept variable, all real parts, all imaginary parts. */
static int point(const struct scenario *scenario, const struct options *options,
                 struct range *range, size_t i, struct history *rows, struct problem *problem)
{
    struct instance instance;
    int status =
        instance_new(scenario, options->settings, options->setting_count, &instance, problem);
    if (status)
        return status;
    wd_model *model = instance.model;
    double value = range->name ? range_value(range, i) : 0, *row = NULL;
    if (range->name)
        status = set_swept(model, range, value, problem);
    int32_t begun = status ? WD_OK : wd_model_init(model, scenario->start);
    if (begun < 0)
        status = problem_is(problem, model_status(begun), "%s", wd_model_error(model));
    size_t n = wd_model_linear_size(model), width = 1 + 2 * n;
    if (!status && n == 0)
        status = problem_is(problem, TOOL_USAGE, "%s has no linear model", scenario->kind);
    if (!status && rows->count > 0 && rows->width != width)
        status =
            problem_is(problem, TOOL_MODEL, "%s: the number of eigenvalues changes", range->name);
    if (!status) {
        row = memory(width, sizeof *row);
        row[0] = value;
        int32_t found = wd_model_eigenvalues(model, row + 1, row + 1 + n);
        if (found < 0)
            status = problem_is(problem, model_status(found), "%s", wd_model_error(model));
    }
    if (!status) {
        rows->width = width;
        history_add(rows, row);
    }
    free(row);
    instance_free(&instance);
    return status;
}

static void write_table(FILE *file, const struct scenario *scenario, const struct options *options,
                        const struct range *range, const struct history *rows)
{
    size_t n = (rows->width - 1) / 2;
    csv_origin(file, scenario, options);
    fprintf(file, "# units %s", range->name ? range->unit : "1");
    for (size_t i = 0; i < 2 * n; i++)
        fputs(",1/s", file);
    fprintf(file, "\n%s", range->name ? range->name : "value");
    for (size_t i = 0; i < 2 * n; i++)
        fprintf(file, ",%s_%zu", i < n ? "re" : "im", i % n + 1);
    fputc('\n', file);
    for (size_t i = 0; i < rows->count; i++)
        csv_row(file, rows->rows + i * rows->width, rows->width);
}

/* Smallest number of steps in a plot. Eigenvalues are followed from step to step; their changes per
 * step must be much smaller than the distances between them. */
enum { LEAST_STEPS = 400 };

/* Collect rows for the requested values, and for a plot also for values between them. Intermediate
 * values that the model refuses are left out. */
static int collect(const struct scenario *scenario, const struct options *options,
                   struct range *range, size_t parts, struct history *asked, struct history *all,
                   struct problem *problem)
{
    struct range fine = *range;
    fine.count = (range->count - 1) * parts + 1;
    for (size_t i = 0; i < fine.count; i++) {
        int status = point(scenario, options, &fine, i, all, problem);
        if (stop_wanted())
            return problem_is(problem, TOOL_INTERRUPTED, "interrupted");
        if (i % parts)
            continue;
        if (status)
            return status;
        asked->width = all->width;
        history_add(asked, all->rows + (all->count - 1) * all->width);
    }
    memcpy(range->unit, fine.unit, sizeof range->unit);
    return TOOL_OK;
}

static int eigen(const struct scenario *scenario, const struct options *options,
                 struct problem *problem)
{
    struct range range = {.count = 1};
    struct history asked = {0}, all = {0};
    const char *paths[2] = {options->output, options->plot};
    FILE *files[2];
    if (!options->output && !options->plot)
        paths[0] = "-";
    int status = options->range_count ? range_read(options->ranges, &range, problem) : TOOL_OK;
    if (!status && options->range_count > 1)
        status = problem_is(problem, TOOL_USAGE, "--sweep may be given once");
    if (!status && options->plot && range.count < 2)
        status = problem_is(problem, TOOL_USAGE, "--plot needs --sweep with two values or more");
    size_t parts = 1;
    if (!status && options->plot)
        parts += (LEAST_STEPS - 1) / (range.count - 1);
    stop_on_signals();
    if (status || (status = outputs_open(paths, files, 2, problem)))
        return status;
    status = collect(scenario, options, &range, parts, &asked, &all, problem);
    if (!status && files[0])
        write_table(files[0], scenario, options, &range, &asked);
    if (!status && files[1]) {
        modes_follow(&all);
        modes_write(files[1], &all, scenario->kind, range.name, range.unit);
    }
    if (status)
        outputs_drop(files, 2);
    else
        status = outputs_close(paths, files, 2, problem);
    history_free(&asked);
    history_free(&all);
    return status;
}

int command_eigen(int argc, char **argv, struct problem *problem)
{
    struct options options;
    struct scenario scenario;
    int status = options_read(&options, argc, argv, "opsw", usage, problem);
    if (status)
        return status;
    if (!options.word)
        status = problem_is(problem, TOOL_USAGE, "usage: wheeldyn %s", usage);
    else
        status = scenario_of_word(&scenario, options.word, problem);
    if (!status) {
        status = eigen(&scenario, &options, problem);
        scenario_close(&scenario);
    }
    options_free(&options);
    return status;
}
