/* SPDX-License-Identifier: MIT */
/* Random drives of the presets car and car_magic on their tyres: throttle, brakes, hand brake,
 * steering, a slippery side, and forces that throw the car up. Drives use time steps of 1 ms; every
 * tenth drive is event-driven. All calls succeed or end with a wheel that lies flat, all numbers
 * stay finite, and the energy balances to 1e-9. No step of 1 ms executes more than 20 times as many
 * basic blocks of the library as the median step of its drive (blocks.h).
 * usage: robust-tyre-drives [drives of each preset [seconds [first [preset]]]] */
#include "blocks.h"
#include "random.h"
#include "support.h"

#include <stdlib.h>
#include <wheeldyn/parts.h>

#define CALL 0.25       /* s, time of a call, and duration of the force that throws the car up */
#define STEP 1e-3       /* s, of time stepping */
#define BALANCE 1e-9    /* largest error of the energy balance, relative to the energy moved */
#define MOST_MEDIANS 20 /* largest work of a step, in medians */
#define EVENT_TOLERANCE 1e-9 /* solver.rtol of event-driven drives, to reach BALANCE */

enum { EVERY_EVENT_DRIVEN = 10, STEPS_OF_A_CALL = 250 };

/* Drives with steps whose iteration had no solution near its iterates. */
static const struct known {
    const char *preset;
    long number;
    double seconds;
    const char *what;
} known[] = {
    {"car", 167, 42, "a wheel that slides sideways begins to roll backward"},
    {"car_magic", 5, 7.8, "the rolling direction of a sliding wheel reverses"},
    {"car_magic", 365, 6.25, "the formula jumps where a rolling direction changes"},
    {"car_magic", 364, 20.25, "at a large slip angle the force of the formula drives the slip"},
    {"car_magic", 2093, 56, "the slip of a wheel leaps from one solution to another"},
    {"car_magic", 2211, 43.25, "the slip of a wheel alternates, another has several solutions"},
    {"car_magic", 2234, 22.75, "the slip of a wheel leaps while that of another alternates"},
};
enum { KNOWN = sizeof known / sizeof *known, LONGEST = 56 };

static const char *const corners[] = {"front_left", "front_right", "rear_left", "rear_right"};

/* Results of all drives of a preset. */
struct sums {
    long drives, ended; /* all drives; those that ended because a wheel lies flat */
    long failed, wild;  /* failed drives; samples that are not finite */
    double drift;       /* largest error of the energy balance, relative to the energy moved */
    double worst;       /* largest work of a step, in medians of its drive */
};

static void put_part(wd_model *model, const char *role, const char *part, const char *quantity,
                     double value)
{
    char name[96];
    snprintf(name, sizeof name, "%s.%s.%s", role, part, quantity);
    put(model, name, value);
}

static void hold_input(wd_model *model, const char *part, const char *quantity)
{
    char name[96];
    snprintf(name, sizeof name, "input.%s.%s", part, quantity);
    if (wd_model_set_input_signal(model, ref_of(model, name), WD_SIGNAL_HOLD, NULL, 0) != WD_OK)
        check(0, "%s is held: %s", name, wd_model_error(model));
}

/* Draw the inputs of the next second. */
static void draw_inputs(wd_model *model, int magic)
{
    double throttle = uniform(0, 1) < 0.5 ? uniform(0, 900) : 0;
    double brake = uniform(0, 1) < 0.3 ? uniform(0, 3000) : 0;
    double hand = uniform(0, 1) < 0.1 ? 2000 : 0;
    double steer = uniform(0, 1) < 0.5 ? uniform(-0.3, 0.3) : 0;
    double mu = magic ? 1 : 0.9, slippery = uniform(0, 1) < 0.1 ? uniform(0, 0.3) : mu;
    for (int i = 0; i < 4; i++) {
        put_part(model, "input", corners[i], "torque", i < 2 ? 0 : throttle);
        put_part(model, "input", corners[i], "brake", i < 2 ? brake : 0.6 * brake + hand);
        put_part(model, "input", corners[i], "mu", i % 2 ? mu : slippery);
    }
    put_part(model, "input", "front_left_steer", "target", steer);
    put_part(model, "input", "front_right_steer", "target", steer);
    put_part(model, "input", "jack", "force_z", uniform(0, 1) < 0.1 ? uniform(0, 30000) : 0);
}

