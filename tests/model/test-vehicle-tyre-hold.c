/* SPDX-License-Identifier: MIT */
/* Vehicles on tyres that stand on a slope: shaken by an engine, held by brakes or by rolling
 * resistance alone.
 * usage: test-vehicle-tyre-hold [SECONDS [SHAKEN]]: SECONDS on the slope, the first half to come to
 * rest, and SHAKEN seconds of shaking after the time in which the oscillation of the start decays;
 * 0: no shaking */
#include "vehicle-tyre.h"

#include <stdlib.h>

static const char *const corners[] = {"fl", "fr", "rl", "rr"};

/* s: times in which the oscillation of the start decays so far that it moves the car by less than
 * 1e-3 of what the shaking does, and a wheel on a rail by less than 2e-13 m. */
#define CAR_DECAYS 20
#define WHEEL_DECAYS 30

/* A car of 1200 kg whose wheels are on the slides of its suspension, locked by brakes of 2000 N m.
 */
static wd_model *parked_car(int form, double slope)
{
    static const double up[3] = {0, 0, 1};
    double radius = radius_of[form], sunk = 1200 * 9.81 / 4 / 200000;
    wd_model *model = new_vehicle();
    add(model, "body", "chassis", NULL, NULL);
    set_mass(model, "chassis", 1100, 400, 1400, 1500);
    set_place(model, "chassis", 0, 0, 0.55);
    add_tyre_numbers(model, form);
    for (int i = 0; i < 4; i++) {
        const char *c = corners[i];
        char slide[16], knuckle[16];
        const double at[3] = {i < 2 ? 1.2 : -1.2, i % 2 ? -0.75 : 0.75, radius - sunk};
        snprintf(slide, sizeof slide, "%s_slide", c);
        snprintf(knuckle, sizeof knuckle, "%s_knuckle", c);
        add_body(model, knuckle, 8, 0.1, at[0], at[1], at[2]);
        add_joint(model, "slide", slide, "chassis", knuckle, at, up);
        set_part(model, slide, "stiffness", 22000);
        set_part(model, slide, "damping", 1500);
        set_part(model, slide, "rest", -1100 * 9.81 / 4 / 22000);
        add_wheel_on_tyre(model, c, knuckle, radius);
        set_place(model, c, at[0], at[1], at[2]);
        set_part(model, c, "mass", 17);
        set_part(model, c, "spin_inertia", 0.9);
        set_part(model, c, "cross_inertia", 0.5);
        set_input(model, c, "brake", 2000);
    }
    add(model, "point", "engine", "chassis", NULL);
    set_place(model, "engine", 0.5, 0, 0.55);
    set(model, "input.slope", slope);
    choose(model, "solver.method", "rk4");
    set(model, "solver.max_steps", 1e9);
    return model;
}

/* Use Moreau steps of length `moreau` or, if it is 0, event-driven rk4 steps of length `event`. */
static void step_by(wd_model *model, double moreau, double event)
{
    if (moreau > 0)
        choose(model, "solver.scheme", "moreau");
    set(model, "solver.fixed_step", moreau > 0 ? moreau : event);
}

/* Check that position and attitude of the chassis have the same bits after half of the time and at
 * its end. */
static void holds_on_slope(int form, double moreau, double seconds)
{
    static const char *const of_root[] = {"x", "y", "z", "q0", "q1", "q2", "q3"};
    double then[7];
    int same = 1;
    wd_model *model = parked_car(form, 0.2);
    step_by(model, moreau, 5e-3);
    start(model, 0);
    go(model, seconds / 2);
    for (int i = 0; i < 7; i++)
        then[i] = get(model, name_of("state", "chassis", of_root[i]));
    go(model, seconds);
    for (int i = 0; i < 7; i++)
        same &= then[i] == get(model, name_of("state", "chassis", of_root[i]));
    check(same,
          "%s, steps of %g s: from %g s to %g s on a slope of 0.2 no bit changes (x %.17g, %g)",
          forms[form], moreau, seconds / 2, seconds, then[0], get(model, "state.chassis.vx"));
    wd_model_free(model);
}

static int32_t shaking_force(double t, double *value, void *user)
{
    (void)user;
    *value = 1000 * sin(2 * 3.14159265358979323846 * 25 * t);
    return 0;
}

/* Mean position over a period of the shaking, from steps of length h. */
static double mean_place(wd_model *model, const char *place, double h)
{
    double t = wd_model_time(model), sum = 0;
    int n = (int)lround(0.04 / h);
    for (int k = 1; k <= n; k++) {
        go(model, t + h * k);
        sum += get(model, place) / n;
    }
    return sum;
}

/* resists: 0 for tyres without rolling resistance, whose roll deflection (bend_roll) has no force.
 */
