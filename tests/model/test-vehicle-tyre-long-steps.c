/* SPDX-License-Identifier: MIT */
/* Explicit steps of 5 ms (rk4) of vehicles on tyres at speeds from 0 to 60 m/s: the forces do not
 * alternate from step to step, and the place agrees with that of a run with error control. */
#include "vehicle-tyre.h"

#define STEP 5e-3 /* s: below 2.78 times carcass_time, the limit of stability of rk4 */

/* s: time for which quarters of a car move in adaptive steps before the steps of 5 ms, because the
 * energy of a step of 5 ms in which a wheel begins to slide is inaccurate: sliding_stops(). */
#define BEGIN 0.25

enum { STEPS = 400, TAIL = 100, SPEEDS = 10 };

static const double speeds[SPEEDS] = {0, 1e-6, 1e-4, 1e-3, 0.01, 0.1, 1, 5, 30, 60}; /* m/s */

/* Driving torque and capacity of the brake of the wheel, relative to its load times its radius. */
static const struct drive {
    const char *name;
    double torque, brake;
} drives[] = {{"free", 0, 0},
              {"braked", 0, 0.07},
              {"locked", 0, 2},
              {"driven", 0.1, 0},
              {"spinning", 1.5, 0}};
enum { DRIVES = sizeof drives / sizeof *drives };

/* Amplitude of the part of a force that changes its sign from step to step. An oscillation of the
 * angular frequency w has (w STEP)^4/16 of its amplitude in it: 2e-5 for a car that rocks on its
 * carcass, 0.04 for a wheel that spins against the carcass. */
static double alternating(const double *F)
{
    double most = 0;
    for (int k = 2; k < TAIL - 2; k++)
        most = fmax(most, fabs(F[k - 2] - 4 * F[k - 1] + 6 * F[k] - 4 * F[k + 1] + F[k + 2]) / 16);
    return most;
}

/* Run in STEPS steps of STEP; returns, of the last TAIL steps, the largest alternating force
 * relative to `load`. */
static double run_in_steps(wd_model *model, const char *wheel, double load)
{
    static const char *const forces[] = {"forward_force", "side_force", "normal_force"};
    static double tail[3][TAIL];
    double most = 0;
    choose(model, "solver.method", "rk4");
    set(model, "solver.fixed_step", STEP);
    start(model, 0);
    for (int k = 1; k <= STEPS; k++) {
        go(model, k * STEP);
        for (int i = 0; i < 3 && k > STEPS - TAIL; i++)
            tail[i][k - 1 - (STEPS - TAIL)] = out(model, wheel, forces[i]);
    }
    for (int i = 0; i < 3; i++)
        most = fmax(most, alternating(tail[i]) / load);
    return most;
}

/* ---- a quarter of a car on a slope ---- */

static wd_model *quarter(int form, const struct drive *drive, double speed)
{
    double load = 400 * 9.81, radius = radius_of[form];
    wd_model *model = quarter_of_car(form, radius - load / 2e5, 0.05);
    set_init(model, "along", "rate", speed);
    set_init(model, "wheel", "rate", speed / radius);
    set_input(model, "wheel", "torque", drive->torque * load * radius);
    set_input(model, "wheel", "brake", drive->brake * load * radius);
    return model;
}

/* Start a quarter in the present state of another one. */
static void start_from(wd_model *model, const wd_model *other)
{
    static const char *const names[] = {"along.travel",    "along.rate",      "up.travel",
                                        "up.rate",         "wheel.rate",      "wheel.bend_forward",
                                        "wheel.bend_side", "wheel.bend_turn", "wheel.bend_roll"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char from[40], to[40];
        snprintf(from, sizeof from, "state.%s", names[i]);
        snprintf(to, sizeof to, "init.%s", names[i]);
        set(model, to, get(other, from));
    }
}

static void quarters(int form, const struct drive *drive)
{
    double most = 0, off = 0, load = 400 * 9.81;
    for (int i = 0; i < SPEEDS; i++) {
        wd_model *model = quarter(form, drive, speeds[i]), *fine = quarter(form, drive, speeds[i]);
        use_precision(fine, 1e-9);
        start(fine, 0);
        go(fine, BEGIN);
        start_from(model, fine);
        most = fmax(most, run_in_steps(model, "wheel", load));
        go(fine, BEGIN + STEPS * STEP);
        double x = get(fine, "state.along.travel");
        off = fmax(off, fabs(get(model, "state.along.travel") - x) / fmax(0.1, fabs(x)));
        wd_model_free(model);
        wd_model_free(fine);
    }
    check(most <= 1e-4, "%s, %s, 0 to 60 m/s: alternating force %.2g of the load", forms[form],
          drive->name, most);
    check(off <= 1e-4, "%s, %s: relative error of the place %.2g", forms[form], drive->name, off);
}

/* ---- the energy of steps in which a wheel begins to slide ---- */

/* Largest error of the energy balance of a step of length h [J], while a brake stops a quarter from
 * 1 m/s; infinite if a step fails. */
static double worst_gain(double h)
{
    static const struct drive locked = {"locked", 0, 2};
    double worst = 0, before;
    wd_model *model = quarter(BRUSH, &locked, 1);
    choose(model, "solver.method", "rk4");
    set(model, "solver.fixed_step", h);
    start(model, 0);
    before = balance_of(model);
    for (int k = 1; k * h <= 0.2; k++) {
        if (wd_model_step_to(model, k * h) != WD_OK)
            worst = (double)INFINITY;
        double now = balance_of(model);
        worst = fmax(worst, fabs(now - before)), before = now;
    }
    wd_model_free(model);
    return worst;
}

/* A step of 5 ms in which the wheel begins to slide fails its energy check. This is no chatter: the
 * error decreases with the fifth power of the step, the order of a single step of rk4. */
static void sliding_stops(void)
{
    double gain[] = {worst_gain(5e-3), worst_gain(2.5e-3), worst_gain(1.25e-3),
                     worst_gain(6.25e-4)};
    check(isinf(gain[0]), "a step of 5 ms in which a wheel begins to slide fails");
    for (int i = 1; i < 3; i++) {
        double order = log2(gain[i] / gain[i + 1]);
        check(order > 4.5, "energy error of the worst step %.2g J, then %.2g J: order %.2f",
              gain[i], gain[i + 1], order);
    }
}

/* ---- a car in a bend ---- */

static void cars(const char *preset)
{
    double most = 0;
    for (int i = 0; i < SPEEDS; i++) {
        wd_model *model = make("vehicle", preset);
        set_init(model, "chassis", "forward", speeds[i]);
        set_input(model, "front_left_steer", "target", 0.02);
        set_input(model, "front_right_steer", "target", 0.02);
        set_input(model, "rear_left", "torque", 100);
        set_input(model, "rear_right", "torque", 100);
        most = fmax(most, run_in_steps(model, "front_left", 4000));
        wd_model_free(model);
    }
    check(most <= 1e-4, "preset %s in a bend, 0 to 60 m/s: alternating force %.2g of the load",
          preset, most);
}

int main(void)
{
    for (int form = 0; form < FORMS; form++)
        for (int i = 0; i < DRIVES; i++)
            quarters(form, &drives[i]);
    sliding_stops();
    cars("car");
    cars("car_magic");
    return done();
}