static wd_model *start_model(const char *preset, int stepping)
{
    wd_model *model = make(&(struct setup){"vehicle", preset});
    const char *on[] = {"chassis"};
    if (wd_model_add_part(model, "point", "jack", on, 1) != WD_OK)
        check(0, "the point that lifts the car is added: %s", wd_model_error(model));
    put(model, "param.jack.z", 0.55);
    for (int i = 2; i < 4; i++)
        hold_input(model, corners[i], "torque");
    hold_input(model, "front_left_steer", "target");
    hold_input(model, "front_right_steer", "target");
    put(model, "init.chassis.forward", uniform(0, 30));
    put(model, "init.chassis.yaw_rate", uniform(-0.5, 0.5));
    put(model, "solver.max_steps", 1e9);
    put(model, "solver.scheme", stepping);
    put(model, "solver.fixed_step", stepping ? STEP : 0);
    if (!stepping) {
        put(model, "solver.rtol", EVENT_TOLERANCE);
        put(model, "solver.atol", EVENT_TOLERANCE / 100);
    }
    return model;
}

static double balance_of(const wd_model *model)
{
    return value_of(model, "output.kinetic_energy") + value_of(model, "output.potential_energy") +
           value_of(model, "output.dissipated") - value_of(model, "output.work");
}

/* ---- work of steps ---- */

/* Step to time t, one time step per call; store the work of each. */
static int32_t advance_to(wd_model *model, double t, int stepping, double *work, size_t *count)
{
    int32_t status = WD_OK;
    if (!stepping)
        return wd_model_step_to(model, t + CALL);
    for (int k = 1; status == WD_OK && k <= STEPS_OF_A_CALL; k++) {
        uint64_t before = blocks_executed;
        status = wd_model_step_to(model, t + k * STEP);
        work[(*count)++] = (double)(blocks_executed - before);
    }
    return status;
}

/* ---- drives ---- */

static void drive_preset(const char *preset, long number, double seconds, double *work,
                         struct sums *sums)
{
    int stepping = number % EVERY_EVENT_DRIVEN != 0, magic = strcmp(preset, "car_magic") == 0;
    size_t count = 0;
    uniform_seed((uint64_t)number);
    wd_model *model = start_model(preset, stepping);
    int32_t status = wd_model_init(model, 0);
    double before = balance_of(model), scale = fabs(before);
    for (double t = 0; status == WD_OK && t < seconds; t += CALL) {
        if (fmod(t, 1) == 0)
            draw_inputs(model, magic);
        if (fmod(t, 1) == CALL)
            put(model, "input.jack.force_z", 0);
        status = advance_to(model, t, stepping, work, &count);
        double now = balance_of(model), moved = value_of(model, "output.kinetic_energy") +
                                                fabs(value_of(model, "output.work"));
        scale = fmax(scale, moved);
        sums->wild += !isfinite(now) || !isfinite(value_of(model, "state.chassis.wz"));
        sums->drift = fmax(sums->drift, fabs(now - before) / scale);
    }
    double longest = blocks_in_medians(work, count);
    sums->drives++;
    sums->ended += status == WD_END;
    sums->worst = fmax(sums->worst, longest);
    if ((status != WD_OK && status != WD_END) || longest > MOST_MEDIANS) {
        sums->failed += status != WD_OK && status != WD_END;
        printf("# %s, drive %ld, %s, to %g s, longest step %.3g medians: %s\n", preset, number,
               stepping ? "moreau" : "event", wd_model_time(model), longest, wd_model_error(model));
    }
    wd_model_free(model);
}

int main(int argc, char **argv)
{
    static const char *const presets_on_tyres[] = {"car", "car_magic"};
    long drives = argc > 1 ? strtol(argv[1], NULL, 10) : 2;
    double seconds = argc > 2 ? strtod(argv[2], NULL) : 6;
    long first = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    double most = fmax(seconds, LONGEST);
    double *work = malloc(((size_t)(most / CALL) + 2) * STEPS_OF_A_CALL * sizeof *work);
    if (!work)
        return 1;
    for (int p = 0; p < 2; p++) {
        struct sums sums = {0};
        if (argc > 4 && strcmp(argv[4], presets_on_tyres[p]) != 0)
            continue;
        for (long i = first; i < first + drives; i++)
            drive_preset(presets_on_tyres[p], i, seconds, work, &sums);
        check(sums.failed == 0 && sums.wild == 0, "%s: %ld drives of %g s, %ld ended by lying flat",
              presets_on_tyres[p], sums.drives, seconds, sums.ended);
        check(sums.drift <= BALANCE, "%s: relative error of the energy balance %.2g",
              presets_on_tyres[p], sums.drift);
        check(sums.worst <= MOST_MEDIANS, "%s: the longest step takes %.3g times the median work",
              presets_on_tyres[p], sums.worst);
    }
    for (int i = 0; argc == 1 && i < KNOWN; i++) {
        struct sums sums = {0};
        drive_preset(known[i].preset, known[i].number, known[i].seconds, work, &sums);
        check(sums.failed == 0 && sums.worst <= MOST_MEDIANS, "%s: %s", known[i].preset,
              known[i].what);
    }
    free(work);
    return done();
}
