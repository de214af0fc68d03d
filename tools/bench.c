/* SPDX-License-Identifier: MIT */
/* wheeldyn bench: speed of every preset on this machine, and ratio of the longest to the median
 * duration of a fixed step. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <wheeldyn/parts.h>
#include <wheeldyn/wheeldyn.h>

#include "command.h"
#include "options.h"
#include "system.h"

static int out_of_memory(struct problem *problem)
{
    return problem_is(problem, TOOL_SYSTEM, "out of memory");
}

/* ---- presets ---- */

/* Repeat runs of 10 simulated seconds from the start until 0.2 s of processor time have passed. */
static int bench(wd_model *model, const char *kind, const char *preset, struct problem *problem)
{
    double begun = system_processor_time(), used = 0, steps, all = 0, simulated = 0;
    while (used < 0.2) {
        if (wd_model_init(model, 0) < 0 || wd_model_step_to(model, 10) < 0 ||
            wd_model_value(model, "stat.steps", &steps) < 0)
            return problem_is(problem, TOOL_MODEL, "%s %s: %s", kind, preset,
                              wd_model_error(model));
        all += steps;
        simulated += wd_model_time(model);
        wd_model_reset(model);
        used = system_processor_time() - begun;
    }
    printf("%-14s %-18s %10.3g s/s %10.3g us/step %8.4g steps/s\n", kind, preset, simulated / used,
           1e6 * used / all, all / simulated);
    return TOOL_OK;
}

static int bench_presets(const char *kind, struct problem *problem)
{
    int status = TOOL_OK;
    for (size_t p = 0; p < wd_preset_count(kind) && !status; p++) {
        const char *preset = wd_preset_name(kind, p);
        wd_model *model;
        if (wd_model_new(kind, &model) < 0)
            return out_of_memory(problem);
        wd_model_load_preset(model, preset);
        status = bench(model, kind, preset, problem);
        wd_model_free(model);
    }
    return status;
}

/* ---- fixed steps ---- */

enum { STEPS = 100000, STEPS_OF_A_MODEL = 500, REPEATS = 3, POINTS = 8 };

struct survey {
    double time[STEPS]; /* s; duration of each step */
    size_t count;
    double worst, clock; /* s; longest duration of a step, duration of reading the clock */
    uint64_t seed;
    unsigned char snapshot[1 << 16];
};

