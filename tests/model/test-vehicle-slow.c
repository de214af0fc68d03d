/* SPDX-License-Identifier: MIT */
/* Long slow slips: a rigid car in a turn that is too fast for its front wheels, which slip at some
 * cm/s. The test checks the number of steps, the energy, the friction, snapshots, and the effect of
 * smaller tolerances, with which only slips below solver.onset_speed are in mode `slow`
 * (docs/theory/vehicle.rst). */
#include "vehicle.h"

#include <stdlib.h>
#include <string.h>

static const char *const wheels[] = {"front_left", "front_right", "rear_left", "rear_right"};

/* A car steered to a radius of 30 m (Ackermann) from 0.5 s on. */
static wd_model *make_steered_car(double speed, double rtol)
{
    static const double wheelbase = 2.6, track = 1.5, radius = 30;
    wd_model *model = make("vehicle", "rigid_car");
    set_init(model, "chassis", "forward", speed);
    set(model, "solver.rtol", rtol);
    for (int i = 2; i < 4; i++)
        set_input(model, wheels[i], "torque", 0);
    set_input(model, "front_left_steer", "target", 0);
    set_input(model, "front_right_steer", "target", 0);
    start(model, 0);
    go(model, 0.5);
    set_input(model, "front_left_steer", "target", atan(wheelbase / (radius - track / 2)));
    set_input(model, "front_right_steer", "target", atan(wheelbase / (radius + track / 2)));
    return model;
}

/* Largest excess of a friction force over its limit, relative to the limit; mu is 0.9. */
static double excess_over_cone(const wd_model *model)
{
    double most = 0;
    for (int i = 0; i < 4; i++) {
        double load = out(model, wheels[i], "normal_force");
        double force =
            hypot(out(model, wheels[i], "forward_force"), out(model, wheels[i], "side_force"));
        most = fmax(most, force / (0.9 * load) - 1);
    }
    return most;
}

static void few_steps(void)
{
    static const double speed[] = {14, 18};
    for (int i = 0; i < 2; i++) {
        wd_model *model = make_steered_car(speed[i], 1e-9);
        double before = balance_of(model), most = 0;
        for (int k = 1; k <= 30; k++) {
            go(model, 0.5 + 0.1 * k);
            most = fmax(most, excess_over_cone(model));
        }
        check(get(model, "stat.steps") < 8000, "at %g m/s the car takes %.0f steps for 3.5 s",
              speed[i], get(model, "stat.steps"));
        check(most < 1e-12, "no force exceeds its friction cone: %.2g", most);
        check(fabs(balance_of(model) - before) < 1e-8,
              "the energy balance of the car is off by %.2g J", fabs(balance_of(model) - before));
        wd_model_free(model);
    }
}

static void tolerances_agree(void)
{
    static const char *const state[] = {"x", "y", "yaw", "vx", "vy", "wz"};
    wd_model *model = make_steered_car(14, 1e-9), *fine = make_steered_car(14, 1e-10);
    double error = 0;
    go(model, 1.5), go(fine, 1.5);
    for (int k = 0; k < 6; k++)
        error = fmax(error, fabs(out(model, "chassis", state[k]) - out(fine, "chassis", state[k])));
    check(error < 1e-5, "smaller tolerances change the motion by %.2g", error);
    check(get(fine, "stat.steps") > 2 * get(model, "stat.steps"),
          "smaller tolerances take %.0f steps instead of %.0f", get(fine, "stat.steps"),
          get(model, "stat.steps"));
    wd_model_free(model);
    wd_model_free(fine);
}

static void snapshots_keep_bits(void)
{
    int same = 0;
    for (int k = 0; k < 5; k++) {
        wd_model *model = make_steered_car(14, 1e-9);
        go(model, 0.6 + 0.2 * k);
        size_t size = wd_model_save_size(model);
        char *bytes = malloc(3 * size);
        must(model, wd_model_save(model, bytes, size), "save");
        go(model, 2);
        must(model, wd_model_save(model, bytes + size, size), "save");
        must(model, wd_model_load(model, bytes, size), "load");
        go(model, 2);
        must(model, wd_model_save(model, bytes + 2 * size, size), "save");
        same += memcmp(bytes + size, bytes + 2 * size, size) == 0;
        free(bytes);
        wd_model_free(model);
    }
    check(same == 5, "%d of 5 runs continued from snapshots have the same bits", same);
}

static void set_signal(wd_model *model, const char *name, const double *knots, size_t n)
{
    uint32_t ref;
    must(model, wd_model_find(model, name, &ref), name);
    must(model, wd_model_set_input_signal(model, ref, WD_SIGNAL_LINEAR, knots, n), name);
}

/* A drive in which both wheels of the axle start to slip at the same instant, 1.6866 s. Friction
 * never accelerates a slip, and the motion does not depend on how often the caller stops. */