static void shaken_car(int form, double moreau, double seconds, int resists)
{
    wd_model *model = parked_car(form, 0.2);
    if (!resists) {
        set_part(model, "tyre", "rolling_resistance", 0);
        set_part(model, "tyre", "lmy", 0);
    }
    set_function(model, "input.engine.force_x", shaking_force, NULL);
    step_by(model, moreau, 1e-3);
    start(model, 0);
    go(model, CAR_DECAYS);
    double before = mean_place(model, "state.chassis.x", moreau > 0 ? moreau : 1e-3);
    go(model, wd_model_time(model) + seconds);
    double moved = mean_place(model, "state.chassis.x", moreau > 0 ? moreau : 1e-3) - before;
    check(fabs(moved) <= 1e-8 * seconds / 600,
          "%s, steps of %g s%s: shaken by 1 kN at 25 Hz the car moves by %g m in %g s", forms[form],
          moreau, resists ? "" : ", no rolling resistance", moved, seconds);
    wd_model_free(model);
}

/* A wheel of a mass of 400 kg that a slide along x keeps at a height of 3924 N of load, locked by
 * its brake on a slope of 0.2. */
static wd_model *wheel_on_rail(int form)
{
    static const double at[3] = {0, 0, 0}, x_axis[3] = {1, 0, 0};
    double weight = 400 * 9.81, z = radius_of[form] - weight / 2e5;
    wd_model *model = new_vehicle();
    set(model, "param.gravity", 0);
    add_body(model, "ground", 1e25, 1e25, 0, 0, 0);
    add_body(model, "mass", 400, 0, 0, 0, z);
    add_joint(model, "slide", "along", "ground", "mass", at, x_axis);
    add_tyre_numbers(model, form);
    set_part(model, "tyre", "vertical_stiffness", 2e5);
    add_wheel_on_tyre(model, "wheel", "mass", radius_of[form]);
    set_place(model, "wheel", 0, 0, z);
    set_part(model, "wheel", "mass", 0);
    set_part(model, "wheel", "spin_inertia", 1);
    set_input(model, "wheel", "brake", 2000);
    add(model, "point", "engine", "mass", NULL);
    add(model, "point", "weight", "mass", NULL);
    set_place(model, "engine", 0, 0, z);
    set_place(model, "weight", 0, 0, z);
    set_input(model, "weight", "force_x", -weight * sin(0.2));
    choose(model, "solver.method", "rk4");
    set(model, "solver.max_steps", 1e9);
    return model;
}

/* A wheel on a rail does not move at all in the mean, because its rolling radius is constant: the
 * tolerance is rounding. */
static void shaken_on_rail(int form, double moreau, double seconds)
{
    double h = moreau > 0 ? moreau : 1e-3;
    wd_model *model = wheel_on_rail(form);
    set_function(model, "input.engine.force_x", shaking_force, NULL);
    step_by(model, moreau, h);
    start(model, 0);
    go(model, WHEEL_DECAYS);
    double before = mean_place(model, "state.along.travel", h);
    go(model, wd_model_time(model) + seconds);
    double moved = mean_place(model, "state.along.travel", h) - before;
    check(fabs(moved) <= 1e-12 && before < -1e-3,
          "%s, steps of %g s: on a rail at %g m the shaken wheel moves by %g m in %g s",
          forms[form], moreau, before, moved, seconds);
    wd_model_free(model);
}

/* A rolling resistance of 0.01 holds on a slope of 0.006, and not on one of 0.012, without
 * brakes. */
static void resisted_car(double moreau)
{
    static const double slope[] = {0.006, 0.012};
    for (int i = 0; i < 2; i++) {
        wd_model *model = parked_car(BRUSH, slope[i]);
        for (int k = 0; k < 4; k++)
            set_input(model, corners[k], "brake", 0);
        step_by(model, moreau, 5e-3);
        start(model, 0);
        go(model, 60);
        double v = get(model, "state.chassis.vx");
        check(i == 0 ? fabs(v) < 1e-12 : v < -0.5,
              "rolling resistance on a slope of %g: %g m/s after a minute", slope[i], v);
        wd_model_free(model);
    }
}

/* Tyres with and without rolling resistance take turns, so that each form and each length of steps
 * has both; script/test --all takes both everywhere. */
int main(int argc, char **argv)
{
    static const double steps[] = {0, 1e-3, 1e-2};
    double seconds = argc > 1 ? atof(argv[1]) : 60, shaken = argc > 2 ? atof(argv[2]) : 10;
    for (int form = 0; form < FORMS; form++) {
        holds_on_slope(form, 0, seconds);
        holds_on_slope(form, 1e-2, seconds);
        for (int i = 0; shaken > 0 && i < 3; i++) {
            for (int k = 0; k < few_or_all(1, 2); k++)
                shaken_car(form, steps[i], shaken, (form + i + k) % 2);
            shaken_on_rail(form, steps[i], shaken);
        }
    }
    resisted_car(0);
    resisted_car(5e-3);
    return done();
}
