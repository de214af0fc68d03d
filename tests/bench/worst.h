/* SPDX-License-Identifier: MIT */
/* Longest step of 1 ms from random states, as a multiple of the median step, in processor time. A
 * step that seems long is repeated on clones, to rule out that the load of the machine was the
 * cause. */
#ifndef WORST_H
#define WORST_H

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include <math.h>
#include <stdint.h>
#include <time.h>
#include <wheeldyn/wheeldyn.h>

#include "bench.h"

enum { STATES_OF_A_CASE = 10, MOST_GAP = 100, TURNS = 6, TOLD = 3 };
static const double step = 1e-3;

/* A timed step. */
struct sample {
    double time; /* processor time [s] */
    size_t number, state;
    double events, contact_steps, contacts;
};

struct survey {
    const char *scheme;
    double zeno_speed; /* m/s */
    int varying;
    wd_model *(*draw)(struct survey *); /* draws a model in motion from the seed */
    double amplitude[3];                /* amplitudes of the varying inputs of the drawn model */
    uint64_t seed;
    double clock;   /* processor time that a reading of the clock takes [s] */
    double suspect; /* processor time above which a step is repeated [s] */
    struct sample *sample;
    size_t count, failed, number;
};

static inline double random_from(struct survey *survey, double lo, double hi)
{
    uint64_t z = survey->seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return lo + (hi - lo) * (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static inline int one_of(struct survey *survey, int n)
{
    return (int)random_from(survey, 0, n);
}

static inline double processor_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline double value_of(const wd_model *model, const char *name)
{
    double value = NAN;
    wd_model_value(model, name, &value);
    return value;
}

/* ---- steps ---- */

static inline double time_step(wd_model *model, double t, const struct survey *survey,
                               int32_t *status)
{
    double begun = processor_time();
    *status = wd_model_step_to(model, t);
    return processor_time() - begun - survey->clock;
}

/* Time one step; if it seems long, repeat it on clones. */
static inline int32_t survey_step(wd_model *model, double t, struct survey *survey, size_t state)
{
    wd_model *before, *again;
    int32_t status, same;
    struct sample *sample = &survey->sample[survey->count++];
    if (wd_model_clone(model, &before) != WD_OK)
        exit(1);
    *sample = (struct sample){
        .time = time_step(model, t, survey, &status), .number = survey->number, .state = state};
    for (int i = 1; i < TURNS && sample->time > survey->suspect; i++) {
        if (wd_model_clone(before, &again) != WD_OK)
            exit(1);
        sample->time = fmin(sample->time, time_step(again, t, survey, &same));
        wd_model_free(again);
    }
    sample->events = value_of(model, "stat.events") - value_of(before, "stat.events");
    sample->contact_steps =
        value_of(model, "stat.contact_steps") - value_of(before, "stat.contact_steps");
    sample->contacts = value_of(before, "output.contacts");
    wd_model_free(before);
    return status;
}

static inline void survey_case(struct survey *survey)
{
    survey->seed = (uint64_t)survey->number << 20;
    wd_model *model = survey->draw(survey);
    int32_t status = WD_OK;
    for (size_t state = 0, k = 0; status == WD_OK && state < STATES_OF_A_CASE; state++) {
        k += (size_t)one_of(survey, MOST_GAP);
        status = wd_model_step_to(model, step * (double)k);
        if (status == WD_OK)
            status = survey_step(model, step * (double)++k, survey, state);
    }
    survey->failed += status < 0;
    if (status < 0)
        printf("# case %zu: %s\n", survey->number, wd_model_error(model));
    survey->number++;
    wd_model_free(model);
}

/* ---- results ---- */

static inline int by_time(const void *a, const void *b)
{
    const struct sample *x = a, *y = b;
    return (x->time > y->time) - (x->time < y->time);
}

static inline double clock_itself(void)
{
    double times[1001];
    for (size_t i = 0; i < 1001; i++) {
        double begun = processor_time();
        times[i] = processor_time() - begun;
    }
    return bench_median(times, 1001);
}

/* Print a sample; quantities that a kind does not count are omitted. */
static inline void print_sample(const struct sample *sample)
{
    printf("#   %.3g us: case %zu, state %zu, then %g events", 1e6 * sample->time, sample->number,
           sample->state, sample->events);
    if (!isnan(sample->contacts))
        printf(", %g contacts, %g steps of the contact solver", sample->contacts,
               sample->contact_steps);
    printf("\n");
}

static inline void conclude(struct survey *survey, double aim)
{
    qsort(survey->sample, survey->count, sizeof *survey->sample, by_time);
    const struct sample *worst = &survey->sample[survey->count - 1];
    double median = survey->sample[survey->count / 2].time, ratio = worst->time / median;
    double high = survey->sample[survey->count - 1 - survey->count / 1000].time;
    printf("%s, zeno_speed %g m/s, %s loads, %zu steps of 1 ms: median %.3g us, 99.9 %% %.3g us, "
           "worst %.3g us, ratio %.3g, aim at most %g: %s\n",
           survey->scheme, survey->zeno_speed, survey->varying ? "varying" : "constant",
           survey->count, 1e6 * median, 1e6 * high, 1e6 * worst->time, ratio, aim,
           bench_verdict(ratio <= aim));
    for (size_t i = 0; i < TOLD && i < survey->count; i++)
        print_sample(worst - i);
}

/* Time in s above which a step seems long: five times the median of the first 200 cases. */
static inline double suspicion(struct survey *survey)
{
    enum { FIRST = 200 * STATES_OF_A_CASE };
    static double times[FIRST];
    struct survey first = *survey;
    first.suspect = HUGE_VAL;
    first.number = 0;
    while (first.count + STATES_OF_A_CASE <= FIRST)
        survey_case(&first);
    for (size_t i = 0; i < first.count; i++)
        times[i] = first.sample[i].time;
    return 5 * bench_median(times, first.count);
}

/* Time a step from each of `states` states, from case `number` on, and print the result. Returns 1
 * if a step fails. */
static inline int survey_steps(struct survey survey, size_t states, size_t number, double aim)
{
    survey.clock = clock_itself();
    survey.sample = calloc(states + 200 * STATES_OF_A_CASE, sizeof *survey.sample);
    if (!survey.sample)
        exit(1);
    survey.suspect = suspicion(&survey);
    survey.number = number;
    while (survey.count + STATES_OF_A_CASE <= states)
        survey_case(&survey);
    conclude(&survey, aim);
    free(survey.sample);
    return survey.failed > 0;
}

#endif
