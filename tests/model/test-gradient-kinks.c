/* SPDX-License-Identifier: MIT */
/* wd_model_gradient() of outputs with a kink, which have two one-sided derivatives: at knots of
 * inputs and at impacts at the end of the motion; compared with closed forms. */
#include "support.h"

#include <math.h>
#include <wheeldyn/gradient.h>

enum { MOST_OUTPUTS = 128 };

static const double radius = 0.1, mass = 10, inertia = 0.05;

struct derivative {
    double value, error;
    int32_t side;
};

static struct derivative differentiate(wd_model *model, double end, const char *output,
                                       const char *variable, size_t number)
{
    struct derivative d;
    uint32_t out = 0, ref = 0;
    must(model, wd_model_find(model, output, &out), output);
    must(model, wd_model_find(model, variable, &ref), variable);
    must(
        model,
        wd_model_gradient(model, 0, end, &out, 1, &ref, &number, 1, 1, &d.value, &d.error, &d.side),
        output);
    wd_model_free(model);
    return d;
}

static void compare(struct derivative d, double expected, int32_t side, const char *what)
{
    double off = fabs(d.value - expected);
    check(d.side == side && off <= 1e-8 * fmax(1, fabs(expected)) && off <= d.error,
          "%s: %.12g for %.12g, estimate %.1e, %s", what, d.value, expected, d.error,
          wd_gradient_name(d.side));
}

/* ---- a wheel that rolls on level ground without slip ---- */

/* The torque is a signal of pairs (t, torque). */
static wd_model *make_roller(int32_t form, const double *signal, size_t n)
{
    const double ground[] = {-50, 0, 50, 0};
    wd_model *model = make("impact_wheel", NULL);
    uint32_t torque = 0;
    must(model, wd_model_set_terrain(model, ground, 2), "terrain");
    must(model, wd_model_find(model, "input.torque", &torque), "torque");
    must(model, wd_model_set_input_signal(model, torque, form, signal, n), "signal");
    set(model, "param.mass", mass);
    set(model, "param.inertia", inertia);
    set(model, "param.radius", radius);
    set(model, "param.mu", 2);
    set(model, "state.x", 0);
    set(model, "state.y", radius);
    return model;
}

/* The torque steps at 1 s from 0 to -2 N.m. */
static wd_model *make_stepped(void)
{
    static const double step[] = {0, 0, 1, -2};
    return make_roller(WD_SIGNAL_STEP, step, 4);
}

static void knots_at_the_end(void)
{
    static const double ramp[] = {0, 0, 1, -2, 2, -2};
    double push = 2 * radius / (inertia + mass * radius * radius); /* m/s^2, after the step */
    const char *x = "state.x", *speed = "state.x_dot", *torque = "input.torque";
    compare(differentiate(make_stepped(), 1, speed, torque, 2), 0, WD_GRADIENT_FROM_ABOVE,
            "a torque that steps at the end, speed by time of the step");
    compare(differentiate(make_stepped(), 1, x, torque, 2), 0, WD_GRADIENT_TWO_SIDED,
            "a torque that steps at the end, way by time of the step");
    compare(differentiate(make_stepped(), 1 + 1e-4, speed, torque, 2), -push, WD_GRADIENT_TWO_SIDED,
            "a torque that steps 0.1 ms before the end");
    compare(differentiate(make_stepped(), 1 - 1e-4, speed, torque, 2), 0, WD_GRADIENT_TWO_SIDED,
            "a torque that steps 0.1 ms after the end");
    compare(differentiate(make_stepped(), 1, "output.friction_force_1", torque, 2), 0,
            WD_GRADIENT_FROM_BELOW, "a force that jumps if the step comes later");
    compare(differentiate(make_roller(WD_SIGNAL_LINEAR, ramp, 6), 1, speed, torque, 2), -push / 2,
            WD_GRADIENT_TWO_SIDED, "a ramp that ends at the end, by its time");
    compare(differentiate(make_roller(WD_SIGNAL_LINEAR, ramp, 6), 1, speed, torque, 3), -push / 4,
            WD_GRADIENT_TWO_SIDED, "a ramp that ends at the end, by its torque");
}

