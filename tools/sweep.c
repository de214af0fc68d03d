/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wheeldyn sweep: the end of a scenario for every combination of values, on several threads.
 * A combination that fails is a row with its status and text; the table is the same whatever the
 * number of threads. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "csv.h"
#include "number.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "simulate.h"

static const char usage[] = "sweep SCENARIO --over NAME=LO:HI:COUNT... [-o FILE.csv] [-j JOBS] "
                            "[--set NAME=VALUE]... [--t-end T]";

/* What became of one combination. */
struct outcome {
    int tried, status;
    size_t width;
    double *row; /* the last row: time and values; NaN before the first */
    char *text;  /* NULL if the status is TOOL_OK */
};

struct sweep {
    const struct scenario *scenario;
    const struct options *options;
    struct range *ranges;
    size_t combinations;
    struct plan plan; /* the same for all but where its rows go */
    struct outcome *outcomes;
    atomic_size_t next, finished;
    struct progress progress; /* shown by the thread of this id */
    pthread_t leader;
};

/* Combination `i`: the last range runs fastest. */
static double value_of(const struct sweep *sweep, size_t i, size_t range)
{
    for (size_t r = sweep->options->range_count; --r > range;)
        i /= sweep->ranges[r].count;
    return range_value(&sweep->ranges[range], i % sweep->ranges[range].count);
}

static int keep(void *context, const double *row, struct problem *problem)
{
    (void)problem;
    struct outcome *outcome = context;
    memcpy(outcome->row, row, outcome->width * sizeof *row);
    return TOOL_OK;
}

static int simulate_one(const struct sweep *sweep, size_t i, struct problem *problem)
{
    struct instance instance;
    int status = instance_new(sweep->scenario, sweep->options->settings,
                              sweep->options->setting_count, &instance, problem);
    if (status)
        return status;
    for (size_t r = 0; r < sweep->options->range_count && !status; r++)
        if (wd_model_set_value(instance.model, sweep->ranges[r].name, value_of(sweep, i, r)) < 0)
            status = problem_is(problem, TOOL_MODEL, "%s", wd_model_error(instance.model));
    struct plan plan = sweep->plan;
    plan.take = keep;
    plan.context = &sweep->outcomes[i];
    if (!status)
        status = simulate(&instance, &plan, problem);
    instance_free(&instance);
    return status;
}

static void *work(void *argument)
{
    struct sweep *sweep = argument;
    for (size_t i;
         !stop_wanted() && (i = atomic_fetch_add(&sweep->next, 1)) < sweep->combinations;) {
        struct outcome *outcome = &sweep->outcomes[i];
        outcome->width = 1 + sweep->plan.count;
        outcome->row = memory(outcome->width, sizeof *outcome->row);
        for (size_t k = 0; k < outcome->width; k++)
            outcome->row[k] = (double)NAN;
        struct problem problem;
        outcome->status = simulate_one(sweep, i, &problem);
        if (outcome->status) {
            outcome->text = memory(strlen(problem.text) + 1, 1);
            strcpy(outcome->text, problem.text);
        }
        outcome->tried = outcome->status != TOOL_INTERRUPTED;
        size_t finished = atomic_fetch_add(&sweep->finished, 1) + 1;
        if (pthread_equal(pthread_self(), sweep->leader))
            progress_step(&sweep->progress, finished);
    }
    return NULL;
}

/* All threads have the same work; the first of them is this one. */
static void work_together(struct sweep *sweep)
{
    size_t threads = (size_t)sweep->options->jobs - 1, started = 0;
    pthread_t *ids = memory(threads, sizeof *ids);
    while (started < threads && !pthread_create(&ids[started], NULL, work, sweep))
        started++;
    work(sweep);
    for (size_t i = 0; i < started; i++)
        pthread_join(ids[i], NULL);
    free(ids);
}

static void write_outcome(FILE *file, const struct sweep *sweep, size_t i)
{
    const struct outcome *outcome = &sweep->outcomes[i];
    for (size_t r = 0; r < sweep->options->range_count; r++) {
        number_print(file, value_of(sweep, i, r));
        fputc(',', file);
    }
    fprintf(file, "%d,", outcome->status);
    for (size_t k = 0; k < outcome->width; k++) {
        number_print(file, outcome->row[k]);
        fputc(',', file);
    }
    fputc('"', file);
    for (const char *c = outcome->text; c && *c; c++)
        fputs(*c == '"' ? "\"\"" : (const char[]){*c, 0}, file);
    fputs("\"\n", file);
}

