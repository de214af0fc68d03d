/* SPDX-License-Identifier: MIT */
/* wheeldyn sweep: the final row of a scenario for every combination of values, computed on several
 * threads. A combination that fails has a row with its status and text. The table does not depend
 * on the number of threads. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "ending.h"
#include "output.h"
#include "sweep.h"

static const char usage[] = "sweep SCENARIO --over NAME=LO:HI:COUNT... [-o FILE.csv [--resume]] "
                            "[-j JOBS] [--set NAME=VALUE]... [--t-end T]";

struct last_row {
    double *row;
    size_t width;
};

static int keep(void *context, const double *row, struct problem *problem)
{
    (void)problem;
    struct last_row *last = context;
    memcpy(last->row, row, last->width * sizeof *row);
    return TOOL_OK;
}

static int simulate_one(const struct sweep *sweep, size_t i, double *row, struct problem *problem)
{
    struct instance instance;
    for (size_t k = 0; k < sweep->width; k++)
        row[k] = (double)NAN;
    int status = instance_new(sweep->scenario, sweep->options->settings,
                              sweep->options->setting_count, &instance, problem);
    if (status)
        return status;
    for (size_t r = 0; r < sweep->options->range_count && !status; r++)
        if (wd_model_set_value(instance.model, sweep->ranges[r].name, sweep_value(sweep, i, r)) < 0)
            status = problem_is(problem, TOOL_MODEL, "%s", wd_model_error(instance.model));
    struct plan plan = sweep->plan;
    struct last_row last = {row, sweep->width};
    plan.take = keep;
    plan.context = &last;
    if (!status) {
        status = simulate(&instance, &plan, problem);
        if (!status && !ending_is_early(instance.model, plan.end, problem))
            problem->text[0] = 0;
    }
    instance_free(&instance);
    return status;
}

static int ended(const struct sweep *sweep)
{
    return sweep->status || stop_wanted() || sweep->next == sweep->combinations;
}

/* Claim the next combination; waits until there is space for its row. */
static int claim(struct sweep *sweep, size_t *i)
{
    pthread_mutex_lock(&sweep->lock);
    while (!ended(sweep) && sweep->next == sweep->written + sweep->room)
        pthread_cond_wait(&sweep->moved, &sweep->lock);
    int got = !ended(sweep);
    if (got)
        *i = sweep->next++;
    pthread_mutex_unlock(&sweep->lock);
    return got;
}

static void write_ready(struct sweep *sweep)
{
    struct outcome *outcome;
    while ((outcome = &sweep->ring[sweep->written % sweep->room])->ready) {
        sweep_write(sweep->file, sweep, sweep->written, outcome);
        outcome->ready = 0;
        sweep->failed += outcome->status != TOOL_OK;
        sweep->written++;
        progress_step(&sweep->progress, sweep->written);
    }
    if (fflush(sweep->file) || ferror(sweep->file))
        sweep->status = problem_is(&sweep->problem, TOOL_SYSTEM, "the table cannot be written");
    else if (sweep->written)
        output_keep(sweep->file);
}

/* Store an outcome, and write all rows that can be written in order. A combination that has ended
 * because memory ran out or because of a signal gets no row. */
static void deliver(struct sweep *sweep, struct outcome *outcome)
{
    pthread_mutex_lock(&sweep->lock);
    if (outcome->status == TOOL_SYSTEM && !sweep->status) {
        sweep->status = outcome->status;
        sweep->problem = outcome->problem;
    }
    outcome->ready = outcome->status != TOOL_SYSTEM && outcome->status != TOOL_INTERRUPTED;
    if (!sweep->status)
        write_ready(sweep);
    pthread_cond_broadcast(&sweep->moved);
    pthread_mutex_unlock(&sweep->lock);
}

static void *work(void *argument)
{
    struct sweep *sweep = argument;
    for (size_t i; claim(sweep, &i);) {
        struct outcome *outcome = &sweep->ring[i % sweep->room];
        outcome->status = simulate_one(sweep, i, outcome->row, &outcome->problem);
        deliver(sweep, outcome);
    }
    return NULL;
}

/* Run all threads; the calling thread is the first. */
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

static int read_ranges(struct sweep *sweep, const wd_model *model, struct problem *problem)
{
    const struct options *options = sweep->options;
    sweep->combinations = 1;
    for (size_t r = 0; r < options->range_count; r++) {
        int status = range_read(&options->ranges[r], &sweep->ranges[r], problem);
        if (status || (status = range_find(&sweep->ranges[r], model, problem)))
            return status;
        for (size_t i = 0; i < r; i++)
            if (!strcmp(sweep->ranges[i].name, sweep->ranges[r].name))
                return problem_is(problem, TOOL_USAGE, "--over %s is given twice",
                                  sweep->ranges[r].name);
        sweep->combinations *= sweep->ranges[r].count;
        if (sweep->combinations > 100000000)
            return problem_is(problem, TOOL_USAGE, "more than 1e8 combinations");
    }
    return TOOL_OK;
}

/* Rows are written in order. The ring buffer holds finished rows that wait for an earlier one, so
 * that their threads can continue. */
static void simulate_all(struct sweep *sweep)
{
    sweep->room = 16 * (size_t)sweep->options->jobs + 48;
    double *rows = memory(sweep->room, sweep->width * sizeof *rows);
    sweep->ring = memory(sweep->room, sizeof *sweep->ring);
    for (size_t i = 0; i < sweep->room; i++)
        sweep->ring[i].row = rows + i * sweep->width;
    sweep->next = sweep->written;
    pthread_mutex_init(&sweep->lock, NULL);
    pthread_cond_init(&sweep->moved, NULL);
    sweep->progress = progress_begin("runs", sweep->combinations);
    work_together(sweep);
    progress_end(&sweep->progress);
    pthread_cond_destroy(&sweep->moved);
    pthread_mutex_destroy(&sweep->lock);
    free(sweep->ring);
    free(rows);
}

static int finish(struct sweep *sweep, const char *path, struct problem *problem)
{
    int status = sweep->status;
    *problem = sweep->problem;
    if (!status && sweep->written < sweep->combinations)
        status = problem_is(problem, TOOL_INTERRUPTED, "interrupted after %zu of %zu runs",
                            sweep->written, sweep->combinations);
    if (status) {
        if (sweep->file == stdout)
            fprintf(sweep->file, "# stopped: %s\n", problem->text);
        output_drop(sweep->file);
        return status;
    }
    status = output_close(sweep->file, path, problem);
    if (!status && sweep->failed)
        status = problem_is(problem, TOOL_MODEL, "%zu of %zu runs failed; their rows say why",
                            sweep->failed, sweep->combinations);
    return status;
}

static int sweep_all(struct sweep *sweep, const wd_model *model, struct problem *problem)
{
    const char *path = sweep->options->output ? sweep->options->output : "-";
    size_t kept;
    stop_on_signals();
    int status = output_resume(path, sweep->options->resume, &sweep->file, &kept, problem);
    if (status)
        return status;
    sweep->width = 1 + sweep->plan.count;
    if ((status = sweep_begin(sweep, model, kept, problem))) {
        output_drop(sweep->file);
        return status;
    }
    simulate_all(sweep);
    return finish(sweep, path, problem);
}

/* Run a sweep. One model is built first, which reveals errors that all runs would have. */
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
    int status = options_read(&options, argc, argv, "ojrstv", usage, problem);
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
