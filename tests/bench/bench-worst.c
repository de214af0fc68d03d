/* SPDX-License-Identifier: MIT */
/* The longest step of 1 ms of impact_wheel, as a multiple of the median step, in processor time:
 * from random states on random ground, under constant and under varying loads. Event-driven runs
 * are made twice: with a solver.zeno_speed that ends bounces shorter than a fifth of a step, as
 * docs/realtime.rst advises, and with the default, which does not bound the number of impacts.
 * usage: bench-worst [states [case]]: number of states for each scheme and sort of loads, starting
 * at this case. `bench-worst 10 case` repeats a case that was reported. */
#include "worst.h"

enum { POINTS = 10 };
enum { SEGMENTS, GROOVES, ARCS, CUPS, GROUNDS };
static const double radius = 0.1; /* m */

/* ---- a random case ---- */

/* Points of a ground, and bulges. */
struct ground {
    double xy[2 * POINTS], bulge[POINTS];
};

/* Lay a cup of 2 to 7 segments around the wheel, which touches all of them: more contacts than the
 * laws solve in closed form. Level segments continue the ground on both sides. */
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

/* Set the ground; returns the height of the wheel's centre at x if the wheel touches the chord
 * there. */
static double lay_ground(wd_model *model, struct survey *survey, double x)
{
    struct ground ground = {.bulge = {0}};
    int sort = one_of(survey, GROUNDS), at = 0;
    if (sort == CUPS)
        lay_cup(survey, &ground, x);
    else
        lay_others(survey, &ground, sort);
    /* arcs that intersect are refused: halve the bulges until they do not */
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

/* Draw a wheel: a third of all wheels have no friction, a third have restitution 0, and a third are
 * in contact at the start. */
static wd_model *draw(struct survey *survey)
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
    load(model, survey, survey->amplitude);
    wd_model_set_value(model, "solver.zeno_speed", survey->zeno_speed);
    wd_model_set_choice(model, "solver.scheme", survey->scheme);
    wd_model_set_value(model, "solver.fixed_step", step);
    wd_model_set_value(model, "solver.event_capacity", 1);
    do
        wd_model_set_value(model, "state.y", y + above);
    while (wd_model_init(model, 0) != WD_OK && (above += 0.1) < 10);
    return model;
}

int main(int argc, char **argv)
{
    size_t states = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;
    size_t number = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    states = states < STATES_OF_A_CASE ? STATES_OF_A_CASE : states;
    int failed = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int varying = 0; varying < 2; varying++) {
        struct survey event = {
            .scheme = "event", .zeno_speed = step, .varying = varying, .draw = draw};
        struct survey moreau = event, all = event;
        all.zeno_speed = 1e-9;
        moreau.scheme = "moreau";
        failed |= survey_steps(event, states, number, 50);
        failed |= survey_steps(all, states, number, 50);
        failed |= survey_steps(moreau, states, number, 20);
    }
    return failed;
}
