/* SPDX-License-Identifier: MIT */
/* A tricycle with brakes whose front wheel is ideal and whose rear wheels have the law coulomb, and
 * the same tricycle on relaxed wheels; event-driven and by time stepping (Moreau). */
#include "vehicle.h"

#include <string.h>

enum { FRONT, LEFT, RIGHT, COUNT };
static const char *const wheels[COUNT] = {"front", "left", "right"};

static void add_wheel(wd_model *model, int i, double side)
{
    add(model, "wheel", wheels[i], "frame", NULL);
    set_place(model, wheels[i], i == FRONT ? 1.2 : -1.4, i == FRONT ? 0 : side * 0.75, 0.3);
    set_part(model, wheels[i], "radius", 0.3);
    set_part(model, wheels[i], "crown", 0.1);
    set_part(model, wheels[i], "mass", 20);
    set_part(model, wheels[i], "spin_inertia", 0.9);
    set_input(model, wheels[i], "mu", 0.8);
    set_part(model, wheels[i], "law", i == FRONT ? 0 : 2);
}

/* Three wheels under a frame, the front one ideal; side: 1, or -1 for the image in a mirror. */
static wd_model *make_tricycle(const char *scheme, const int *order, double side)
{
    wd_model *model = new_vehicle();
    add_body(model, "frame", 1000, 500, 0, 0, 0.55);
    for (int i = 0; i < COUNT; i++)
        add_wheel(model, order[i], order[i] == LEFT ? side : -side);
    choose(model, "solver.scheme", scheme);
    if (strcmp(scheme, "event") == 0)
        set(model, "solver.rtol", 1e-12);
    choose(model, "param.spin", "rolling");
    set_init(model, "frame", "forward", 15);
    return model;
}

static const int in_order[] = {FRONT, LEFT, RIGHT}, other_order[] = {RIGHT, FRONT, LEFT};

/* Deceleration with the rear wheels locked and slipping straight ahead. */
static double deceleration_of_skid(void)
{
    const double g = 9.81, m = 1060, wheel = 0.9, r = 0.3, mu = 0.8, base = 2.6;
    double height = (1000 * 0.55 + 60 * 0.3) / m, centre = (20 * 1.2 - 40 * 1.4) / m;
    double turned = wheel / r; /* kg m: spin inertia of the front wheel over its radius */
    return mu * m * g * (1.2 - centre) / base /
           (m + turned / r + mu * (m * height + turned) / base);
}

static void rear_wheels_skid(const char *scheme, double h, double precision)
{
    wd_model *model = make_tricycle(scheme, in_order, 1);
    if (h > 0)
        set(model, "solver.fixed_step", h);
    for (int i = LEFT; i <= RIGHT; i++)
        set_input(model, wheels[i], "brake", 4000);
    start(model, 0);
    double energy = balance_of(model);
    go(model, 0.5);
    double before = get(model, "state.frame.vx"), a = deceleration_of_skid();
    go(model, 1.5);
    double slowed = before - get(model, "state.frame.vx");
    check(fabs(slowed / a - 1) < precision,
          "%s: the rear wheels skid; relative error of the deceleration %.3g", scheme,
          slowed / a - 1);
    near_abs(out(model, "front", "slip_forward"), 0, 1e-12, "the front wheel rolls");
    near_rel(out(model, "left", "slip_forward"), get(model, "state.frame.vx"), 1e-9, 1,
             "the rear wheels are locked");
    go(model, 6);
    check(get(model, "output.kinetic_energy") == 0, "%s: at the end the vehicle is exactly at rest",
          scheme);
    near_rel(balance_of(model), energy, 1e-9, 1, "energy balance of the skid");
    wd_model_free(model);
}

/* ---- a skid that turns ---- */

static void swerve_vehicle(const char *scheme, double h, const int *order, double side,
                           double *place)
{
    static const char *const names[] = {"state.frame.x", "state.frame.y", "output.frame.yaw",
                                        "state.frame.vx", "state.left.rate"};
    wd_model *model = make_tricycle(scheme, order, side);
    if (h > 0)
        set(model, "solver.fixed_step", h);
    set_init(model, "frame", "yaw_rate", side * 0.3);
    set_init(model, "frame", "left", side * -0.36);
    set_input(model, "left", "brake", 4000);
    set_input(model, "right", "brake", 600);
    start(model, 0);
    go(model, 1.2);
    for (int i = 0; i < 5; i++)
        place[i] = get(model, names[i]) * (i == 1 || i == 2 ? side : 1);
    wd_model_free(model);
}

