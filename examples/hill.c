/* SPDX-License-Identifier: MIT */
/* A car is parked on a hill by its brakes. All bits of its position stay the same until brakes or
 * friction are too weak. */
#include "example.h"

enum { WHEELS = 4, QUANTITY = 80 };

static const char *const wheel[WHEELS] = {"front_left", "front_right", "rear_left", "rear_right"};
static const double slope = 0.25;

static void set_wheels(wd_model *model, const char *quantity, int from, int to, double value)
{
    for (int i = from; i < to; i++) {
        char name[QUANTITY];
        snprintf(name, sizeof name, "input.%s.%s", wheel[i], quantity);
        must(model, wd_model_set_value(model, name, value));
    }
}

static wd_model *parked(const char *scheme)
{
    wd_model *model = new_model("vehicle");
    must(model, wd_model_load_preset(model, "rigid_car"));
    must(model, wd_model_set_choice(model, "solver.scheme", scheme));
    must(model, wd_model_set_value(model, "solver.fixed_step", *scheme == 'm' ? 1e-3 : 0));
    must(model, wd_model_set_value(model, "init.chassis.forward", 0));
    must(model, wd_model_set_value(model, "input.slope", slope));
    set_wheels(model, "torque", 2, WHEELS, 0); /* not the signals of the preset */
    must(model, wd_model_set_value(model, "input.front_left_steer.target", 0));
    must(model, wd_model_set_value(model, "input.front_right_steer.target", 0));
    set_wheels(model, "brake", 0, WHEELS, 4000);
    must(model, wd_model_init(model, 0));
    return model;
}

/* Run for some time; print how far the car has moved and the torque of a rear brake. */
static void wait(wd_model *model, double time, const char *what)
{
    double x = value_of(model, "state.chassis.x");
    must(model, wd_model_step_to(model, wd_model_time(model) + time));
    double moved = value_of(model, "state.chassis.x") - x;
    printf("%-34s %5.0f s %10.5f m %8.1f N m\n", what, time, moved,
           value_of(model, "output.rear_left.brake_torque"));
}

static void park(const char *scheme, double hold)
{
    wd_model *model = parked(scheme);
    double x = value_of(model, "state.chassis.x");
    printf("scheme %s%s\n", scheme, *scheme == 'm' ? ", steps of 1 ms" : "");
    wait(model, hold, "four brakes");
    set_wheels(model, "brake", 0, 2, 0);
    wait(model, hold, "rear brakes alone");
    printf("moved since the start: %g m\n", value_of(model, "state.chassis.x") - x);
    set_wheels(model, "brake", 2, WHEELS, 350);
    wait(model, 2, "rear brakes at most 350 N m: slip");
    set_wheels(model, "brake", 2, WHEELS, 4000);
    wait(model, 5, "at most 4000 N m: slides, stops");
    wait(model, hold, "holds");
    wd_model_free(model);
}

int main(void)
{
    printf("%-34s %7s %12s %12s\n", "on a slope of 0.25 rad", "time", "moved", "rear brake");
    park("event", 3600);
    park("moreau", 10);
    return EXIT_SUCCESS;
}
