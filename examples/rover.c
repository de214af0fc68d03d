/* SPDX-License-Identifier: MIT */
/* A robot drives along way points. Its controller runs at 1 kHz, as on a real robot: it reads the
 * measurements at an instant and computes torques, which are held until the next instant. */
#include <math.h>

#include "example.h"

enum { RATE = 1000, POINTS = 4 };
enum { X, Y, YAW, LEFT, RIGHT, MEASURED };

static const char *const measured[MEASURED] = {"output.chassis.x", "output.chassis.y",
                                               "output.chassis.yaw", "state.left.rate",
                                               "state.right.rate"};
static const char *const torque[2] = {"input.left.torque", "input.right.torque"};

static const double way[POINTS][2] = {{2, 0.5}, {2, 2}, {0, 2}, {0.05, 0}};
static const double wheel_radius = 0.08, half_track = 0.17, cruise = 0.5;
static const double most_torque = 0.6; /* largest torque of a motor [N m] */

struct controller {
    int next;           /* number of the way point to which the robot drives */
    double integral[2]; /* integral of the speed error of each wheel [rad] */
};

/* Compute forward speed and turn rate to the next way point. Returns 0 once the robot has reached
 * the last way point. */
static int plan(struct controller *c, const double *now, double *speed, double *turn)
{
    double dx = way[c->next][0] - now[X], dy = way[c->next][1] - now[Y];
    if (hypot(dx, dy) < 0.05 && ++c->next == POINTS)
        return 0;
    double error = remainder(atan2(dy, dx) - now[YAW], 2 * acos(-1));
    *turn = fmax(-2, fmin(2, 3 * error));
    *speed = cruise * fmax(0, cos(error));
    return 1;
}

/* Proportional-integral control of each wheel. The integral is held while its motor saturates. */
static void drive(struct controller *c, const double *now, double speed, double turn, double *out)
{
    for (int i = 0; i < 2; i++) {
        double side = i == 0 ? -half_track : half_track;
        double error = (speed + side * turn) / wheel_radius - now[LEFT + i];
        double wanted = 0.2 * error + 1.0 * c->integral[i];
        out[i] = fmax(-most_torque, fmin(most_torque, wanted));
        if (out[i] == wanted)
            c->integral[i] += error / RATE;
    }
}

int main(void)
{
    wd_model *robot = new_model("vehicle");
    uint32_t measured_ref[MEASURED], torque_ref[2];
    struct controller controller = {0, {0, 0}};
    double now[MEASURED], out[2], speed, turn;
    must(robot, wd_model_load_preset(robot, "robot"));
    for (int i = 0; i < MEASURED; i++)
        measured_ref[i] = ref_of(robot, measured[i]);
    for (int i = 0; i < 2; i++) {
        torque_ref[i] = ref_of(robot, torque[i]);
        must(robot, wd_model_set_value(robot, torque[i], 0)); /* not the signals of the preset */
    }
    must(robot, wd_model_init(robot, 0));
    printf(" t/s    x/m    y/m    yaw/rad  way point\n");
    for (long k = 0; k < 60 * RATE; k++) {
        must(robot, wd_model_get(robot, measured_ref, MEASURED, now));
        if (k > 0 && k % (2 * RATE) == 0)
            printf("%4.1f  %5.2f  %5.2f  %8.3f  %9d\n", wd_model_time(robot), now[X], now[Y],
                   now[YAW], controller.next + 1);
        if (!plan(&controller, now, &speed, &turn))
            break;
        drive(&controller, now, speed, turn, out);
        must(robot, wd_model_set(robot, torque_ref, 2, out));
        must(robot, wd_model_step_to(robot, (double)(k + 1) / RATE));
    }
    printf("there after %.1f s with %.2f J\n", wd_model_time(robot),
           value_of(robot, "output.work"));
    wd_model_free(robot);
    return controller.next == POINTS ? EXIT_SUCCESS : EXIT_FAILURE;
}
