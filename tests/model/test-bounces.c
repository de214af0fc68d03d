/* SPDX-License-Identifier: MIT */
/* Lossless bounces of a wheel and of a vehicle, compared with the closed form: height, energy, and
 * the derivative of the height with respect to the drop height. Event-driven runs reproduce all
 * three. Moreau steps keep the energy but shift each impact to a step, which is the same step for
 * all nearby drop heights. */
#include "vehicle.h"

static const double G = 9.81, END = 2.0, DROP = 0.2137; /* m/s2, s, m */

/* Return t1: impacts of a fall from rest are at t1, 3 t1, 5 t1, ... */
static double first_impact(double height)
{
    return sqrt(2 * height / G);
}

/* Time of the last impact in units of t1: 2 n - 1 for n impacts. */
static double time_of_last_impact(double height)
{
    double t1 = first_impact(height);
    return 1 + 2 * floor((END - t1) / (2 * t1));
}

static double height_at_end(double height)
{
    double t1 = first_impact(height), flight = END - time_of_last_impact(height) * t1;
    return flight * (G * t1 - G / 2 * flight);
}

/* d height_at_end / d height, where d t1 / d height = t1 / (2 height) */
static double slope_at_end(double height)
{
    double t1 = first_impact(height), rate = t1 / (2 * height),
           flight = END - time_of_last_impact(height) * t1;
    return G * rate * flight - time_of_last_impact(height) * rate * (G * t1 - G * flight);
}

struct fall {
    double height; /* m, above the height at rest on the ground */
    double energy; /* J/kg, 0 at rest on the ground */
};

static struct fall finish_fall(wd_model *model, double step, const char *z, const char *speed,
                               double at)
{
    if (step > 0) {
        choose(model, "solver.scheme", "moreau");
        set(model, "solver.fixed_step", step);
    }
    start(model, 0);
    go(model, END);
    struct fall fall = {.height = get(model, z) - at};
    fall.energy = G * fall.height + get(model, speed) * get(model, speed) / 2;
    wd_model_free(model);
    return fall;
}

static struct fall drop_wheel(double drop, double step)
{
    static const double ground[] = {-1, 0, 1, 0};
    wd_model *model = make("impact_wheel", NULL);
    wd_model_set_terrain(model, ground, 2);
    set(model, "param.gravity", G);
    set(model, "param.restitution", 1);
    set(model, "param.radius", 0.1);
    set(model, "state.x", 0);
    set(model, "state.y", 0.1 + drop);
    set(model, "state.x_dot", 0);
    set(model, "state.y_dot", 0);
    set(model, "state.phi_dot", 0);
    return finish_fall(model, step, "state.y", "state.y_dot", 0.1);
}

static struct fall drop_ball(double drop, double step)
{
    wd_model *model = new_vehicle();
    set(model, "param.gravity", G);
    add_body(model, "frame", 1, 0.004, 0, 0, 0);
    add(model, "rim", "skin", "frame", NULL);
    set_part(model, "skin", "radius", 0.1);
    set_part(model, "skin", "crown", 0.1);
    set_part(model, "skin", "restitution", 1);
    set_init(model, "frame", "z", 0.1 + drop);
    return finish_fall(model, step, "state.frame.z", "state.frame.vz", 0.1);
}

typedef struct fall (*run)(double drop, double step);

static double difference_of_runs(run of, double step, double by)
{
    return (of(DROP + by, step).height - of(DROP - by, step).height) / (2 * by);
}

static void bounce_by_events(const char *what, run of)
{
    struct fall fall = of(DROP, 0);
    near_abs(fall.height, height_at_end(DROP), 1e-12, what);
    near_rel(fall.energy, G * DROP, 1e-12, 1, "energy after the lossless bounces");
    near_rel(difference_of_runs(of, 0, 1e-6), slope_at_end(DROP), 1e-6, 1,
             "derivative of the height, by differences");
}

/* Check bounces in fixed steps. The error of t1 is at most one step. The energy may grow by `gain`
 * times the work of the weight during one step at the impact speed. */
static void bounce_by_steps(const char *what, run of, double gain, double derivative)
{
    double speed = G * first_impact(DROP), least = INFINITY;
    for (int i = 0; i < 4; i++) {
        double step = 4e-3 / (1 << (2 * i));
        struct fall fall = of(DROP, step);
        double error = fabs(fall.height - height_at_end(DROP)), gained = fall.energy - G * DROP;
        check(gained > -1e-12 && gained < gain * G * speed * step + 1e-12,
              "%s, steps of %g s: energy gain %.2g J/kg", what, step, gained);
        check(error < time_of_last_impact(DROP) * step * speed, "the height is off by %.2g m",
              error);
        least = fmin(least, error / step);
    }
    check(least > 0.1, "the error of the height exceeds 0.1 m/s times the step");
    near_abs(difference_of_runs(of, 1e-3, 1e-6), derivative, 1e-9,
             "derivative of the height by differences");
}

int main(void)
{
    near_rel(slope_at_end(DROP), (height_at_end(DROP + 1e-7) - height_at_end(DROP - 1e-7)) / 2e-7,
             1e-7, 1, "slope_at_end() is the derivative of height_at_end()");
    bounce_by_events("height of a wheel after lossless bounces", drop_wheel);
    bounce_by_events("height of a ball after lossless bounces", drop_ball);
    /* The wheel keeps its penetration after a late impact, so a higher drop shifts the whole path:
     * derivative 1. */
    bounce_by_steps("a wheel", drop_wheel, 0, 1);
    /* Each impact projects the ball onto the ground, so the drop height has no effect: derivative
     * 0. */
    bounce_by_steps("a ball", drop_ball, 0.5, 0);
    return done();
}
