/* SPDX-License-Identifier: MIT */
/* Rolling and pivoting resistance of vehicles, and wheels that fall until they are almost flat,
 * compared with kind torus_wheel, closed forms, and the theory of the final spin-down of Euler's
 * disk. */
#include "disc.h"

#include <string.h>

/* ---- comparison with kind torus_wheel ---- */

static void set_rolling(wd_model *disc, double torque, double rate)
{
    set_part(disc, "edge", "rolling_torque", torque);
    set_part(disc, "edge", "resistance_rate", rate);
}

/* A torus that rolls until it falls. */
static void torus_that_falls(void)
{
    wd_model *tube = torus("rolling-friction");
    torus_precise(tube);
    wd_model *disc = disc_like(tube);
    torus_precise(disc);
    set_rolling(disc, get(tube, "param.rolling_torque"), get(tube, "param.rolling_torque_speed"));
    start(tube, 0);
    start(disc, 0);
    for (double t = 6; t <= 36; t += 6) {
        go(tube, t);
        go(disc, t);
        double error = disc_error(disc, tube);
        double lost = get(disc, "output.dissipated") - get(tube, "output.dissipated");
        check(error <= 1e-8, "falling disc as torus_wheel at t = %g: error %.2g", t, error);
        check(fabs(lost) <= 1e-9, "falling disc: the same loss as torus_wheel within %.2g J",
              fabs(lost));
    }
    wd_model_free(tube);
    wd_model_free(disc);
}

/* ---- Euler's disk ---- */

/* A disc of radius R and mass m that spins steadily at this inclination without turning about its
 * axis: its contact moves round the rim at the rate sqrt(4 g/(R sin a)). */
static wd_model *spinning_disc(double R, double m, double g, double inclination)
{
    wd_model *disc = new_vehicle();
    double S = sin(inclination), rate = sqrt(4 * g / (R * S));
    add(disc, "body", "disc", NULL, NULL);
    set_mass(disc, "disc", m, m * R * R / 4, m * R * R / 2, m * R * R / 4);
    set_place(disc, "disc", 0, 0, R);
    add_tyre(disc, "rim", "edge", "disc", 0, 0, R, 0);
    set_part(disc, "edge", "flat_angle", degree / 2);
    set(disc, "param.gravity", g);
    set(disc, "init.disc.roll", inclination - upright);
    set(disc, "init.disc.z", R * S - R);
    set(disc, "init.disc.yaw_rate", rate * S);
    return disc;
}

static double inclination_of(const wd_model *disc)
{
    return upright - fabs(out(disc, "disc", "roll"));
}

/* ---- the exponent: slope of a line fitted to ln a over ln(end - t) ---- */

enum { MOST_SAMPLES = 4000 };

struct fall {
    size_t count;
    double t[MOST_SAMPLES], a[MOST_SAMPLES]; /* s, and inclination in rad */
};

/* Slope of the fitted line for this end time, and the sum of its squared errors. */
static double slope_of(const struct fall *fall, double end, double *squares)
{
    double n = (double)fall->count, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (size_t i = 0; i < fall->count; i++) {
        double u = log(end - fall->t[i]), v = log(fall->a[i]);
        x += u, y += v, xx += u * u, xy += u * v, yy += v * v;
    }
    double slope = (xy - x * y / n) / (xx - x * x / n);
    *squares = yy - y * y / n - slope * (xy - x * y / n);
    return slope;
}

/* Exponent of the fall, for the end time with the best fit. The end is searched within a fraction
 * of the sampled span after the last sample. */
static double exponent_of(const struct fall *fall, double *end)
{
    double last = fall->t[fall->count - 1], span = last - fall->t[0];
    double best = INFINITY, exponent = NAN;
    *end = last;
    for (int i = 1; i <= 1000; i++) {
        double squares, at = last + 5e-4 * i * span, slope = slope_of(fall, at, &squares);
        if (squares < best)
            best = squares, exponent = slope, *end = at;
    }
    return exponent;
}

/* The contact moves round the rim at the rate w with w^2 = 4 g/(R a), and the resistance dissipates
 * the power T w of the energy E = 3/2 m g R a. So a^(3/2) decreases linearly, and the inclination
 * is proportional to (end - t)^(2/3). */
static void spin_down(void)
{
    static struct fall fall;
    const double R = 0.04, m = 0.4, g = 9.81, T = 2e-5;
    const double slope = -2 * T * sqrt(g / R) / (m * g * R);
    wd_model *disc = spinning_disc(R, m, g, 5 * degree);
    set_rolling(disc, T, 0.02);
    start(disc, 0);
    double E = balance_of(disc), end;
    while (wd_model_step_to(disc, wd_model_time(disc) + 1e-3) == WD_OK &&
           fall.count < MOST_SAMPLES) {
        double a = inclination_of(disc);
        if (a < 2 * degree) {
            fall.t[fall.count] = wd_model_time(disc);
            fall.a[fall.count++] = a;
        }
    }
    near_abs(inclination_of(disc), degree / 2, 1e-9, "inclination at the end of the spin-down");
    near_abs(balance_of(disc), E, 1e-8 * E, "energy balance of the disc");
    double exponent = exponent_of(&fall, &end);
    check(fabs(exponent - 2.0 / 3) < 2e-3, "exponent of the final spin-down: off by %.1e",
          fabs(exponent - 2.0 / 3));
    double rate = -pow(fall.a[0], 1.5) / (end - fall.t[0]);
    check(fabs(rate / slope - 1) < 1e-2,
          "the last 2 degrees take %.4f s; the rate of a^(3/2) is off by %.1e", end - fall.t[0],
          rate / slope - 1);
    wd_model_free(disc);
}

