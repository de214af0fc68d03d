/* SPDX-License-Identifier: MIT */
/* The longest step of 1 ms of impact_wheel: from random states on random ground, under constant and
 * under varying loads, as a multiple of the median step, in processor time. From event to event
 * once with bounces summed up that are shorter than a fifth of a step, as docs/realtime.rst
 * advises, and once with the default of solver.zeno_speed: nothing bounds the number of impacts
 * then. usage: bench-worst [states [case]] So many states for each scheme and sort of loads, the
 * first ones those of that case: a case that is told of is made again by `bench-worst 10 case`. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <time.h>
#include <wheeldyn/wheeldyn.h>

#include "bench.h"

enum { STATES_OF_A_CASE = 10, MOST_GAP = 100, TURNS = 6, POINTS = 10, TOLD = 3 };
enum { SEGMENTS, GROOVES, ARCS, CUPS, GROUNDS };
static const double step = 1e-3, radius = 0.1; /* s, m */

/* A step that was timed. */
struct sample {
    double time; /* [s] */
    size_t number, state;
    double events, contact_steps, contacts;
};

struct survey {
    const char *scheme;
    double zeno_speed; /* m/s */
    int varying;
    uint64_t seed;
    double clock, suspect; /* what reading the clock takes; from where on a step is made again */
    struct sample *sample;
    size_t count, failed, number;
};

