/* SPDX-License-Identifier: MIT */
/* Random drives of a sprung car on tyres: throttle, brakes, steering, and forces that throw the car
 * up. No step fails, all numbers stay finite, and the energy balances.
 *
 *     vehicle-tyre-drives [RUNS [SECONDS [SEED]]]
 */
#include "random.h"
#include "vehicle-tyre.h"

#include <stdlib.h>

static const char *const corners[] = {"fl", "fr", "rl", "rr"};

static const char *of_corner(int i, const char *part)
{
    static char name[16][32];
    static int next;
    next = (next + 1) % 16;
    snprintf(name[next], sizeof name[next], "%s_%s", corners[i], part);
    return name[next];
}

static void add_corner(wd_model *model, int i, double radius)
{
    double sunk = 1150 * 9.81 / 4 / 200000, z = radius - sunk;
    const double up[3] = {0, 0, 1}, at[3] = {i < 2 ? 1.2 : -1.4, i % 2 ? -0.75 : 0.75, z};
    const char *on = of_corner(i, "knuckle");
    add_body(model, on, 8, 0.1, at[0], at[1], z);
    add_joint(model, "slide", of_corner(i, "slide"), "chassis", on, at, up);
    set_part(model, of_corner(i, "slide"), "stiffness", 22000);
    set_part(model, of_corner(i, "slide"), "damping", 1500);
    set_part(model, of_corner(i, "slide"), "rest", -1100 * 9.81 / 4 / 22000);
    if (i < 2) {
        add_body(model, of_corner(i, "fork"), 1, 0.02, at[0], at[1], z);
        add_joint(model, "hinge", of_corner(i, "steer"), on, of_corner(i, "fork"), at, up);
        set_part(model, of_corner(i, "steer"), "stiffness", 30000);
        set_part(model, of_corner(i, "steer"), "damping", 150);
        on = of_corner(i, "fork");
    }
    add_wheel_on_tyre(model, corners[i], on, radius);
    set_place(model, corners[i], at[0], at[1], z);
    set_part(model, corners[i], "crown", 0.1);
    set_part(model, corners[i], "mass", 18);
    set_part(model, corners[i], "spin_inertia", 0.9);
    set_part(model, corners[i], "cross_inertia", 0.5);
}

static wd_model *sprung_car(int form)
{
    wd_model *model = new_vehicle();
    add(model, "body", "chassis", NULL, NULL);
    set_mass(model, "chassis", 1100, 400, 1400, 1500);
    set_place(model, "chassis", 0, 0, 0.55);
    add_tyre_numbers(model, form);
    for (int i = 0; i < 4; i++)
        add_corner(model, i, radius_of[form]);
    add(model, "point", "jack", "chassis", NULL);
    set_place(model, "jack", 0, 0, 0.55);
    choose(model, "param.spin", "rolling");
    set(model, "solver.max_steps", 1e9);
    return model;
}

/* Set the inputs of the driver for the next second. */
static void draw_inputs(wd_model *model)
{
    double throttle = uniform(0, 1) < 0.5 ? uniform(0, 900) : 0;
    double brake = uniform(0, 1) < 0.3 ? uniform(0, 3000) : 0;
    double steer = uniform(0, 1) < 0.5 ? uniform(-0.3, 0.3) : 0;
    double hand = uniform(0, 1) < 0.1 ? 2000 : 0, mu = uniform(0, 1) < 0.1 ? uniform(0, 0.3) : 1;
    for (int i = 0; i < 4; i++) {
        set_input(model, corners[i], "torque", i < 2 ? 0 : throttle);
        set_input(model, corners[i], "brake", i < 2 ? brake : 0.6 * brake + hand);
        set_input(model, corners[i], "mu", i % 2 ? 1 : mu);
    }
    for (int i = 0; i < 2; i++)
        set_input(model, of_corner(i, "steer"), "target", steer);
    set_input(model, "jack", "force_z", uniform(0, 1) < 0.1 ? uniform(0, 30000) : 0);
}

/* Sums over drives. */
struct sums {
    int failed, ended; /* drives that failed, and drives that ended because a wheel lies flat */
    int wild;          /* samples that are not finite */
    double drift;      /* largest error of the energy balance, relative */
};

static void run_drive(int form, int number, int moreau, double seconds, struct sums *sums)
{
    wd_model *model = sprung_car(form);
    uniform_seed((uint64_t)number);
    set_init(model, "chassis", "forward", uniform(0, 30));
    set_init(model, "chassis", "z", uniform(0, 1) < 0.2 ? uniform(0, 0.5) : 0);
    set_init(model, "chassis", "yaw_rate", uniform(-0.5, 0.5));
    choose(model, "solver.scheme", moreau ? "moreau" : "event");
    set(model, "solver.fixed_step", moreau ? 1e-3 : 0);
    if (!moreau) {
        set(model, "solver.rtol", 1e-9);
        set(model, "solver.atol", 1e-11);
    }
    start(model, 0);
    double before = balance_of(model), scale = before + get(model, "output.kinetic_energy");
    int32_t status = WD_OK;
    for (double t = 0; status == WD_OK && t < seconds; t += 0.25) {
        if (fmod(t, 1) == 0)
            draw_inputs(model);
        if (fmod(t, 1) == 0.25)
            set_input(model, "jack", "force_z", 0);
        status = wd_model_step_to(model, t + 0.25);
        double now = balance_of(model);
        scale = fmax(scale, get(model, "output.kinetic_energy") + fabs(get(model, "output.work")));
        sums->wild += !isfinite(now) || !isfinite(get(model, "state.chassis.wz"));
        sums->drift = fmax(sums->drift, fabs(now - before) / scale);
    }
    sums->ended += status == WD_END;
    if (status != WD_OK && status != WD_END) {
        sums->failed++;
        printf("# %s, %s, drive %d at %g s: %s\n", forms[form], moreau ? "moreau" : "event", number,
               wd_model_time(model), wd_model_error(model));
    }
    wd_model_free(model);
}

int main(int argc, char **argv)
{
    int runs = argc > 1 ? atoi(argv[1]) : 2, seed = argc > 3 ? atoi(argv[3]) : 1;
    double seconds = argc > 2 ? atof(argv[2]) : 6;
    for (int form = 0; form < FORMS; form++)
        for (int moreau = 0; moreau < 2; moreau++) {
            struct sums sums = {0};
            for (int i = 0; i < runs; i++)
                run_drive(form, seed + i, moreau, seconds, &sums);
            check(sums.failed == 0 && sums.wild == 0,
                  "%s, %s: %d drives of %g s, %d ended by lying flat", forms[form],
                  moreau ? "moreau" : "event", runs, seconds, sums.ended);
            check(sums.drift <= 1e-9, "the energy balance of the drives is off by %.2g",
                  sums.drift);
        }
    return done();
}