static int write(const struct sweep *sweep, const wd_model *model, struct problem *problem)
{
    const char *path = sweep->options->output ? sweep->options->output : "-";
    FILE *file;
    int status = output_open(path, &file, problem);
    if (status)
        return status;
    csv_origin(file, sweep->scenario, sweep->options);
    fputs("# units ", file);
    for (size_t r = 0; r < sweep->options->range_count; r++)
        fprintf(file, "%s,", sweep->ranges[r].unit);
    fputs(",s", file);
    for (size_t i = 0; i < sweep->plan.count; i++)
        fprintf(file, ",%s", wd_model_var_unit(model, sweep->plan.refs[i]));
    fputs(",\n", file);
    for (size_t r = 0; r < sweep->options->range_count; r++)
        fprintf(file, "%s,", sweep->ranges[r].name);
    fputs("status,time", file);
    for (size_t i = 0; i < sweep->plan.count; i++)
        fprintf(file, ",%s", wd_model_var_name(model, sweep->plan.refs[i]));
    fputs(",text\n", file);
    for (size_t i = 0; i < sweep->combinations; i++)
        if (sweep->outcomes[i].tried)
            write_outcome(file, sweep, i);
    if (stop_wanted())
        fputs("# stopped: interrupted\n", file);
    return output_close(file, path, problem);
}

static int read_ranges(struct sweep *sweep, const wd_model *model, struct problem *problem)
{
    const struct options *options = sweep->options;
    sweep->combinations = 1;
    for (size_t r = 0; r < options->range_count; r++) {
        int status = range_read(&options->ranges[r], &sweep->ranges[r], problem);
        if (status || (status = range_find(&sweep->ranges[r], model, problem)))
            return status;
        sweep->combinations *= sweep->ranges[r].count;
        if (sweep->combinations > 100000000)
            return problem_is(problem, TOOL_USAGE, "more than 1e8 combinations");
    }
    return TOOL_OK;
}

static int sweep_all(struct sweep *sweep, const wd_model *model, struct problem *problem)
{
    sweep->outcomes = memory(sweep->combinations, sizeof *sweep->outcomes);
    stop_on_signals();
    sweep->leader = pthread_self();
    sweep->progress = progress_begin("runs", sweep->combinations);
    work_together(sweep);
    progress_end(&sweep->progress);
    int status = write(sweep, model, problem);
    size_t failed = 0;
    for (size_t i = 0; i < sweep->combinations; i++) {
        failed += sweep->outcomes[i].tried && sweep->outcomes[i].status;
        free(sweep->outcomes[i].row);
        free(sweep->outcomes[i].text);
    }
    free(sweep->outcomes);
    if (!status && stop_wanted())
        status = problem_is(problem, TOOL_INTERRUPTED, "interrupted");
    if (!status && failed)
        status = problem_is(problem, TOOL_MODEL, "%zu of %zu runs failed; their rows say why",
                            failed, sweep->combinations);
    return status;
}

/* A model made beforehand shows what is wrong with all runs alike. */
static int sweep_scenario(const struct scenario *scenario, const struct options *options,
                          struct problem *problem)
{
    struct instance instance;
    int status =
        instance_new(scenario, options->settings, options->setting_count, &instance, problem);
    if (status)
        return status;
    struct sweep sweep = {.scenario = scenario, .options = options};
    uint32_t *refs = NULL;
    sweep.plan = (struct plan){.start = scenario->start, .step = scenario->step};
    sweep.ranges = memory(options->range_count, sizeof *sweep.ranges);
    status = options_end(options, scenario, &sweep.plan.end, problem);
    if (!status)
        status = read_ranges(&sweep, instance.model, problem);
    if (!status && !(status = instance_columns(&instance, &refs, &sweep.plan.count, problem))) {
        sweep.plan.refs = refs;
        status = sweep_all(&sweep, instance.model, problem);
        free(refs);
    }
    free(sweep.ranges);
    instance_free(&instance);
    return status;
}

int command_sweep(int argc, char **argv, struct problem *problem)
{
    struct options options;
    struct scenario scenario;
    int status = options_read(&options, argc, argv, "ojstv", usage, problem);
    if (status)
        return status;
    if (!options.word || !options.range_count)
        status = problem_is(problem, TOOL_USAGE, "usage: wheeldyn %s", usage);
    else if (!(status = scenario_open(&scenario, options.word, problem))) {
        status = sweep_scenario(&scenario, &options, problem);
        scenario_close(&scenario);
    }
    options_free(&options);
    return status;
}