static double random_from(struct survey *survey, double lo, double hi)
{
    uint64_t z = survey->seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return lo + (hi - lo) * (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static int one_of(struct survey *survey, int n)
{
    return (int)random_from(survey, 0, n);
}

static double processor_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double value_of(const wd_model *model, const char *name)
{
    double value = NAN;
    wd_model_value(model, name, &value);
    return value;
}

/* ---- a random case ---- */

/* Points of a ground, and bulges. */
struct ground {
    double xy[2 * POINTS], bulge[POINTS];
};

/* Around the place of the wheel, which touches all segments but the outer two at once: more
 * contacts than the laws have closed forms for. */
static void lay_cup(struct survey *survey, struct ground *ground, double x)
{
    enum { SIDES = POINTS - 3 };
    int sides = 2 + one_of(survey, SIDES - 1), from = (POINTS - 1 - sides) / 2;
    double half = random_from(survey, 0.1, 1.5) / sides, reach = radius / cos(half);
    for (int i = 0; i < POINTS; i++) {
        int k = i < from ? 0 : i > from + sides ? sides : i - from, out = i - from - k;
        double angle = half * (2 * k - sides);
        ground->xy[2 * i] = x + reach * sin(angle) + 0.5 * out;
        ground->xy[2 * i + 1] = radius - reach * cos(angle);
    }
}

static void lay_others(struct survey *survey, struct ground *ground, int sort)
{
    double run = random_from(survey, 0.15, 2), depth = random_from(survey, 0, 1.5) * run;
    for (int i = 0; i < POINTS; i++) {
        ground->xy[2 * i] = run * (i - POINTS / 2);
        ground->xy[2 * i + 1] = sort == GROOVES ? depth * (i % 2) : random_from(survey, 0, depth);
        if (sort == ARCS)
            ground->bulge[i] = random_from(survey, -0.4, 0.4);
    }
}

/* Returns the height at which the wheel touches the chord at x. */
static double lay_ground(wd_model *model, struct survey *survey, double x)
{
    struct ground ground = {.bulge = {0}};
    int sort = one_of(survey, GROUNDS), at = 0;
    if (sort == CUPS)
        lay_cup(survey, &ground, x);
    else
        lay_others(survey, &ground, sort);
    /* Arcs that meet each other are refused. */
    while (wd_model_set_profile(model, ground.xy, ground.bulge, POINTS) != WD_OK)
        for (int i = 0; i < POINTS; i++)
            ground.bulge[i] /= 2;
    while (at < POINTS - 2 && ground.xy[2 * at + 2] < x)
        at++;
    const double *p = ground.xy + 2 * at;
    double slope = (p[3] - p[1]) / (p[2] - p[0]);
    return sort == CUPS ? radius : p[1] + slope * (x - p[0]) + radius * sqrt(1 + slope * slope);
}

static int32_t wave(double t, double *u, void *amplitude)
{
    *u = *(const double *)amplitude * sin(20 * t);
    return 0;
}

static void vary(wd_model *model, struct survey *survey, const char *name, double *most)
{
    double table[8], tanh[] = {0, *most, random_from(survey, 0.5, 50), 0.5, 1};
    uint32_t ref;
    wd_model_find(model, name, &ref);
    for (int i = 0; i < 4; i++) {
        table[2 * i] = 0.3 * i;
        table[2 * i + 1] = random_from(survey, -*most, *most);
    }
    int form = one_of(survey, 4);
    if (form == 0)
        wd_model_set_input_fn(model, ref, wave, most);
    else if (form == 1)
        wd_model_set_input_signal(model, ref, WD_SIGNAL_TANH, tanh, 5);
    else if (form == 2)
        wd_model_set_input_signal(model, ref, WD_SIGNAL_LINEAR, table, 8);
    else
        wd_model_set_value(model, name, table[1]);
}

static void load(wd_model *model, struct survey *survey, double *most)
{
    static const char *const names[] = {"input.torque", "input.force_x", "input.force_y"};
    for (int i = 0; i < 3; i++) {
        most[i] = one_of(survey, 3) > 0 ? random_from(survey, -1, 1) * (i == 0 ? 5 : 80) : 0;
        if (survey->varying)
            vary(model, survey, names[i], &most[i]);
        else
            wd_model_set_value(model, names[i], most[i]);
    }
}

/* A third of the wheels without friction, a third plastic, a third from where they touch. */
static wd_model *draw(struct survey *survey, double *most)
{
    wd_model *model;
    double x = random_from(survey, -1, 1);
    if (wd_model_new("impact_wheel", &model) != WD_OK)
        exit(1);
    double y = lay_ground(model, survey, x);
    double above = one_of(survey, 3) > 0 ? random_from(survey, 0, 0.5) : 0;
    wd_model_set_value(model, "param.mu", one_of(survey, 3) ? random_from(survey, 0, 1.2) : 0);
    wd_model_set_value(model, "param.restitution",
                       one_of(survey, 3) ? random_from(survey, 0, 1) : 0);
    wd_model_set_value(model, "state.x", x);
    wd_model_set_value(model, "state.x_dot", random_from(survey, -3, 3));
    wd_model_set_value(model, "state.y_dot", random_from(survey, -3, 1));
    wd_model_set_value(model, "state.phi_dot", random_from(survey, -30, 30));
    load(model, survey, most);
    wd_model_set_value(model, "solver.zeno_speed", survey->zeno_speed);
    wd_model_set_choice(model, "solver.scheme", survey->scheme);
    wd_model_set_value(model, "solver.fixed_step", step);
    wd_model_set_value(model, "solver.event_capacity", 1);
    do
        wd_model_set_value(model, "state.y", y + above);
    while (wd_model_init(model, 0) != WD_OK && (above += 0.1) < 10);
    return model;
}

/* ---- its steps ---- */

static double time_step(wd_model *model, double t, const struct survey *survey, int32_t *status)
{
    double begun = processor_time();
    *status = wd_model_step_to(model, t);
    return processor_time() - begun - survey->clock;
}

/* One step, and if it may be a long one again from clones, to see what the machine had to do with
 * it. */
static int32_t survey_step(wd_model *model, double t, struct survey *survey, size_t state)
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

static void survey_case(struct survey *survey)
{
    double most[3];
    survey->seed = (uint64_t)survey->number << 20;
    wd_model *model = draw(survey, most);
    int32_t status = WD_OK;
    for (size_t state = 0, k = 0; status == WD_OK && state < STATES_OF_A_CASE; state++) {
        k += (size_t)one_of(survey, MOST_GAP);
        status = wd_model_step_to(model, step * (double)k);
        if (status == WD_OK)
            status = survey_step(model, step * (double)++k, survey, state);
    }
    survey->failed += status != WD_OK;
    if (status != WD_OK)
        printf("# case %zu: %s\n", survey->number, wd_model_error(model));
    survey->number++;
    wd_model_free(model);
}

/* ---- what comes of it ---- */

static int by_time(const void *a, const void *b)
{
    const struct sample *x = a, *y = b;
    return (x->time > y->time) - (x->time < y->time);
}

static double clock_itself(void)
{
    double times[1001];
    for (size_t i = 0; i < 1001; i++) {
        double begun = processor_time();
        times[i] = processor_time() - begun;
    }
    return bench_median(times, 1001);
}

static void conclude(struct survey *survey, double aim)
{
    qsort(survey->sample, survey->count, sizeof *survey->sample, by_time);
    const struct sample *worst = &survey->sample[survey->count - 1];
    double median = survey->sample[survey->count / 2].time, ratio = worst->time / median;
    double high = survey->sample[survey->count - 1 - survey->count / 1000].time;
    printf("%s, zeno_speed %g m/s, %s loads, %zu steps of 1 ms: median %.3g us, 99.9 %% %.3g us, "
           "worst %.3g us, "
           "ratio %.3g, aim at most %g: %s\n",
           survey->scheme, survey->zeno_speed, survey->varying ? "varying" : "constant",
           survey->count, 1e6 * median, 1e6 * high, 1e6 * worst->time, ratio, aim,
           bench_verdict(ratio <= aim));
    for (size_t i = 0; i < TOLD && i < survey->count; i++, worst--)
        printf("#   %.3g us: case %zu, state %zu, %g contacts, then %g events, %g steps of the "
               "contact solver\n",
               1e6 * worst->time, worst->number, worst->state, worst->contacts, worst->events,
               worst->contact_steps);
}

/* A step may be a long one from so many medians of the first cases on. */
static double suspicion(struct survey *survey)
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

static int survey_steps(const char *scheme, double zeno_speed, int varying, size_t states,
                        size_t number, double aim)
{
    struct survey survey = {scheme, zeno_speed, varying, .clock = clock_itself()};
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

int main(int argc, char **argv)
{
    size_t states = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;
    size_t number = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    states = states < STATES_OF_A_CASE ? STATES_OF_A_CASE : states;
    int failed = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int varying = 0; varying < 2; varying++) {
        failed |= survey_steps("event", step, varying, states, number, 50);
        failed |= survey_steps("event", 1e-9, varying, states, number, 50);
        failed |= survey_steps("moreau", step, varying, states, number, 20);
    }
    return failed;
}
