/* SPDX-License-Identifier: MIT */
/* A user's integrator that uses the derivatives and indicators of a model computes the same motion
 * as the library. */
#include "integrator.h"
#include "constrained.h"
#include "support.h"

/* ---- states ---- */

/* The states are the variables with the role WD_STATE, in order, followed by the energies
 * output.work and output.dissipated. */
static void states_have_names(const char *kind, const char *preset)
{
    wd_model *model = make(kind, preset);
    size_t count = 0, n = wd_model_state_count(model);
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++) {
        if (wd_model_var_role(model, ref) != WD_STATE)
            continue;
        const char *name = wd_model_state_name(model, count++);
        if (!name || strcmp(name, wd_model_var_name(model, ref)) != 0)
            check(0, "%s: the name of state %zu must be %s", kind, count - 1,
                  wd_model_var_name(model, ref));
    }
    check(n == count + 2 && strcmp(wd_model_state_name(model, count), "output.work") == 0 &&
              strcmp(wd_model_state_name(model, count + 1), "output.dissipated") == 0 &&
              !wd_model_state_name(model, n),
          "%s: %zu states by name, then the energies", kind, count);
    int positive = 1;
    for (size_t i = 0; i < n; i++)
        positive = positive && wd_model_state_nominal(model, i) > 0;
    check(positive && isnan(wd_model_state_nominal(model, n)), "%s: each state has a magnitude",
          kind);
    wd_model_free(model);
}

/* ---- runs ---- */

/* The same motion twice: the library moves `own`, the steps of integrator.h move `user`. */
struct twice {
    wd_model *own;
    struct integrator user;
};

static struct twice begin_twice(wd_model *model)
{
    struct twice twice;
    set(model, "solver.rtol", 1e-12);
    set(model, "solver.atol", 1e-14);
    start(model, 0);
    must(model, wd_model_clone(model, &twice.own), "clone");
    integrator_begin(&twice.user, model);
    must(model, twice.user.status, "begin");
    return twice;
}

static void end_twice(struct twice *twice)
{
    wd_model_free(twice->own);
    wd_model_free(twice->user.model);
}

/* Largest difference of states and energies, relative where they exceed 1. */
static double largest_difference(const struct twice *twice)
{
    double worst = 0;
    for (size_t i = 0; i < twice->user.states; i++) {
        const char *name = wd_model_state_name(twice->own, i);
        double want = get(twice->own, name), got = get(twice->user.model, name);
        worst = fmax(worst, fabs(got - want) / fmax(1, fabs(want)));
    }
    return worst;
}

static void same_events(const struct twice *twice, size_t least, const char *what)
{
    size_t count = wd_model_event_count(twice->own);
    double worst = 0;
    int same = wd_model_event_count(twice->user.model) == count && count >= least;
    for (size_t i = 0; same && i < count; i++) {
        double own = NAN, user = NAN;
        int32_t own_type = 0, user_type = 0;
        wd_model_event(twice->own, i, &own, &own_type, NULL, 0);
        wd_model_event(twice->user.model, i, &user, &user_type, NULL, 0);
        same = own_type == user_type;
        worst = fmax(worst, fabs(own - user));
    }
    check(same, "%s: %zu events of the same types as the %zu of the library", what,
          wd_model_event_count(twice->user.model), count);
    char text[80];
    snprintf(text, sizeof text, "%s: largest difference of event times", what);
    near_abs(worst, 0, 1e-8, text);
}

static void rolling_wheel(void)
{
    struct twice twice = begin_twice(make("rolling_wheel", "drive-60"));
    int32_t status = integrator_go(&twice.user, 12);
    go(twice.own, 12);
    check(status == WD_OK && wd_model_time(twice.user.model) == 12, "drive-60 runs to its end");
    near_abs(largest_difference(&twice), 0, 1e-10, "drive-60, states and energies");
    near_abs(get(twice.user.model, "output.contact_force"), get(twice.own, "output.contact_force"),
             1e-7, "drive-60: contact force of both integrators at 12 s");
    end_twice(&twice);
}

static void torus_lies_down(void)
{
    struct twice twice = begin_twice(make("torus_wheel", "rolling-friction"));
    int32_t status = integrator_go(&twice.user, 100);
    int32_t own = wd_model_step_to(twice.own, 100);
    check(status == WD_END && own == WD_END, "the torus lies down");
    same_events(&twice, 1, "rolling-friction");
    check(wd_model_event_update(twice.user.model, 101, twice.user.y) == WD_END &&
              wd_model_time(twice.user.model) < 100,
          "the state is constant after the end");
    end_twice(&twice);
}

