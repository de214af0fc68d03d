/* SPDX-License-Identifier: MIT */
/* Vehicles on profiles with Moreau time stepping: convergence to runs of another program, rest,
 * kerbs that no wheel penetrates, snapshots, refusals. */
#include "vehicle-profile.h"

static void by_steps(wd_model *model, double h)
{
    choose(model, "solver.scheme", "moreau");
    set(model, "solver.fixed_step", h);
}

/* ---- runs of another program ---- */

/* Largest error at samples up to the time `until`. */
static double error_with(const char *name, double until, double h)
{
    struct machine m;
    struct csv csv;
    double worst = 0;
    const struct golden not_driven = {.name = name};
    machine_read_from(&m, "ground", name);
    by_steps(m.model, h);
    open_run(&csv, name);
    while (csv_next(&csv)) {
        double t = csv_real(&csv, "t");
        if (t > until)
            continue; /* read on to the last row, which closes the file */
        if (strcmp(csv_text(&csv, "what"), "start") == 0) {
            start_as(&m, &csv);
            set_inputs(&m, &csv, &not_driven);
            start(m.model, t);
        } else if (strcmp(csv_text(&csv, "what"), "sample") == 0) {
            go(m.model, t);
            worst = fmax(worst, error_of(&m, &csv));
        }
    }
    wd_model_free(m.model);
    return worst;
}

/* Errors are of second order while contacts roll, and of first order with impacts, because a step
 * does not resolve the time of an impact. */
static void errors_decrease(void)
{
    double pipe = error_with("pipe", 9, 0.0025), finer = error_with("pipe", 9, 0.000625);
    check(pipe <= 5e-5 && finer <= pipe / 14, "pipe: errors %.3g, with a quarter of the step %.3g",
          pipe, finer);
    double bike = error_with("bike", 1.4, 0.0005);
    check(bike <= 3e-5, "bike: largest error of the state at 1.4 s %.3g", bike);
    for (double h = 8e-4; h > 1e-4; h /= 2) {
        double strike = error_with("strike0", 0.9, h), car = error_with("car", 1.2, h);
        check(strike <= 50 * h && car <= h, "step %g s: errors of strike0 %.3g, of car %.3g", h,
              strike, car);
    }
    double robot = error_with("robot", 0.3, 1e-4);
    check(robot <= 1e-2, "robot: largest error of the state at 0.3 s %.3g", robot);
}

/* ---- models ---- */

static wd_model *wheel_on(const double *xz, size_t points, double h)
{
    wd_model *model = new_wheel(2, 0.1, 0.09, 0.3, 0.1);
    set_init(model, "hub", "z", 0.3);
    must(model, wd_model_set_terrain(model, xz, points), "set_terrain");
    by_steps(model, h);
    return model;
}

/* A wheel rests on the two sides of a hollow: no bit of its position changes, and the sides carry
 * the weight. */
static void rests_in_hollow(double mu)
{
    const double xz[] = {-3, 1.5, 0, 0, 3, 1.5};
    wd_model *wheel = wheel_on(xz, 3, 1e-3);
    double cosine = 3 / hypot(3, 1.5);
    set_init(wheel, "hub", "z", 0.3 / cosine);
    set_input(wheel, "edge", "mu", mu);
    start(wheel, 0);
    go(wheel, 0.01);
    double z = out(wheel, "hub", "z"), x = out(wheel, "hub", "x");
    go(wheel, 1);
    check(out(wheel, "hub", "z") == z && out(wheel, "hub", "x") == x,
          "a wheel in a hollow keeps the bits of its position");
    check(fabs(z - 0.3 / cosine) <= 1e-12 && fabs(x) <= 1e-12,
          "distance from the expected position: %.2g, %.2g", x, z - 0.3 / cosine);
    double N = out(wheel, "edge", "normal_force");
    check(mu > 0 || fabs(N - 2 * 9.81 / cosine) <= 1e-9,
          "sum of the normal forces of two sides: %.17g N", N);
    wd_model_free(wheel);
}

/* A fast wheel climbs a kerb, a slow one returns; neither penetrates the kerb. */
static void wheel_meets_kerb(double speed, double h, int climbs)
{
    const double xz[] = {-9, 0, 1, 0, 1, 0.08, 9, 0.08};
    wd_model *wheel = wheel_on(xz, 4, h);
    double deepest = 0, x = 0;
    set_input(wheel, "edge", "mu", 1.5);
    roll_at(wheel, speed);
    start(wheel, 0);
    double before = balance_of(wheel), most = get(wheel, "output.kinetic_energy");
    for (int k = 1; k * h <= 2 && x < 8; k++) {
        go(wheel, k * h);
        x = out(wheel, "hub", "x");
        deepest = fmin(deepest, out(wheel, "edge", "gap"));
    }
    check(deepest >= -1e-12, "lowest gap at the kerb: %.2g m", deepest);
    check((x > 1.2) == climbs, "at %g m/s the wheel reaches %g m", speed, x);
    check(fabs(balance_of(wheel) - before) <= 1e-10 &&
              get(wheel, "output.kinetic_energy") <= most * (1 + 1e-6),
          "energy balance at the kerb: off by %.2g J", balance_of(wheel) - before);
    wd_model_free(wheel);
}

/* ---- snapshots and clones ---- */

static void keeps_bits_of_copies(void)
{
    const double xz[] = {-9, 0, 0.5, 0, 0.5, 0.08, 9, 0.08};
    wd_model *wheel = wheel_on(xz, 4, 1e-3);
    roll_at(wheel, 0.5);
    set_init(wheel, "hub", "x", 0.295);
    start(wheel, 0);
    go(wheel, 0.05);
    wd_model_free(moves_as_copies(wheel, 0.4));
    wd_model_free(wheel);
}

/* ---- ends and refusals ---- */

static void ideal_ends_at_kerb(void)
{
    const double xz[] = {-9, 0, 0.5, 0, 0.5, 0.08, 9, 0.08};
    double t, value[WIDTH];
    int32_t type;
    wd_model *wheel = wheel_on(xz, 4, 1e-3);
    set_ideal(wheel, "edge");
    roll_at(wheel, 0.5);
    start(wheel, 0);
    check(wd_model_step_to(wheel, 2) == WD_END,
          "the motion of a wheel of law ideal ends at a kerb");
    must(wheel, wd_model_event(wheel, 0, &t, &type, value, WIDTH), "event");
    check(type == WD_EVENT_LIMIT && value[REASON] == 2, "the event is LIMIT with reason %g",
          value[REASON]);
    wd_model_free(wheel);
    wheel = wheel_on(xz, 4, 0.02);
    roll_at(wheel, 5);
    start(wheel, 0);
    int32_t status = wd_model_step_to(wheel, 0.02);
    check(status == WD_ENOCONV && strstr(wd_model_error(wheel), "quarter"),
          "a step too long for the kerb fails: %s", wd_model_error(wheel));
    check(wd_model_time(wheel) == 0, "a failed step leaves the model unchanged");
    wd_model_free(wheel);
}

int main(void)
{
    errors_decrease();
    rests_in_hollow(0);
    rests_in_hollow(0.5);
    wheel_meets_kerb(3, 1e-3, 1);
    wheel_meets_kerb(3, 4e-3, 1);
    wheel_meets_kerb(0.5, 1e-3, 0);
    keeps_bits_of_copies();
    ideal_ends_at_kerb();
    return done();
}
