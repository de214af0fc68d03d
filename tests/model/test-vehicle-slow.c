/* SPDX-License-Identifier: MIT */
/* Slips that are slow for long: a rigid car that goes round faster than its front wheels can, which
 * slip by some centimetres a second. The steps that this takes, and what smaller tolerances, by
 * which slips do not follow the forces, change of it; its energy, its friction, and snapshots. */
#include "vehicle.h"

#include <stdlib.h>
#include <string.h>

static const char *const wheels[] = {"front_left", "front_right", "rear_left", "rear_right"};

/* From 0.5 s on it is steered to a radius of 30 m. */
static wd_model *steered(double speed, double rtol)
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

/* By how much the largest force is beyond its cone, of the load. */
static double beyond(const wd_model *model)
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

static void steps(void)
{
    static const double speed[] = {14, 18};
    for (int i = 0; i < 2; i++) {
        wd_model *model = steered(speed[i], 1e-9);
        double before = balance_of(model), most = 0;
        for (int k = 1; k <= 30; k++) {
            go(model, 0.5 + 0.1 * k);
            most = fmax(most, beyond(model));
        }
        check(get(model, "stat.steps") < 8000, "at %g m/s it takes %.0f steps for 3.5 s", speed[i],
              get(model, "stat.steps"));
        check(most < 1e-12, "no force is beyond its cone: %.2g", most);
        check(fabs(balance_of(model) - before) < 1e-8, "its energy balances to %.2g",
              fabs(balance_of(model) - before));
        wd_model_free(model);
    }
}

static void tolerances(void)
{
    static const char *const state[] = {"x", "y", "yaw", "vx", "vy", "wz"};
    wd_model *model = steered(14, 1e-9), *fine = steered(14, 1e-10);
    double error = 0;
    go(model, 1.5), go(fine, 1.5);
    for (int k = 0; k < 6; k++)
        error = fmax(error, fabs(out(model, "chassis", state[k]) - out(fine, "chassis", state[k])));
    check(error < 1e-5, "slips that do not follow change it by %.2g", error);
    check(get(fine, "stat.steps") > 2 * get(model, "stat.steps"), "in %.0f steps, not %.0f",
          get(fine, "stat.steps"), get(model, "stat.steps"));
    wd_model_free(model);
    wd_model_free(fine);
}

static void snapshots(void)
{
    int same = 0;
    for (int k = 0; k < 5; k++) {
        wd_model *model = steered(14, 1e-9);
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
    check(same == 5, "%d of 5 go on from snapshots with the same bits", same);
}

int main(void)
{
    steps();
    tolerances();
    snapshots();
    return done();
}