static double driven_robot(int stops, double *worst)
{
    static const double left[] = {0,
                                  -1.0946023169371184,
                                  1.4803280528234566,
                                  0.4616275307455535,
                                  1.9402694740035207,
                                  -1.1376322128820302,
                                  3.2124855545100868,
                                  -1.0046707535820507};
    static const double right[] = {0,
                                   0.7743957695886505,
                                   1.6638142458004677,
                                   1.263811687672088,
                                   2.846932253489145,
                                   -0.30480209045484064};
    static const double brake[] = {
        0, 0, 1.1713915878535914, 0, 2.8917024189691247, 0.6614801734181084};
    wd_model *model = make("vehicle", "robot");
    set(model, "input.left.mu", 0.8776873315185142);
    set(model, "input.right.mu", 0.960803532100468);
    set_signal(model, "input.left.torque", left, 8);
    set_signal(model, "input.right.torque", right, 6);
    set_signal(model, "input.left.brake", brake, 6);
    set_signal(model, "input.right.brake", brake, 6);
    start(model, 0);
    for (int k = 1; k <= stops; k++) {
        go(model, 1.5 + 0.25 * k / stops);
        double N = out(model, "left", "normal_force");
        double u = out(model, "left", "slip_forward"), v = out(model, "left", "slip_side");
        double power =
            out(model, "left", "forward_force") * u + out(model, "left", "side_force") * v;
        if (hypot(u, v) > 1e-6)
            *worst = fmax(*worst, power / (N * hypot(u, v)));
    }
    double rate = get(model, "state.chassis.wz");
    wd_model_free(model);
    return rate;
}

static void friction_opposes_slip(void)
{
    double worst = -1, once = driven_robot(1, &worst), often = driven_robot(100, &worst);
    check(worst < 1e-9,
          "friction pushes along the slip by at most %.2g of the load (below 0: it opposes)",
          worst);
    near_rel(once, often, 1e-6, 1, "the yaw rate is the same with one stop and with 100");
}

/* On a banked road one wheel of a robot slips forward slowly while the other sticks and holds the
 * axle sideways. So the first wheel cannot slip sideways, and its side force is 0: turning its
 * friction force would not turn its slip, which is not stiff. */
static void friction_beside_a_sticking_wheel(void)
{
    wd_model *model = make("vehicle", "robot");
    double worst = 0;
    int slips = 0;
    set(model, "input.bank", 0.05);
    set(model, "input.right.mu", 0.3);
    set_input(model, "left", "torque", 0);
    set_input(model, "right", "torque", 1);
    set_init(model, "right", "rate", 0.05);
    start(model, 0);
    for (int k = 1; k <= 250; k++) {
        go(model, 1e-4 * k);
        double u = out(model, "right", "slip_forward"), v = out(model, "right", "slip_side");
        double f = out(model, "right", "forward_force"), s = out(model, "right", "side_force");
        if (out(model, "left", "contact") != 1 || out(model, "right", "contact") != 2)
            continue;
        slips++;
        worst = fmax(worst, fabs(f * v - s * u) / (hypot(f, s) * hypot(u, v)));
    }
    check(slips > 50 && worst < 1e-9,
          "beside a sticking wheel friction is opposite to the slip to %.2g, at %d instants", worst,
          slips);
    wd_model_free(model);
}

/* On a banked road both wheels of a robot slip sideways, one of them also forward. When the axle
 * stops, the forward slip has ended, too. It must not remain as a slip of 1e-7 m/s whose friction,
 * at its limit across the slip, braces the wheels against each other. */
static void slips_of_an_axle_end(void)
{
    wd_model *model = make("vehicle", "robot");
    set(model, "input.bank", 0.2);
    set_input(model, "left", "torque", 0);
    set_input(model, "right", "torque", 0);
    set_init(model, "right", "rate", 5);
    start(model, 0);
    go(model, 0.01);
    check(out(model, "left", "contact") == 1 && out(model, "right", "contact") == 1,
          "both wheels stick after 0.01 s");
    check(out(model, "left", "side_force") * out(model, "right", "side_force") > 0,
          "both wheels hold the robot on the bank: %g and %g N", out(model, "left", "side_force"),
          out(model, "right", "side_force"));
    wd_model_free(model);
}

/* Brakes on wheels that do not turn, in the air: a few steps suffice. */
static void brakes_in_the_air(void)
{
    wd_model *model = car_without_springs(wheels, 0.8);
    set(model, "init.frame.z", 0.1);
    set(model, "init.frame.forward", 20);
    set(model, "input.front_left.brake", 1000);
    set(model, "input.front_right.brake", 1000);
    set(model, "input.slope", 0.1);
    start(model, 0);
    go(model, 0.05);
    check(get(model, "stat.steps") < 100, "two brakes in the air take %g steps",
          get(model, "stat.steps"));
    wd_model_free(model);
}

int main(void)
{
    friction_opposes_slip();
    friction_beside_a_sticking_wheel();
    slips_of_an_axle_end();
    brakes_in_the_air();
    few_steps();
    tolerances_agree();
    snapshots_keep_bits();
    return done();
}
