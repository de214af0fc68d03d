/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wheeldyn run: simulate a scenario, write its table, events, picture and replay. */
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "csv.h"
#include "history.h"
#include "options.h"
#include "progress.h"
#include "replay.h"
#include "simulate.h"
#include "svg.h"

static const char usage[] = "run SCENARIO [-o FILE.csv] [--events FILE.csv] [--plot FILE.svg] "
                            "[--html FILE.html] [--set NAME=VALUE]... [--t-end T]";

/* Where the rows of a run go. */
struct writer {
    FILE *file;   /* NULL: no table is wanted */
    size_t shown; /* numbers of a row that go into it: a replay needs more than is recorded */
    int keep;
    struct history history;
    struct progress progress;
};

static int take(void *context, const double *row, struct problem *problem)
{
    struct writer *writer = context;
    if (writer->file)
        csv_row(writer->file, row, writer->shown);
    if (writer->keep)
        history_add(&writer->history, row);
    progress_step(&writer->progress, writer->progress.done + 1);
    return writer->file && ferror(writer->file)
               ? problem_is(problem, TOOL_SYSTEM, "the table cannot be written")
               : TOOL_OK;
}

/* A panel for each recorded variable. */
static int plot(const char *path, const struct instance *instance, const struct plan *plan,
                size_t shown, const struct history *history, struct problem *problem)
{
    struct svg_line *lines = memory(shown, sizeof *lines);
    struct svg_panel *panels = memory(shown, sizeof *panels);
    for (size_t i = 0; i < shown; i++) {
        lines[i] = (struct svg_line){.column = 1 + i};
        panels[i] = (struct svg_panel){wd_model_var_name(instance->model, plan->refs[i]),
                                       wd_model_var_unit(instance->model, plan->refs[i]), &lines[i],
                                       1, 130};
    }
    struct svg_picture picture = {instance->scenario->kind, "time", "s", panels, shown};
    int status = svg_write(path, history, &picture, problem);
    free(panels);
    free(lines);
    return status;
}

static int write_events(const struct options *options, const struct instance *instance,
                        struct problem *problem)
{
    FILE *file;
    int status = output_open(options->events, &file, problem);
    if (status)
        return status;
    csv_events(file, instance, options);
    return output_close(file, options->events, problem);
}

/* What is made of a run after its end, also after one that failed or was interrupted. */
static int write_rest(const struct options *options, const struct instance *instance,
                      const struct plan *plan, size_t shown, const struct history *history,
                      struct problem *problem)
{
    int status = TOOL_OK;
    if (options->events)
        status = write_events(options, instance, problem);
    if (!status && options->plot)
        status = plot(options->plot, instance, plan, shown, history, problem);
    if (!status && options->html)
        status = replay_write(options->html, instance, plan, history, problem);
    return status;
}

static int write_table(struct writer *writer, const struct options *options,
                       const struct instance *instance, const struct plan *plan,
                       struct problem *problem)
{
    if (writer->file) {
        csv_origin(writer->file, instance->scenario, options);
        csv_names(writer->file, instance->model, (const char *const[]){"time", "s"}, plan->refs,
                  writer->shown - 1);
    }
    writer->progress = progress_begin("rows", plan_rows(plan));
    int status = simulate(instance, plan, problem);
    progress_end(&writer->progress);
    if (writer->file && status)
        fprintf(writer->file, "# stopped: %s\n", problem->text);
    return status;
}

/* The first failure counts; the rest is still written. */
static int run(const struct options *options, const struct instance *instance, struct plan *plan,
               size_t shown, struct problem *problem)
{
    struct writer writer = {.shown = 1 + shown,
                            .history = {.width = 1 + plan->count},
                            .keep = options->plot || options->html};
    plan->take = take;
    plan->context = &writer;
    const char *table = options->output;
    if (!table && !options->plot && !options->html && !options->events)
        table = "-";
    int status = table ? output_open(table, &writer.file, problem) : TOOL_OK;
    if (status)
        return status;
    stop_on_signals();
    struct problem problems[3];
    int statuses[3] = {write_table(&writer, options, instance, plan, &problems[0])};
    if (writer.file)
        statuses[1] = output_close(writer.file, table, &problems[1]);
    statuses[2] = write_rest(options, instance, plan, shown, &writer.history, &problems[2]);
    for (int i = 0; i < 3 && !status; i++)
        if ((status = statuses[i]))
            *problem = problems[i];
    history_free(&writer.history);
    return status;
}

/* What is recorded, and for a replay what it shows behind it. */
static int columns(const struct options *options, const struct instance *instance, uint32_t **refs,
                   size_t *shown, size_t *count, struct problem *problem)
{
    int status = instance_columns(instance, refs, shown, problem);
    *count = *shown;
    if (status || !options->html)
        return status;
    size_t variables = wd_model_var_count(instance->model);
    *refs = memory_more(*refs, *shown + variables, sizeof **refs);
    for (uint32_t ref = 0; ref < variables; ref++)
        if (replay_shows(instance->model, ref))
            (*refs)[(*count)++] = ref;
    return status;
}

static int run_instance(const struct options *options, const struct instance *instance,
                        struct problem *problem)
{
    const struct scenario *scenario = instance->scenario;
    struct plan plan = {.start = scenario->start, .step = scenario->step};
    uint32_t *refs;
    size_t shown;
    int status = options_end(options, scenario, &plan.end, problem);
    if (status)
        return status;
    status = columns(options, instance, &refs, &shown, &plan.count, problem);
    if (status)
        return status;
    plan.refs = refs;
    status = run(options, instance, &plan, shown, problem);
    free(refs);
    return status;
}

int command_run(int argc, char **argv, struct problem *problem)
{
    struct options options;
    struct scenario scenario;
    struct instance instance;
    int status = options_read(&options, argc, argv, "ephsto", usage, problem);
    if (status)
        return status;
    if (!options.word)
        status = problem_is(problem, TOOL_USAGE, "usage: wheeldyn %s", usage);
    else if (!(status = scenario_open(&scenario, options.word, problem))) {
        status =
            instance_new(&scenario, options.settings, options.setting_count, &instance, problem);
        if (!status) {
            status = run_instance(&options, &instance, problem);
            instance_free(&instance);
        }
        scenario_close(&scenario);
    }
    options_free(&options);
    return status;
}
