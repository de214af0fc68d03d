/* SPDX-License-Identifier: MIT */
/* A sampled slip controller at 1 kHz around the model: step_to, set, eval, get.
 * The driver demands up to 60 N.m; around t = 10 s the ground is slippery and the wheel would
 * spin. The controller reduces the torque so that the slip ratio stays near its target. */
#include <math.h>

#include "example.h"

static const double period = 1e-3;             /* s */
static const double target = 0.05;             /* slip ratio to keep on slippery ground */
static const double gain = 500.0;              /* N.m per unit of slip ratio */
static const double reset_gain = 5000.0;       /* N.m/s per unit of slip ratio */
static const long samples = 20000, wet = 8000; /* 20 s; the ground is slippery from about 8 s */

struct result {
    double peak_slip; /* largest slip ratio after the ground has become slippery */
    double speed;     /* final speed [m/s] */
    double work;      /* work of the drive torque [J] */
};

/* Proportional-integral control. The integral is limited so that the controller's torque does not
 * exceed the driver's demand; without the limit the integral would wind up. */
static double controlled_torque(double demand, double slip, double *integral)
{
    double error = target - slip;
    *integral = fmin(*integral + reset_gain * error * period, demand - gain * error);
    return fmin(demand, fmax(0.0, gain * error + *integral));
}

static struct result drive(int control)
{
    enum { SLIP, SPEED, WORK, COUNT };
    wd_model *model = rolling_wheel("drive-60");
    const uint32_t torque_ref = ref_of(model, "input.drive_torque");
    const uint32_t refs[COUNT] = {
        [SLIP] = ref_of(model, "output.slip_ratio"),
        [SPEED] = ref_of(model, "state.x_dot"),
        [WORK] = ref_of(model, "output.work"),
    };
    double seen[COUNT], integral = 0.0;
    struct result result = {0};

    must(model, wd_model_init(model, 0.0));
    for (long k = 0; k <= samples; k++) {
        double t = (double)k * period, demand = 60.0 * tanh(0.5 * t);
        must(model, wd_model_step_to(model, t));
        must(model, wd_model_get(model, refs, COUNT, seen));
        double torque = control ? controlled_torque(demand, seen[SLIP], &integral) : demand;
        must(model, wd_model_set(model, &torque_ref, 1, &torque));
        /* The torque acts at once, so the forces of this instant must be computed again. */
        must(model, wd_model_eval(model));
        must(model, wd_model_get(model, refs, COUNT, seen));
        if (k >= wet)
            result.peak_slip = fmax(result.peak_slip, seen[SLIP]);
    }
    result.speed = seen[SPEED];
    result.work = seen[WORK];
    wd_model_free(model);
    return result;
}

int main(void)
{
    printf("control  peak slip ratio  speed at 20 s/(m/s)  work/J\n");
    for (int control = 0; control < 2; control++) {
        struct result r = drive(control);
        printf("%-7s  %15.3f  %19.3f  %6.0f\n", control ? "on" : "off", r.peak_slip, r.speed,
               r.work);
    }
    return EXIT_SUCCESS;
}