/* ---- balls ---- */

static const double moment = 0.01, radius = 0.1; /* kg.m2, m; the mass is 1 kg */

static wd_model *resisted_ball(const char *law, double rolling, double pivoting, double rate)
{
    wd_model *model = ball_above(0, 0);
    choose(model, "param.rim.law", law);
    set_part(model, "rim", "rolling_torque", rolling);
    set_part(model, "rim", "pivot_torque", pivoting);
    set_part(model, "rim", "resistance_rate", rate);
    return model;
}

/* Rate w after a time t of w' = -(T/I) tanh(w/r). */
static double slowed_rate(double w, double T, double I, double r, double t)
{
    return r * asinh(sinh(w / r) * exp(-T * t / (I * r)));
}

/* Rate of turning about the normal of a ball that rolls at the rate `roll`. */
static double turning_rate(const wd_model *model, double roll)
{
    double x = out(model, "ball", "wx"), y = out(model, "ball", "wy"), z = out(model, "ball", "wz");
    return sqrt(fmax(0, x * x + y * y + z * z - roll * roll));
}

static void rolling_balls(const char *law, const char *scheme, double step, double most)
{
    wd_model *model = resisted_ball(law, 0.01, 0.004, 0.5);
    choose(model, "solver.scheme", scheme);
    set(model, "solver.fixed_step", step);
    set(model, "init.ball.forward", 0.3);
    set(model, "init.ball.pitch_rate", 3);
    set(model, "init.ball.yaw_rate", 2);
    start(model, 0);
    double E = balance_of(model), worst = 0;
    for (double t = 0.5; t < 6; t += 0.5) {
        go(model, t);
        double roll = out(model, "ball", "vx") / radius;
        note(&worst, roll, slowed_rate(3, 0.01, moment + radius * radius, 0.5, t));
        note(&worst, turning_rate(model, roll), slowed_rate(2, 0.004, moment, 0.5, t));
    }
    check(worst <= most, "ball, %s, %s: rates agree with the closed form within %.2g rad/s", law,
          scheme, worst);
    near_abs(balance_of(model), E, 1e-9, "energy balance of the ball");
    wd_model_free(model);
}

/* A ball on a slope creeps at the rate at which the resisting torque equals that of gravity. */
static void ball_creeps(void)
{
    const double slope = 0.02, load = 9.81 * radius * sin(slope);
    wd_model *model = resisted_ball("coulomb", 2 * load, 0, 0.02);
    set(model, "input.slope", slope);
    start(model, 0);
    go(model, 10);
    near_abs(out(model, "ball", "vx") / radius, -0.02 * atanh(0.5), 1e-9,
             "rate of a ball that creeps down a slope");
    wd_model_free(model);
}

/* The resisting torques act on the ground only: a ball in the air keeps its rate until it lands. */
static void in_the_air(void)
{
    wd_model *model = resisted_ball("coulomb", 0.01, 0.01, 0.02);
    set(model, "init.ball.z", 1);
    set(model, "init.ball.yaw_rate", 2);
    start(model, 0);
    go(model, 0.3);
    check(out(model, "ball", "wz") == 2 && get(model, "output.dissipated") == 0,
          "no resistance in the air: rate and energy are unchanged");
    go(model, 1);
    check(out(model, "ball", "wz") < 2, "on the ground resistance slows the ball to %g rad/s",
          out(model, "ball", "wz"));
    wd_model_free(model);
}

static void ranges_of_values(void)
{
    wd_model *model = make("vehicle", "disc");
    check(wd_model_set_value(model, "param.edge.flat_angle", 0.0087) == WD_ERANGE &&
              wd_model_set_value(model, "param.edge.flat_angle", 1.6) == WD_ERANGE &&
              wd_model_set_value(model, "param.edge.rolling_torque", -1) == WD_ERANGE &&
              wd_model_set_value(model, "param.edge.pivot_torque", -1) == WD_ERANGE &&
              wd_model_set_value(model, "param.edge.resistance_rate", 0) == WD_ERANGE,
          "values out of range are refused");
    wd_model_free(model);
}

int main(void)
{
    torus_that_falls();
    spin_down();
    rolling_balls("ideal", "event", 0, 1e-8);
    rolling_balls("coulomb", "event", 0, 1e-8);
    rolling_balls("relaxed", "event", 0, 1e-4);
    rolling_balls("coulomb", "moreau", 1e-3, 2e-3);
    rolling_balls("ideal", "moreau", 1e-3, 2e-3);
    ball_creeps();
    in_the_air();
    ranges_of_values();
    return done();
}
