/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wheeldyn eigen: eigenvalues of the linear model, over the values of a variable. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "csv.h"
#include "history.h"
#include "options.h"
#include "svg.h"

static const char usage[] = "eigen KIND|SCENARIO [--sweep NAME=LO:HI:COUNT] [--set NAME=VALUE]... "
                            "[-o FILE.csv] [--plot FILE.svg]";

static int set_swept(wd_model *model, struct range *range, double value, struct problem *problem)
{
    int status = range_find(range, model, problem);
    if (!status && wd_model_set_value(model, range->name, value) < 0)
        status = problem_is(problem, TOOL_USAGE, "%s", wd_model_error(model));
    return status;
}

/* One row: the value of the swept variable, all real parts, all imaginary parts. */
static int point(const struct scenario *scenario, const struct options *options,
                 struct range *range, size_t i, struct history *rows, struct problem *problem)
{
    struct instance instance;
    int status =
        instance_new(scenario, options->settings, options->setting_count, &instance, problem);
    if (status)
        return status;
    wd_model *model = instance.model;
    size_t n = wd_model_linear_size(model);
    double *row = memory(1 + 2 * n, sizeof *row);
    if (n == 0)
        status = problem_is(problem, TOOL_USAGE, "%s has no linear model", scenario->kind);
    else if (range->name)
        status = set_swept(model, range, row[0] = range_value(range, i), problem);
    if (!status && (wd_model_init(model, scenario->start) < 0 ||
                    wd_model_eigenvalues(model, row + 1, row + 1 + n) < 0))
        status = problem_is(problem, TOOL_MODEL, "%s", wd_model_error(model));
    if (!status) {
        rows->width = 1 + 2 * n;
        history_add(rows, row);
    }
    free(row);
    instance_free(&instance);
    return status;
}

/* Columns of n eigenvalues: name, re_1 ... re_n, im_1 ... im_n. */
static const char **column_names(const char *first, size_t n, char (*text)[32])
{
    const char **names = memory(1 + 2 * n, sizeof *names);
    names[0] = first;
    for (size_t i = 0; i < 2 * n; i++) {
        snprintf(text[i], sizeof text[i], "%s_%zu", i < n ? "re" : "im", i % n + 1);
        names[i + 1] = text[i];
    }
    return names;
}

static int write_table(const char *path, const struct scenario *scenario,
                       const struct options *options, const struct history *rows,
                       const struct svg_labels *labels, struct problem *problem)
{
    FILE *file;
    int status = output_open(path, &file, problem);
    if (status)
        return status;
    csv_origin(file, scenario, options);
    for (size_t i = 0; i < rows->width; i++)
        fprintf(file, "%s%s", i ? "," : "# units ", labels->units[i]);
    for (size_t i = 0; i < rows->width; i++)
        fprintf(file, "%s%s", i ? "," : "\n", labels->names[i]);
    fputc('\n', file);
    for (size_t i = 0; i < rows->count; i++)
        csv_row(file, rows->rows + i * rows->width, rows->width);
    return output_close(file, path, problem);
}

static int write_both(const struct scenario *scenario, const struct options *options,
                      const struct range *range, const struct history *rows,
                      struct problem *problem)
{
    size_t n = (rows->width - 1) / 2;
    char(*text)[32] = memory(2 * n, sizeof *text);
    const char **names = column_names(range->name ? range->name : "value", n, text);
    const char **units = memory(rows->width, sizeof *units);
    for (size_t i = 0; i < rows->width; i++)
        units[i] = i ? "1/s" : range->name ? range->unit : "1";
    struct svg_labels labels = {scenario->kind, names, units, rows->width};
    int status = TOOL_OK;
    if (options->output || !options->plot)
        status = write_table(options->output ? options->output : "-", scenario, options, rows,
                             &labels, problem);
    if (!status && options->plot)
        status = svg_write(options->plot, rows, &labels, problem);
    free(units);
    free(names);
    free(text);
    return status;
}

static int eigen(const struct scenario *scenario, const struct options *options,
                 struct problem *problem)
{
    struct range range = {.count = 1};
    struct history rows = {0};
    int status = options->range_count ? range_read(options->ranges, &range, problem) : TOOL_OK;
    if (!status && options->range_count > 1)
        status = problem_is(problem, TOOL_USAGE, "--sweep may be given once");
    for (size_t i = 0; i < range.count && !status; i++)
        status = point(scenario, options, &range, i, &rows, problem);
    if (!status)
        status = write_both(scenario, options, &range, &rows, problem);
    history_free(&rows);
    return status;
}

static int is_kind(const char *word)
{
    for (size_t i = 0; i < wd_kind_count(); i++)
        if (!strcmp(wd_kind_name(i), word))
            return 1;
    return 0;
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
    else if (is_kind(options.word))
        status = scenario_of_kind(&scenario, options.word, problem);
    else if (strcmp(options.word, "-") && access(options.word, F_OK))
        status = problem_is(problem, TOOL_SYSTEM,
                            "there is neither a file nor a kind \"%s\"; the nearest kind is \"%s\"",
                            options.word, wd_kind_nearest_name(options.word));
    else
        status = scenario_open(&scenario, options.word, problem);
    if (!status) {
        status = eigen(&scenario, &options, problem);
        scenario_close(&scenario);
    }
    options_free(&options);
    return status;
}