/* Control modes that a signal switches. */
static void torus_switches_mode(void)
{
    struct twice twice = begin_twice(make("torus_wheel", "astroid"));
    integrator_go(&twice.user, 22);
    go(twice.own, 22);
    check(twice.user.restarts >= 1, "the switch restarts the integrator");
    near_abs(largest_difference(&twice), 0, 1e-7, "astroid, after the switch");
    end_twice(&twice);
}

static void projected_bicycle(void)
{
    wd_model *model = make("bicycle", "benchmark");
    set(model, "solver.fixed_step", 0);
    set(model, "solver.method", 0);
    struct twice twice = begin_twice(model);
    integrator_go(&twice.user, 2);
    go(twice.own, 2);
    near_abs(largest_difference(&twice), 0, 1e-9, "benchmark, projected after each step");
    end_twice(&twice);
}

static void swinging_pendulum(void)
{
    struct pendulum p = PENDULUM;
    struct twice twice = begin_twice(pendulum_with_events(&p));
    integrator_go(&twice.user, 3);
    go(twice.own, 3);
    same_events(&twice, 2, "pendulum");
    near_abs(largest_difference(&twice), 0, 1e-8,
             "pendulum: largest difference of the states of both integrators");
    end_twice(&twice);
}

/* States off the constraints are projected onto them, and the integrator continues from there. */
static void updates_project(void)
{
    struct pendulum p = PENDULUM;
    struct twice twice = begin_twice(pendulum_new(&p));
    twice.user.y[0] += 1e-4;
    int32_t status = wd_model_event_update(twice.user.model, 0.01, twice.user.y);
    double left = get(twice.user.model, "output.upper.violation");
    check(status == WD_OK && fabs(left) <= 1e-12,
          "an update projects the states onto the constraints: violation %g", left);
    end_twice(&twice);
}

static void rolling_ball(void)
{
    struct twice twice = begin_twice(make("vehicle", "ball"));
    integrator_go(&twice.user, 2);
    go(twice.own, 2);
    same_events(&twice, 1, "ball");
    near_abs(largest_difference(&twice), 0, 1e-8,
             "ball: largest difference of the states of both integrators");
    end_twice(&twice);
}

/* A ball bounces lower and lower until it rests; flights become far shorter than a step. */
static void ball_bounces(void)
{
    wd_model *model = make("vehicle", "ball");
    set(model, "param.surface.restitution", 0.5);
    set(model, "init.ball.z", 0.05);
    struct twice twice = begin_twice(model);
    integrator_go(&twice.user, 1);
    go(twice.own, 1);
    same_events(&twice, 15, "bounces");
    near_abs(largest_difference(&twice), 0, 1e-9,
             "bounces: largest difference of the states of both integrators");
    end_twice(&twice);
}

/* A robot that is dropped onto its wheels; its torques are set between calls. */
static void dropped_robot(void)
{
    wd_model *model = make("vehicle", "robot");
    set(model, "init.chassis.z", 0.02);
    struct twice twice = begin_twice(model);
    wd_model *const models[] = {twice.own, twice.user.model};
    for (int k = 1; k <= 4; k++) {
        integrator_go(&twice.user, 0.25 * k);
        go(twice.own, 0.25 * k);
        for (int i = 0; i < 2; i++) {
            set(models[i], "input.left.torque", k % 2 ? 2 : -2);
            set(models[i], "input.right.torque", k == 2 ? -1 : 1);
        }
        twice.user.status = wd_model_event_update(twice.user.model, twice.user.t, twice.user.y);
    }
    same_events(&twice, 5, "robot");
    near_abs(largest_difference(&twice), 0, 1e-8,
             "robot: largest difference of the states of both integrators");
    end_twice(&twice);
}

int main(void)
{
    states_have_names("rolling_wheel", NULL);
    states_have_names("sliding_block", NULL);
    states_have_names("torus_wheel", NULL);
    states_have_names("bicycle", NULL);
    states_have_names("vehicle", "car");
    rolling_wheel();
    torus_lies_down();
    torus_switches_mode();
    projected_bicycle();
    swinging_pendulum();
    updates_project();
    rolling_ball();
    ball_bounces();
    dropped_robot();
    return done();
}