/* Random number from 0 up to the bound; the sequence is the same in every run. */
static double random_below(struct survey *survey, double bound)
{
    uint64_t z = survey->seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return bound * (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* Set random values in a model: choices among its parameters and inputs, states or start values
 * that differ from the default by up to 1 in their unit, and a path. */
static void scatter(wd_model *model, struct survey *survey)
{
    double xy[2 * POINTS], value;
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        int32_t role = wd_model_var_role(model, ref);
        size_t choices = wd_model_choice_count(model, ref);
        if (wd_model_get(model, &ref, 1, &value) < 0)
            continue;
        if (choices > 0 && (role == WD_PARAM || role == WD_INPUT))
            value = floor(random_below(survey, (double)choices));
        else if (role == WD_STATE || role == WD_INIT)
            value += 2 * random_below(survey, 1) - 1;
        wd_model_set(model, &ref, 1, &value); /* read-only variables are refused */
    }
    for (int i = 0; i < POINTS; i++) {
        xy[2 * i] = 4 * i + random_below(survey, 1);
        xy[2 * i + 1] = random_below(survey, 3);
    }
    wd_model_set_path(model, xy, POINTS, 0); /* only for kinds with a path */
}

static double time_step(wd_model *model, double t, const struct survey *survey, int32_t *status)
{
    double begun = system_processor_time();
    *status = wd_model_step_to(model, t);
    return system_processor_time() - begun - survey->clock;
}

/* Make a step and measure its duration. A step that may be the longest is repeated, to exclude
 * interruptions by other processes. */
static int32_t survey_step(wd_model *model, double t, struct survey *survey)
{
    int32_t status;
    size_t size = wd_model_save_size(model);
    int saved = wd_model_save(model, survey->snapshot, sizeof survey->snapshot) == WD_OK;
    double best = time_step(model, t, survey, &status);
    for (int i = 1; i < REPEATS && saved && best > survey->worst; i++)
        if (wd_model_load(model, survey->snapshot, size) == WD_OK)
            best = fmin(best, time_step(model, t, survey, &status));
    survey->worst = fmax(survey->worst, best);
    survey->time[survey->count++] = best;
    return status;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void survey_begin(struct survey *survey)
{
    *survey = (struct survey){.clock = 1};
    for (int i = 0; i < 1000; i++) {
        double begun = system_processor_time();
        survey->clock = fmin(survey->clock, system_processor_time() - begun);
    }
}

/* Measure the steps of one model from a random start. *h becomes the length of a step: the default
 * of the kind, or 1 ms. Returns 0 if memory ran out. */
static int survey_model(const char *kind, size_t scheme, struct survey *survey, double *h)
{
    wd_model *model;
    if (wd_model_new(kind, &model) < 0)
        return 0;
    scatter(model, survey);
    wd_model_value(model, "solver.fixed_step", h);
    if (!(*h > 0))
        *h = 1e-3;
    wd_model_set_value(model, "solver.fixed_step", *h);
    wd_model_set_value(model, "solver.scheme", (double)scheme); /* fails for kinds without it */
    wd_model_set_value(model, "solver.event_capacity", 1);
    int32_t status = wd_model_init(model, 0);
    for (int k = 1; status == WD_OK && k <= STEPS_OF_A_MODEL && survey->count < STEPS; k++)
        status = survey_step(model, *h * k, survey);
    wd_model_free(model);
    return status != WD_ENOMEM;
}

/* Measure fixed steps of a kind, with each of its schemes in turn. */
static int bench_steps(const char *kind, struct problem *problem)
{
    wd_model *model;
    uint32_t ref;
    if (wd_model_new(kind, &model) < 0)
        return out_of_memory(problem);
    int32_t found = wd_model_find(model, "solver.scheme", &ref);
    size_t schemes = found == WD_OK ? wd_model_choice_count(model, ref) : 1;
    struct survey *survey = memory(1, sizeof *survey);
    int fine = 1;
    for (size_t i = 0; i < schemes && fine; i++) {
        double h;
        survey_begin(survey);
        while (survey->count < STEPS && fine)
            fine = survey_model(kind, i, survey, &h);
        qsort(survey->time, survey->count, sizeof *survey->time, ascending);
        double median = survey->time[STEPS / 2];
        printf("%-14s %-8s %6.3g ms %10.3g us %10.3g us %8.2g\n", kind,
               found == WD_OK ? wd_model_choice_name(model, ref, i) : "", 1e3 * h, 1e6 * median,
               1e6 * survey->worst, survey->worst / median);
    }
    free(survey);
    wd_model_free(model);
    return fine ? TOOL_OK : out_of_memory(problem);
}

int command_bench(int argc, char **argv, struct problem *problem)
{
    struct options options;
    int status = options_read(&options, argc, argv, "", "bench", problem);
    if (status)
        return status;
    options_free(&options);
    printf("kind           preset             simulated s per s of processor; time of a step; "
           "steps per simulated s\n");
    for (size_t i = 0; i < wd_kind_count() && !status; i++)
        status = bench_presets(wd_kind_name(i), problem);
    printf("\nkind           scheme   fixed step; median and worst of %d steps from random states; "
           "worst / median\n",
           STEPS);
    for (size_t i = 0; i < wd_kind_count() && !status; i++)
        if (wd_part_type_count(wd_kind_name(i)) == 0) /* other kinds need parts first */
            status = bench_steps(wd_kind_name(i), problem);
    return status;
}