static double largest_difference(const double *a, const double *b)
{
    double most = 0;
    for (int i = 0; i < 5; i++)
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

/* The mirror image of the vehicle, and the vehicle with its parts in another order, have the same
 * motion. */
static void run_images(const char *scheme, double h, double *place)
{
    double image[5], reordered[5];
    swerve_vehicle(scheme, h, in_order, 1, place);
    swerve_vehicle(scheme, h, in_order, -1, image);
    swerve_vehicle(scheme, h, other_order, 1, reordered);
    check(fabs(place[2]) > 0.02, "%s: the vehicle turns by %.2g rad", scheme, place[2]);
    check(largest_difference(place, image) < 1e-9, "%s: the mirror image differs by %.2g", scheme,
          largest_difference(place, image));
    check(largest_difference(place, reordered) < 1e-9,
          "%s: the motion with parts in another order differs by %.2g", scheme,
          largest_difference(place, reordered));
}

static void schemes_agree(void)
{
    double want[5], place[5], error[3];
    run_images("event", 0, want);
    run_images("moreau", 4e-3, place);
    error[0] = largest_difference(place, want);
    for (int i = 1; i < 3; i++) {
        swerve_vehicle("moreau", i == 1 ? 1e-3 : 2.5e-4, in_order, 1, place);
        error[i] = largest_difference(place, want);
    }
    double order = log(error[1] / error[2]) / log(4);
    check(error[2] < 0.3 * error[1] && error[1] < 0.5 * error[0],
          "steps of Moreau: errors %.2g, %.2g, %.2g, order of the last two %.2f", error[0],
          error[1], error[2], order);
}

/* ---- on relaxed wheels ---- */

/* A tricycle whose wheels all have the law relaxed with relaxation time tau; tau = 0: law coulomb.
 * mu: friction coefficient of the front wheel. */
static wd_model *on_relaxed(double tau, double mu, const int *order, double side)
{
    wd_model *model = make_tricycle("event", order, side);
    for (int i = 0; i < COUNT; i++) {
        set_part(model, wheels[i], "law", tau > 0 ? 1 : 2);
        set_part(model, wheels[i], "relaxation_time", tau > 0 ? tau : 0.01);
        set_part(model, wheels[i], "sharpness", tau > 0 ? 64 : 8);
    }
    set_input(model, "front", "mu", mu);
    set(model, "solver.rtol", 1e-10);
    set_init(model, "frame", "yaw_rate", side * 0.05);
    set_init(model, "frame", "left", side * -0.06);
    set_input(model, "left", "brake", 4000);
    set_input(model, "right", "brake", 600);
    return model;
}

static void swerve_relaxed(double tau, double sharpness, double mu, const int *order, double side,
                           double *place)
{
    static const char *const names[] = {"state.frame.x", "state.frame.y", "output.frame.yaw",
                                        "state.frame.vx", "state.left.rate"};
    wd_model *model = on_relaxed(tau, mu, order, side);
    for (int i = 0; i < COUNT; i++)
        set_part(model, wheels[i], "sharpness", sharpness);
    start(model, 0);
    double energy = balance_of(model);
    go(model, 1.2);
    near_rel(balance_of(model), energy, 1e-8, 1, "energy balance of the swerving tricycle");
    for (int i = 0; i < 5; i++)
        place[i] = get(model, names[i]) * (i == 1 || i == 2 ? side : 1);
    wd_model_free(model);
}

static void tends_to_coulomb(double mu)
{
    const double tau[] = {0.01, 0.003, 0.001};
    double want[5], place[5], other[5], error[3];
    swerve_relaxed(0, 8, mu, in_order, 1, want);
    for (int i = 0; i < 3; i++) {
        swerve_relaxed(tau[i], 64, mu, in_order, 1, place);
        error[i] = largest_difference(place, want);
        check(i == 0 || error[i] < error[i - 1],
              "with a relaxation time of %g s the difference from Coulomb is %.2g", tau[i],
              error[i]);
    }
    swerve_relaxed(tau[2], 64, mu, in_order, -1, other);
    check(largest_difference(place, other) < 1e-8, "the mirror image differs by %.2g",
          largest_difference(place, other));
    swerve_relaxed(tau[2], 64, mu, other_order, 1, other);
    check(largest_difference(place, other) < 1e-8,
          "the motion with parts in another order differs by %.2g",
          largest_difference(place, other));
}

/* The sharpness grows as the relaxation time decreases, because a constant sharpness would leave a
 * constant error. */
static void tends_with_order(void)
{
    const double tau[] = {0.003, 0.001, 0.0003}, sharpness[] = {32, 64, 128};
    double want[5], place[5], error[3];
    swerve_relaxed(0, 8, 0.2, in_order, 1, want);
    for (int i = 0; i < 3; i++) {
        swerve_relaxed(tau[i], sharpness[i], 0.2, in_order, 1, place);
        error[i] = largest_difference(place, want);
    }
    double order = log(error[0] / error[2]) / log(tau[0] / tau[2]);
    check(order > 1 && order < 1.3, "errors %.2g, %.2g, %.2g, of order %.2f in the relaxation time",
          error[0], error[1], error[2], order);
}

/* The rear brakes hold the vehicle on a slope if friction suffices. The distribution of the side
 * force between the rear wheels is indeterminate, so they creep slowly (SATURATED_CREEP,
 * lib/friction/numbers.h); the check allows 1e-8 m/s. */
static void rear_brakes_hold(double slope)
{
    wd_model *model = on_relaxed(0.01, 0.8, in_order, 1);
    set_init(model, "frame", "forward", 0);
    set_init(model, "frame", "left", 0);
    set_init(model, "frame", "yaw_rate", 0);
    set_input(model, "right", "brake", 4000);
    set(model, "input.slope", slope);
    start(model, 0);
    double x = get(model, "state.frame.x"), limit = 0.8;
    go(model, 10);
    double moved = fabs(get(model, "state.frame.x") - x);
    double load = out(model, "left", "normal_force"), force = out(model, "left", "forward_force");
    check((moved < 1e-7) == (force < limit * load * (1 - 1e-9)),
          "on a slope of %g rad the tricycle moved %.2g m with a ratio of force to load of %g",
          slope, moved, force / load);
    wd_model_free(model);
}

/* Time stepping and event-driven motion on relaxed wheels agree. */
static void steps_on_relaxed(double mu)
{
    const double h[] = {0, 5e-4, 1.25e-4, 3.125e-5};
    double want[5] = {0}, error[4];
    for (int i = 0; i < 4; i++) {
        double place[5];
        wd_model *model = on_relaxed(0.05, mu, in_order, 1);
        for (int k = 0; k < COUNT; k++)
            set_part(model, wheels[k], "sharpness", 8);
        if (i > 0) {
            choose(model, "solver.scheme", "moreau");
            set(model, "solver.fixed_step", h[i]);
        }
        start(model, 0);
        double energy = balance_of(model);
        go(model, 1.2);
        near_rel(balance_of(model), energy, 1e-8, 1, "energy balance of the swerving tricycle");
        place[0] = get(model, "state.frame.x");
        place[1] = get(model, "state.frame.y");
        place[2] = out(model, "frame", "yaw");
        place[3] = get(model, "state.frame.vx");
        place[4] = get(model, "state.front.rate");
        if (i == 0)
            memcpy(want, place, sizeof place);
        error[i] = largest_difference(place, want);
        wd_model_free(model);
    }
    double order = log(error[2] / error[3]) / log(4);
    check(error[3] < 0.4 * error[2] && error[2] < 0.5 * error[1],
          "steps of Moreau: errors %.2g, %.2g, %.2g, order of the last two %.2f", error[1],
          error[2], error[3], order);
}

/* Laws relaxed and coulomb on one vehicle are refused; the error names a wheel of each law. */
static void refused_laws(void)
{
    wd_model *model = make_tricycle("event", in_order, 1);
    choose(model, "param.front.law", "relaxed");
    check(wd_model_init(model, 0) == WD_EINVAL && strstr(wd_model_error(model), "\"front\"") &&
              strstr(wd_model_error(model), "\"left\""),
          "laws relaxed and coulomb on one vehicle are refused: %s", wd_model_error(model));
    wd_model_free(model);
}

int main(void)
{
    refused_laws();
    steps_on_relaxed(0.8);
    steps_on_relaxed(0.2);
    steps_on_relaxed(0.05);
    rear_brakes_hold(0.1);
    rear_brakes_hold(0.3);
    rear_brakes_hold(0.5);
    rear_brakes_hold(0.7);
    tends_to_coulomb(0.2);
    tends_to_coulomb(0.05);
    tends_with_order();
    rear_wheels_skid("event", 0, 1e-9);
    rear_wheels_skid("moreau", 1e-3, 1e-9);
    schemes_agree();
    return done();
}
