/* SPDX-License-Identifier: MIT */
/* wheeldyn run: simulate a scenario, write its table, events, picture and replay. */
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "csv.h"
#include "ending.h"
#include "figure.h"
#include "history.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "replay.h"
#include "simulate.h"
#include "support.h"

static const char usage[] = "run SCENARIO [-o FILE.csv] [--events FILE.csv] [--plot FILE.svg] "
                            "[--html FILE.html] [--set NAME=VALUE]... [--t-end T]";

enum { TABLE, EVENTS, PLOT, HTML, OUTPUTS };

/* Destination of the rows of a run. */
struct writer {
    const wd_model *model;
    FILE *files[OUTPUTS]; /* NULL: this output was not requested */
    size_t shown;         /* number of columns of the table; a replay needs more variables */
    int keep;
    struct history history;
    struct progress progress;
};

/* Warn if the centre of mass is outside the support polygon at the start: the vehicle will tip over
 * unless its motion prevents it. */
static void warn_of_support(const wd_model *model)
{
    size_t contacts;
    double excess = support_excess(model, &contacts);
    if (excess > 0)
        fprintf(stderr,
                "wheeldyn: warning: at the start the centre of mass is %.3g m outside the polygon "
                "of the %zu contacts\n",
                excess, contacts);
}

/* Warn of wheels that left the ranges in which the files of their tyres are valid. */
static void warn_of_ranges(const struct instance *instance)
{
    for (size_t i = 0; i < wd_scenario_warning_count(instance->handle); i++)
        fprintf(stderr, "wheeldyn: warning: %s\n", wd_scenario_warning(instance->handle, i));
}

static int take(void *context, const double *row, struct problem *problem)
{
    struct writer *writer = context;
    FILE *table = writer->files[TABLE];
    if (writer->progress.done == 0)
        warn_of_support(writer->model);
    if (table)
        csv_row(table, row, writer->shown);
    if (writer->keep)
        history_add(&writer->history, row);
    progress_step(&writer->progress, writer->progress.done + 1);
    return table && ferror(table) ? problem_is(problem, TOOL_SYSTEM, "the table cannot be written")
                                  : TOOL_OK;
}

static int write_table(struct writer *writer, const struct options *options,
                       const struct instance *instance, const struct plan *plan,
                       struct problem *problem)
{
    FILE *table = writer->files[TABLE];
    if (table) {
        csv_origin(table, instance->scenario, options);
        csv_names(table, instance->model, (const char *const[]){"time", "s"}, plan->refs,
                  writer->shown - 1);
    }
    writer->progress = progress_begin("rows", plan_rows(plan));
    int status = simulate(instance, plan, problem);
    progress_end(&writer->progress);
    warn_of_ranges(instance);
    if (table && status)
        fprintf(table, "# stopped: %s\n", problem->text);
    struct problem ending;
    if (!status && ending_is_early(instance->model, plan->end, &ending)) {
        if (table)
            fprintf(table, "# %s\n", ending.text);
        fprintf(stderr, "wheeldyn: %s\n", ending.text);
    }
    return status;
}

/* Write events, plot and replay after a run, also after one that failed or was interrupted. */
static void write_rest(const struct writer *writer, const struct options *options,
                       const struct instance *instance, const struct plan *plan)
{
    if (writer->files[EVENTS])
        csv_events(writer->files[EVENTS], instance, options);
    if (writer->files[PLOT])
        figure_write(writer->files[PLOT], instance, plan, writer->shown - 1, &writer->history);
    if (writer->files[HTML])
        replay_write(writer->files[HTML], instance, plan, &writer->history);
}

/* Run and write all outputs. The first failure is returned; the other outputs are still written,
 * unless there is no row. */
static int run(const struct options *options, const struct instance *instance, struct plan *plan,
               size_t shown, struct problem *problem)
{
    struct writer writer = {.model = instance->model,
                            .shown = 1 + shown,
                            .history = {.width = 1 + plan->count},
                            .keep = options->plot || options->html};
    const char *paths[OUTPUTS] = {options->output, options->events, options->plot, options->html};
    if (!paths[TABLE] && !paths[EVENTS] && !writer.keep)
        paths[TABLE] = "-";
    plan->take = take;
    plan->context = &writer;
    stop_on_signals();
    int status = outputs_open(paths, writer.files, OUTPUTS, problem);
    if (status)
        return status;
    status = write_table(&writer, options, instance, plan, problem);
    if (writer.progress.done) {
        struct problem lost;
        write_rest(&writer, options, instance, plan);
        int closed = outputs_close(paths, writer.files, OUTPUTS, &lost);
        if (closed && !status) {
            status = closed;
            *problem = lost;
        }
    } else
        outputs_drop(writer.files, OUTPUTS);
    history_free(&writer.history);
    return status;
}

/* Choose the columns: the recorded variables, then all that the replay shows, even if they are
 * recorded already. */
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
