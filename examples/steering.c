/* SPDX-License-Identifier: MIT */
/* A car is steered by an angle: the hinge of each front wheel has a stiffness, which pulls it to
 * its target. With Ackermann's geometry the axles of both front wheels meet on the line of the rear
 * axle. The faster the car drives round the turn, the closer its wheels are to their friction
 * limit, until they slide. */
#include <math.h>

#include "example.h"

enum { WHEELS = 4 };

static const double wheelbase = 2.6, track = 1.5, radius = 30;

static void steer(wd_model *model)
{
    must(model, wd_model_set_value(model, "input.front_left_steer.target",
                                   atan(wheelbase / (radius - track / 2))));
    must(model, wd_model_set_value(model, "input.front_right_steer.target",
                                   atan(wheelbase / (radius + track / 2))));
}

/* The preset without suspension, at a speed, neither driven nor steered. */
static wd_model *car(double speed)
{
    wd_model *model = new_model("vehicle");
    must(model, wd_model_load_preset(model, "rigid_car"));
    must(model, wd_model_set_value(model, "init.chassis.forward", speed));
    must(model, wd_model_set_value(model, "input.rear_left.torque", 0));
    must(model, wd_model_set_value(model, "input.rear_right.torque", 0));
    must(model, wd_model_set_value(model, "input.front_left_steer.target", 0));
    must(model, wd_model_set_value(model, "input.front_right_steer.target", 0));
    must(model, wd_model_init(model, 0));
    return model;
}

/* Friction force of a wheel as a fraction of its limit, 0.9 times the normal force */
static double use(const wd_model *model, const char *wheel)
{
    static const char *const force[] = {"normal_force", "forward_force", "side_force"};
    double value[3];
    for (int i = 0; i < 3; i++) {
        char name[80];
        snprintf(name, sizeof name, "output.%s.%s", wheel, force[i]);
        value[i] = value_of(model, name);
    }
    return hypot(value[1], value[2]) / (0.9 * value[0]);
}

int main(void)
{
    static const char *const wheel[WHEELS] = {"front_left", "front_right", "rear_left",
                                              "rear_right"};
    printf("v/(m/s)  radius/m  friction used:    fl    fr    rl    rr\n");
    for (int speed = 4; speed <= 18; speed += 2) {
        wd_model *model = car(speed);
        must(model, wd_model_step_to(model, 0.5));
        steer(model);
        must(model, wd_model_step_to(model, 6));
        double v = value_of(model, "output.speed");
        printf("%7.3f  %8.3f  %14s", v, v / value_of(model, "output.chassis.wz"), "");
        for (int i = 0; i < WHEELS; i++)
            printf("  %4.2f", use(model, wheel[i]));
        printf("\n");
        wd_model_free(model);
    }
    return EXIT_SUCCESS;
}
