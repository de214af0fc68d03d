/* SPDX-License-Identifier: MIT */
/* The longest Moreau step of 1 ms of the presets of kind vehicle with Coulomb's law, as a multiple
 * of the median step. The vehicles are thrown at slopes, with random torques, brakes and friction.
 * usage: bench-worst-vehicle [states [case]], as for bench-worst */
#include "worst.h"

#include <stdio.h>
#include <string.h>

#include <wheeldyn/parts.h>

static void set_part(wd_model *model, const char *role, const char *part, const char *quantity,
                     double value)
{
    char name[96];
    snprintf(name, sizeof name, "%s.%s.%s", role, part, quantity);
    wd_model_set_value(model, name, value);
}

/* Draw the values of a wheel: a third of all wheels have no friction; half have restitution 0, half
 * are driven, and half have a brake. */
static void draw_wheel(wd_model *model, struct survey *survey, const char *name, double torque)
{
    set_part(model, "param", name, "law", 2);
    set_part(model, "param", name, "restitution",
             one_of(survey, 2) ? random_from(survey, 0, 1) : 0);
    set_part(model, "input", name, "mu", one_of(survey, 3) ? random_from(survey, 0, 1.2) : 0);
    set_part(model, "input", name, "torque",
             one_of(survey, 2) ? random_from(survey, -torque, torque) : 0);
    set_part(model, "input", name, "brake",
             one_of(survey, 2) ? random_from(survey, 0, 2 * torque) : 0);
    set_part(model, "init", name, "rate", random_from(survey, -30, 30));
}

static wd_model *draw(struct survey *survey)
{
    static const char *const values[] = {"forward",   "left",       "up", "yaw_rate",
                                         "roll_rate", "pitch_rate", "z"};
    static const double lo[] = {-5, -3, -3, -2, -1, -1, 0}, hi[] = {15, 3, 1, 2, 1, 1, 0.3};
    wd_model *model;
    if (wd_model_new("vehicle", &model) != WD_OK)
        exit(1);
    int preset = one_of(survey, (int)wd_preset_count("vehicle"));
    wd_model_load_preset(model, wd_preset_name("vehicle", (size_t)preset));
    int robot = strcmp(wd_preset_name("vehicle", (size_t)preset), "robot") == 0;
    for (size_t i = 0; i < wd_model_part_count(model); i++) {
        const char *type = wd_model_part_type(model, i);
        if (strcmp(type, "wheel") == 0 || strcmp(type, "rim") == 0)
            draw_wheel(model, survey, wd_model_part_name(model, i), robot ? 1 : 150);
    }
    for (int i = 0; i < 7; i++)
        set_part(model, "init", wd_model_part_name(model, 0), values[i],
                 random_from(survey, lo[i], hi[i]));
    wd_model_set_value(model, "input.slope", random_from(survey, -0.4, 0.4));
    wd_model_set_value(model, "input.bank", random_from(survey, -0.3, 0.3));
    wd_model_set_choice(model, "solver.scheme", survey->scheme);
    wd_model_set_value(model, "solver.zeno_speed", survey->zeno_speed);
    wd_model_set_value(model, "solver.fixed_step", step);
    wd_model_set_value(model, "solver.event_capacity", 1);
    if (wd_model_init(model, 0) != WD_OK) {
        printf("# case %zu: %s\n", survey->number, wd_model_error(model));
        exit(1);
    }
    return model;
}

int main(int argc, char **argv)
{
    size_t states = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;
    size_t number = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
    struct survey survey = {.scheme = "moreau", .zeno_speed = 1e-6, .draw = draw};
    setvbuf(stdout, NULL, _IOLBF, 0);
    return survey_steps(survey, states < STATES_OF_A_CASE ? STATES_OF_A_CASE : states, number, 20);
}
