/* SPDX-License-Identifier: MIT */
/* Event-driven vehicles with fixed steps of 1 ms, thrown at the ground, with random torques,
 * friction and brakes. Forces come near their limits and leave them again within steps, so that the
 * rates of guards are not given throughout a step (lib/core/locate.c). Every event is located. A
 * step may fail only because it is too long for the motion: then its energy does not balance.
 * Run 23 of rigid_car once failed.
 * usage: robust-fixed-events [runs [first]] */
#include "random.h"
#include "support.h"

#define STEP 1e-3 /* s */

enum { STEPS = 250, STEPS_OF_INPUTS = 50, VEHICLES = 2 };

static const struct preset {
    const char *name;
    double torque; /* N.m */
} presets[VEHICLES] = {{"robot", 1}, {"rigid_car", 150}};

static void put_of(wd_model *model, const char *role, const char *part, const char *quantity,
                   double value)
{
    char name[96];
    snprintf(name, sizeof name, "%s.%s.%s", role, part, quantity);
    wd_model_set_value(model, name, value); /* a rim has no torque */
}

static void draw_start(wd_model *model)
{
    static const struct {
        const char *quantity;
        double least, most;
    } draw[] = {{"forward", -5, 15},  {"left", -3, 3},       {"up", -3, 1}, {"yaw_rate", -2, 2},
                {"roll_rate", -1, 1}, {"pitch_rate", -1, 1}, {"z", 0, 0.3}};
    for (size_t i = 0; i < sizeof draw / sizeof *draw; i++)
        put_of(model, "init", wd_model_part_name(model, 0), draw[i].quantity,
               uniform(draw[i].least, draw[i].most));
}

static void draw_inputs(wd_model *model, double torque)
{
    for (size_t i = 0; i < wd_model_part_count(model); i++) {
        const char *name = wd_model_part_name(model, i), *type = wd_model_part_type(model, i);
        if (strcmp(type, "wheel") != 0 && strcmp(type, "rim") != 0)
            continue;
        put_of(model, "input", name, "mu", uniform(0, 1) < 0.3 ? 0 : uniform(0, 1.2));
        put_of(model, "input", name, "torque", uniform(-1, 1) * torque);
        put_of(model, "input", name, "brake", uniform(0, 1) < 0.5 ? 0 : uniform(0, 2) * torque);
    }
}

/* Make one run: 0 if a step fails for another reason than its length. */
static int make_run(const struct preset *preset, long run)
{
    wd_model *model = make(&(struct setup){"vehicle", preset->name});
    uniform_seed((uint64_t)run);
    draw_start(model);
    put(model, "solver.fixed_step", STEP);
    int32_t status = wd_model_init(model, 0);
    for (int k = 1; status == WD_OK && k <= STEPS; k++) {
        if (k % STEPS_OF_INPUTS == 1)
            draw_inputs(model, preset->torque);
        status = wd_model_step_to(model, k * STEP);
    }
    int good = status >= 0 || strstr(wd_model_error(model), "solver.fixed_step is too long");
    if (!good)
        printf("# %s, run %ld: %s\n", preset->name, run, wd_model_error(model));
    wd_model_free(model);
    return good;
}

int main(int argc, char **argv)
{
    long runs = argc > 1 ? strtol(argv[1], NULL, 10) : few_or_all(5, 50);
    long first = argc > 2 ? strtol(argv[2], NULL, 10) : 20;
    for (size_t i = 0; i < VEHICLES; i++) {
        long failed = 0;
        for (long run = first; run < first + runs; run++)
            failed += !make_run(&presets[i], run);
        check(failed == 0, "%s: %ld of %ld runs fail", presets[i].name, failed, runs);
    }
    return done();
}
