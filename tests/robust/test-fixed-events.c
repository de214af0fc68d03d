/* SPDX-License-Identifier: MIT */
/* Event-driven vehicles with fixed steps of 1 ms, thrown at the ground, with random torques,
 * friction and brakes. Forces come near their limits and leave them again within steps, so that the
 * rates of guards are not given throughout a step (lib/core/locate.c). Every event is located. A
 * step may fail only because it is too long for the motion: then its energy does not balance.
 * Run 23 of rigid_car once failed.
 * usage: robust-fixed-events [runs [first]] */
#include "drawn.h"

#define STEP 1e-3 /* s */

enum { STEPS = 250, STEPS_OF_INPUTS = 50, VEHICLES = 2 };

static const char *const presets[VEHICLES] = {"robot", "rigid_car"};

/* Make one run: 0 if a step fails for another reason than its length. */
static int make_run(const char *preset, long run)
{
    wd_model *model = make(&(struct setup){"vehicle", preset});
    uniform_seed((uint64_t)run);
    draw_vehicle(model);
    put(model, "solver.fixed_step", STEP);
    int32_t status = wd_model_init(model, 0);
    for (int k = 1; status == WD_OK && k <= STEPS; k++) {
        if (k % STEPS_OF_INPUTS == 1)
            draw_inputs(model, preset);
        status = wd_model_step_to(model, k * STEP);
    }
    int good = status >= 0 || strstr(wd_model_error(model), "solver.fixed_step is too long");
    if (!good)
        printf("# %s, run %ld: %s\n", preset, run, wd_model_error(model));
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
            failed += !make_run(presets[i], run);
        check(failed == 0, "%s: %ld of %ld runs fail", presets[i], failed, runs);
    }
    return done();
}