/* Outputs with and without a kink: there is one side for all. */
static void several_outputs(void)
{
    wd_model *model = make_stepped();
    static const char *const names[] = {"state.x", "state.x_dot", "output.friction_force_1"};
    uint32_t outputs[3], torque = 0;
    double value[3], error[3];
    int32_t side = -1;
    const size_t time = 2;
    for (size_t i = 0; i < 3; i++)
        must(model, wd_model_find(model, names[i], &outputs[i]), names[i]);
    must(model, wd_model_find(model, "input.torque", &torque), "torque");
    must(model,
         wd_model_gradient(model, 0, 1, outputs, 3, &torque, &time, 1, 1, value, error, &side),
         "gradient");
    wd_model_free(model);
    double push = 2 * radius / (inertia + mass * radius * radius);
    check(side == WD_GRADIENT_FROM_BELOW, "all three have a derivative %s", wd_gradient_name(side));
    near_abs(value[0], 0, 1e-9, "way");
    near_abs(value[1], -push, 1e-9, "speed");
    near_abs(value[2], 0, 1e-8, "force");
}

/* ---- outputs that are 0 but for noise ---- */

/* A bicycle that rides upright: roll, steer, yaw and constraint forces to the side stay 0. Noise of
 * the motion, and magnitudes of this noise, are no kinks. */
static void noise_is_no_kink(void)
{
    static const char *const names[] = {"init.roll", "init.steer", "init.roll_rate",
                                        "input.steer_torque", "input.roll_torque"};
    wd_model *model = make("bicycle", NULL);
    uint32_t outputs[MOST_OUTPUTS], refs[5];
    double value[MOST_OUTPUTS * 5], error[MOST_OUTPUTS * 5];
    int32_t side[5];
    size_t n = 0, lost = 0;
    for (uint32_t i = 0; i < wd_model_var_count(model); i++) {
        int32_t role = wd_model_var_role(model, i);
        if ((role == WD_OUTPUT || role == WD_STATE) && n < MOST_OUTPUTS)
            outputs[n++] = i;
    }
    for (size_t i = 0; i < 5; i++)
        must(model, wd_model_find(model, names[i], &refs[i]), names[i]);
    must(model, wd_model_gradient(model, 0, 0.5, outputs, n, refs, NULL, 5, 1, value, error, side),
         "gradient");
    for (size_t i = 0; i < 5 * n; i++)
        lost += !(error[i] < 1e-6);
    check(n > 100 && lost == 0, "%zu of %zu derivatives of a bicycle have no small estimate", lost,
          5 * n);
    for (size_t i = 0; i < 5; i++)
        check(side[i] == WD_GRADIENT_TWO_SIDED, "all outputs of a bicycle by %s: %s", names[i],
              wd_gradient_name(side[i]));
    wd_model_free(model);
}

/* ---- an impact at the end ---- */

static void impact_at_the_end(void)
{
    static const double above[] = {0, 1e-15, -1e-15}; /* m, too high for the impact */
    const double ground[] = {-50, 0, 50, 0}, g = 10, fall = 0.2, restitution = 0.5;
    for (size_t i = 0; i < 3; i++) {
        wd_model *model = make("impact_wheel", NULL);
        must(model, wd_model_set_terrain(model, ground, 2), "terrain");
        set(model, "param.radius", radius);
        set(model, "param.restitution", restitution);
        set(model, "param.mu", 0);
        set(model, "param.gravity", g);
        set(model, "state.x_dot", 0);
        set(model, "state.y", radius + fall + above[i]);
        int flies = above[i] > 0;
        compare(differentiate(model, sqrt(2 * fall / g), "state.y", "state.y", WD_GRADIENT_VALUE),
                flies ? 1 : -restitution, flies ? WD_GRADIENT_FROM_ABOVE : WD_GRADIENT_FROM_BELOW,
                "an impact at the end, height by height");
    }
}

int main(void)
{
    knots_at_the_end();
    several_outputs();
    noise_is_no_kink();
    impact_at_the_end();
    return done();
}
