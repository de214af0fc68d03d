/* SPDX-License-Identifier: MIT */
/* The linear model of a robot on two driven wheels and a caster, which slips without friction, is
 * compared with a closed form. */
#include "vehicle.h"

#include <string.h>

enum { FORWARD, YAW_RATE, STATES };

/* The preset robot: its body, with the centre of mass ahead of the axle, and its wheels. */
static const double mass = 8, yaw_inertia = 0.16666666666666667, ahead = 0.05;
static const double wheel_mass = 0.6, spin = 0.00192, cross = 0.001005, radius = 0.08, side = 0.17,
                    damping = 0.02;

/* Newton's equations of the robot as a plane body with rolling wheels:
 *
 *     M v' = m a w^2 + sum of (T - d s) / r,    J w' = -m a v w + sum of y (T - d s) / r
 *
 * v: forward speed of the middle of the axle, w: yaw rate; m: `mass`, a: `ahead`, r: `radius`,
 * d: `damping`. M is the mass of the robot and J its moment of inertia about the middle of the
 * axle, both increased by the spin inertia of the rolling wheels. The sums run over the two wheels,
 * with torque T, spin rate s = (v + y w) / r, and y = `side` at the right wheel, -`side` at the
 * left. */
static void closed_form(double v, double w, double *A, double *B)
{
    double per = 1 / (radius * radius);
    double M = mass + 2 * wheel_mass + 2 * spin * per;
    double J = yaw_inertia + mass * ahead * ahead +
               2 * (wheel_mass * side * side + cross + spin * side * side * per);
    A[FORWARD * STATES + FORWARD] = -2 * damping * per / M;
    A[FORWARD * STATES + YAW_RATE] = 2 * mass * ahead * w / M;
    A[YAW_RATE * STATES + FORWARD] = -mass * ahead * w / J;
    A[YAW_RATE * STATES + YAW_RATE] = -(2 * damping * side * side * per + mass * ahead * v) / J;
    B[FORWARD * 2] = B[FORWARD * 2 + 1] = 1 / (radius * M);
    B[YAW_RATE * 2 + 1] = side / (radius * J);
    B[YAW_RATE * 2] = -B[YAW_RATE * 2 + 1];
}

/* Compare the linear model at this instant with the closed form. */
static void has_closed_form(wd_model *model, const char *when)
{
    uint32_t torque[2];
    double A[STATES * STATES], B[STATES * 2], a[STATES * STATES], b[STATES * 2], worst = 0;
    double v = hypot(get(model, "state.chassis.vx"), get(model, "state.chassis.vy"));
    double w = get(model, "state.chassis.wz");
    wd_model_find(model, "input.left.torque", &torque[0]);
    wd_model_find(model, "input.right.torque", &torque[1]);
    check(wd_model_linear_size(model) == STATES &&
              strcmp(wd_model_linear_name(model, FORWARD), "chassis.forward") == 0 &&
              strcmp(wd_model_linear_name(model, YAW_RATE), "chassis.yaw_rate") == 0,
          "%s: the states are speed and yaw rate", when);
    must(model, wd_model_linearize(model, A, torque, 2, B), when);
    v = sqrt(v * v - ahead * ahead * w * w); /* speed of the middle of the axle */
    closed_form(v, w, a, b);
    for (int i = 0; i < STATES * STATES; i++)
        worst = fmax(worst, fmax(fabs(A[i] - a[i]), fabs(B[i] - b[i])));
    char text[64];
    snprintf(text, sizeof text, "linear model of the robot %s", when);
    near_abs(worst, 0, 1e-10, text);
}

/* A caster that slips with Coulomb friction has no linear model: the library refuses every Coulomb
 * wheel that slips with friction, at any slip speed. */
static void refused_with_friction(wd_model *model)
{
    double A[STATES * STATES];
    set_input(model, "caster", "mu", 0.1);
    must(model, wd_model_step_to(model, 6.1), "with friction");
    check(wd_model_linearize(model, A, NULL, 0, NULL) == WD_EDOMAIN &&
              strstr(wd_model_error(model), "\"caster\" slips by Coulomb's law") != NULL,
          "a slipping caster with friction is refused: %s", wd_model_error(model));
}

int main(void)
{
    wd_model *model = make("vehicle", "robot");
    must(model, wd_model_init(model, 0), "init");
    has_closed_form(model, "at rest");
    must(model, wd_model_step_to(model, 2), "ahead");
    has_closed_form(model, "straight ahead");
    must(model, wd_model_step_to(model, 6), "turning");
    check(get(model, "state.chassis.wz") > 0.1, "the robot has a yaw rate above 0.1 rad/s");
    has_closed_form(model, "in a bend");
    refused_with_friction(model);
    wd_model_free(model);
    return done();
}
