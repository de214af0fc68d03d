/* SPDX-License-Identifier: MIT */
/* One call per millisecond, as a controller makes them, after which nothing, a state or an output
 * is read. With time stepping such a call is one step and is compared with a step of one long call.
 * In event-driven runs, calls after which nothing is read are compared with calls after which an
 * output is read, and the number of right-hand sides per call is printed. Calls after a change of
 * an input are compared with and without steps of low order. */
#include "bench.h"
#include "core/model.h"
#include "model/vehicle.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define CALL_TIME 1e-3

enum { CALLS = 1000 };

/* A motion of CALLS calls, or of one call of the same length, repeated from its start. role: role
 * of the variable that is read after each call; 0: nothing is read. */
struct motion_by_calls {
    wd_model *model;
    int calls;
    int32_t role;
};

static void run(void *context)
{
    const struct motion_by_calls *motion = context;
    wd_model *model = motion->model;
    uint32_t ref = 0;
    double value;
    while (motion->role > 0 && wd_model_var_role(model, ref) != motion->role)
        ref++;
    wd_model_reset(model);
    start(model, 0);
    for (int k = 1; k <= motion->calls; k++) {
        must(model, wd_model_step_to(model, k * (CALLS / motion->calls) * CALL_TIME), "step");
        if (motion->role > 0)
            must(model, wd_model_get(model, &ref, 1, &value), "get");
    }
}

static wd_model *vehicle(const char *preset, const char *scheme)
{
    wd_model *model = make("vehicle", preset);
    choose(model, "solver.scheme", scheme);
    set(model, "solver.fixed_step", strcmp(scheme, "moreau") == 0 ? CALL_TIME : 0);
    return model;
}

static void pair(const char *preset, const char *what, const struct motion_by_calls *ours,
                 const struct motion_by_calls *theirs, double aim)
{
    char name[120];
    snprintf(name, sizeof name, "%s, %s", preset, what);
    bench_pair(name, run, (void *)ours, run, (void *)theirs, CALLS, aim);
}

static void compare(const char *preset, const char *scheme)
{
    wd_model *model = vehicle(preset, scheme);
    const struct motion_by_calls one = {model, 1, 0}, plain = {model, CALLS, 0},
                                 state = {model, CALLS, WD_STATE},
                                 output = {model, CALLS, WD_OUTPUT};
    if (strcmp(scheme, "moreau") == 0) {
        pair(preset, "moreau: a call / a step of one call", &plain, &one, 1.15);
        pair(preset, "moreau: a call, a state read / a step of one call", &state, &one, 1.15);
        pair(preset, "moreau: a call, an output read / a step of one call", &output, &one, 1.15);
    } else {
        pair(preset, "event: a call / a call, an output read", &plain, &output, 1);
        pair(preset, "event: a call, a state read / a call, an output read", &state, &output, 1);
        run((void *)&plain);
        printf("%s, event: %.2f right-hand sides per call\n", preset,
               get(model, "stat.rhs_calls") / CALLS);
    }
    wd_model_free(model);
}

/* ---- another input before each call ---- */

struct steered {
    wd_model *model;
    const char *input;
    double amplitude, low; /* low: greatest length of a step of low order, in s */
};

static void steer(void *context)
{
    const struct steered *how = context;
    wd_model_reset(how->model);
    start(how->model, 0);
    how->model->now.whole.low = how->low;
    for (int k = 1; k <= CALLS; k++) {
        set(how->model, how->input, how->amplitude * sin(0.02 * k));
        must(how->model, wd_model_advance_to(how->model, k * CALL_TIME), "step");
    }
}

static void compare_steered(const char *preset, const char *input, double amplitude, double aim)
{
    wd_model *model = vehicle(preset, "event");
    struct steered with = {model, input, amplitude, INFINITY},
                   without = {model, input, amplitude, DBL_MIN};
    char name[120];
    snprintf(name, sizeof name, "%s, event, %s changed before each call: with / without low order",
             preset, input);
    bench_pair(name, steer, &with, steer, &without, CALLS, aim);
    steer(&with);
    printf("%s, event, steered: %.2f right-hand sides per call\n", preset,
           get(model, "stat.rhs_calls") / CALLS);
    wd_model_free(model);
}

int main(void)
{
    static const char *const presets[] = {"ball", "disc", "robot", "rigid_car", "bicycle", "car"};
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++) {
        compare(presets[i], "moreau");
        compare(presets[i], "event");
    }
    compare_steered("disc", "input.slope", 0.01, 0.6);
    compare_steered("robot", "input.left.torque", 0.02, 0.6);
    compare_steered("bicycle", "input.steer.torque", 0.1, 0.6);
    compare_steered("rigid_car", "input.rear_left.torque", 100, 1.05);
    return 0;
}
