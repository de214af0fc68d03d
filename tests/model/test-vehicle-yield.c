/* SPDX-License-Identifier: MIT */
/* Contacts and brakes that yield (docs/theory/vehicle.rst): the mode ends when a car stands, and it
 * needs wheels of law coulomb. Where a slip reverses just after its start, brakes still obey their
 * capacities, and wheels that stick do not slip. */
#include "vehicle.h"

#include <string.h>

static const char *const wheels[] = {"front_left", "front_right", "rear_left", "rear_right"};

enum { CAR_WHEELS = 4, DRIVEN = 2 };

static void set_signal(wd_model *model, const char *part, const char *quantity, int32_t form,
                       const double *data, size_t n)
{
    uint32_t ref = 0;
    must(model, wd_model_find(model, name_of("input", part, quantity), &ref), part);
    must(model, wd_model_set_input_signal(model, ref, form, data, n), part);
}

/* ---- a car stands on its brakes ---- */

/* rad, m/s, rad; slope, speed and steering angle. Steered wheels brace each other and slip; the
 * springs swing until all is still. On level ground the swinging hardly moves the contacts. */
static const struct {
    double slope, speed, steer;
} stops[] = {{0.25, 0.5, 0.1}, {0, 1, 0.05}};

static wd_model *make_braked_car(size_t k)
{
    wd_model *model = make("vehicle", "car");
    for (size_t i = 0; i < CAR_WHEELS; i++) {
        choose(model, name_of("param", wheels[i], "law"), "coulomb");
        set_input(model, wheels[i], "brake", 3000);
        set_input(model, wheels[i], "mu", 0.9);
    }
    for (size_t i = 2; i < CAR_WHEELS; i++) {
        set_signal(model, wheels[i], "torque", WD_SIGNAL_HOLD, NULL, 0);
        set_input(model, wheels[i], "torque", 0);
    }
    static const char *const steers[] = {"front_left_steer", "front_right_steer"};
    for (size_t i = 0; i < 2; i++) {
        set_signal(model, steers[i], "target", WD_SIGNAL_HOLD, NULL, 0);
        set_input(model, steers[i], "target", stops[k].steer);
    }
    set(model, "input.slope", stops[k].slope);
    set_init(model, "chassis", "forward", stops[k].speed);
    set(model, "solver.max_steps", 20000);
    start(model, 0);
    return model;
}

/* At rest all speeds are zero, and the position keeps all bits. No contact or brake yields: the
 * linear model exists, and steps are long. */
static void brakes_come_to_rest(size_t k)
{
    static const char *const speeds[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
    wd_model *model = make_braked_car(k);
    go(model, 8);
    double steps = get(model, "stat.steps"), x = get(model, "state.chassis.x");
    go(model, 60);
    check(get(model, "stat.steps") - steps < 1000, "stop %zu: %g steps from 8 to 60 s", k,
          get(model, "stat.steps") - steps);
    check(get(model, "state.chassis.x") == x, "stop %zu: moves by %g m", k,
          get(model, "state.chassis.x") - x);
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
        check(get(model, name_of("state", "chassis", speeds[i])) == 0, "stop %zu: %s is %g", k,
              speeds[i], get(model, name_of("state", "chassis", speeds[i])));
    for (size_t i = 0; i < CAR_WHEELS; i++)
        check(get(model, name_of("state", wheels[i], "rate")) == 0,
              "stop %zu: %s turns at %g rad/s", k, wheels[i],
              get(model, name_of("state", wheels[i], "rate")));
    must(model, wd_model_linearize(model, NULL, NULL, 0, NULL), "linearize");
    wd_model_free(model);
}

/* ---- brakes whose slip reverses just after its start ---- */

static void no_wheel_slips(const wd_model *model, double gravity)
{
    size_t slips = 0;
    for (size_t i = 0; i < wd_model_event_count(model); i++) {
        double t;
        int32_t type;
        must(model, wd_model_event(model, i, &t, &type, NULL, 0) < 0 ? WD_EINVAL : WD_OK, "event");
        slips += type == WD_EVENT_SLIP;
    }
    check(slips == 0, "%g m/s2: %zu wheels slip", gravity, slips);
}

/* A robot at rest with brakes of 1 N m. The torque of its motors exceeds them briefly, then again
 * from 3.5 s on. The mode does not exist beside relaxed wheels. Without gravity a load presses the
 * wheels onto the ground, and no wheel slips. */
static void brake_slips_again(const char *law, double gravity)
{
    static const double torque[] = {0, 0, 1, 1 + 1e-6, 1 + 1e-4, 0.5, 3, 0, 4, 2, 5, 2};
    static const char *const parts[] = {"left", "right", "caster"};
    wd_model *model = make("vehicle", "robot");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        choose(model, name_of("param", parts[i], "law"), law);
    set_input(model, "caster", "mu", strcmp(law, "relaxed") == 0 ? 1 : 0);
    for (size_t i = 0; i < DRIVEN; i++) {
        set_input(model, parts[i], "brake", 1);
        set_signal(model, parts[i], "torque", WD_SIGNAL_LINEAR, torque,
                   sizeof torque / sizeof *torque);
    }
    add(model, "point", "load", "chassis", NULL);
    set_part(model, "load", "x", 0.05);
    set_part(model, "load", "z", 0.12);
    set(model, "param.gravity", gravity);
    set_input(model, "load", "force_z", -78.48);
    set_init(model, "chassis", "forward", 0);
    start(model, 0);
    go(model, 3.4);
    check(fabs(get(model, "state.left.rate")) < 1e-15,
          "%s, %g m/s2: held, the brake turns at %g rad/s", law, gravity,
          get(model, "state.left.rate"));
    go(model, 5);
    for (size_t i = 0; i < DRIVEN; i++)
        check(fabs(out(model, parts[i], "brake_torque") + 1) < 1e-12,
              "%s, %g m/s2, %s: the brake slips with %g N m", law, gravity, parts[i],
              out(model, parts[i], "brake_torque"));
    if (strcmp(law, "coulomb") == 0)
        no_wheel_slips(model, gravity);
    wd_model_free(model);
}

int main(void)
{
    for (size_t k = 0; k < sizeof stops / sizeof *stops; k++)
        brakes_come_to_rest(k);
    brake_slips_again("coulomb", 9.81);
    brake_slips_again("coulomb", 0);
    brake_slips_again("relaxed", 9.81);
    return done();
}
