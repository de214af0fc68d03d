/* SPDX-License-Identifier: MIT */
/* Rules of time: the grid of fixed steps, ends of adaptive steps, limits, times of any
 * magnitude. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"

#include <float.h>

static struct image before, a, b;

static wd_model *make_wheel(double fixed_step, double t0)
{
    wd_model *model = make(&(struct setup){"rolling_wheel", "drive-60"});
    put(model, "solver.fixed_step", fixed_step);
    if (wd_model_init(model, t0) != WD_OK)
        check(0, "the model starts at %g: %s", t0, wd_model_error(model));
    return model;
}

/* True if states, work and losses of two motions have the same bits. */
static int same_motion(const wd_model *x, const wd_model *y)
{
    static const char *const names[] = {"state.x",         "state.theta", "state.x_dot",
                                        "state.theta_dot", "output.work", "output.dissipated"};
    int same = 1;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        same = same && same_bits(value_of(x, names[i]), value_of(y, names[i]));
    return same;
}

/* Compare one call, `calls` calls to multiples of dt, and calls to a running sum. */
static void times_on_grid(double h, double dt, int calls, double t0)
{
    wd_model *one = make_wheel(h, t0), *many = make_wheel(h, t0), *sum = make_wheel(h, t0);
    double t = t0, end = t0 + calls * dt;
    int32_t status = wd_model_step_to(one, end);
    int exact = 1;
    for (int k = 1; k <= calls; k++) {
        double target = k == calls ? end : t0 + k * dt;
        status |= wd_model_step_to(many, target);
        exact = exact && wd_model_time(many) == target;
        t += dt;
        status |= wd_model_step_to(sum, t);
        exact = exact && wd_model_time(sum) == t;
    }
    check(status == WD_OK && exact, "h = %g from %g by %g: times equal the targets exactly", h, t0,
          dt);
    image_take(one, &a);
    image_take(many, &b);
    check(image_same(&a, &b), "the motion has the same bits in one call as in %d", calls);
    check(same_motion(one, sum), "the same motion with a running sum, whose error is %g", t - end);
    double steps = value_of(one, "stat.steps");
    check(value_of(many, "stat.steps") == steps && value_of(sum, "stat.steps") == steps &&
              steps == round(calls * dt / h),
          "all runs take %g steps", steps);
    wd_model_free(one);
    wd_model_free(many);
    wd_model_free(sum);
}

static void partial_steps(double h)
{
    wd_model *model = make_wheel(h, 0);
    wd_model_step_to(model, 2.5 * h);
    check(value_of(model, "stat.steps") == 3 && wd_model_time(model) == 2.5 * h,
          "h = %g: one partial step reaches a time between grid times", h);
    wd_model_step_to(model, 2.75 * h);
    check(value_of(model, "stat.steps") == 4, "another partial step reaches the next such time");
    wd_model_step_to(model, 5 * h);
    check(value_of(model, "stat.steps") == 7, "the next step goes to the next grid time only");
    wd_model_free(model);
    wd_model *clean = make_wheel(h, 0), *late = make_wheel(h, 0);
    wd_model_step_to(clean, 4 * h);
    wd_model_step_to(late, 4 * h + 0.9e-9 * h);
    check(same_motion(clean, late) && wd_model_time(late) == 4 * h + 0.9e-9 * h,
          "a time 0.9e-9 h after a grid time counts as the grid time");
    wd_model_step_to(clean, 8 * h);
    wd_model_step_to(late, 8 * h - 0.9e-9 * h);
    check(same_motion(clean, late) && value_of(late, "stat.steps") == 8,
          "a time 0.9e-9 h before a grid time counts as the grid time");
    wd_model_step_to(late, 8 * h + 0.5e-9 * h);
    check(value_of(late, "stat.steps") == 8 && wd_model_time(late) == 8 * h + 0.5e-9 * h,
          "between two times that count as the same grid time no step is made");
    wd_model_step_to(late, 8 * h + 3e-9 * h);
    check(value_of(late, "stat.steps") == 9, "a time 3e-9 h after a grid time is another time");
    wd_model_free(clean);
    wd_model_free(late);
}

static void ends_of_calls(void)
{
    wd_model *free_run = make_wheel(0, 0), *landing = make_wheel(0, 0);
    wd_model_step_to(free_run, 1);
    double alone = value_of(free_run, "stat.steps");
    for (int k = 1; k <= 1000; k++)
        wd_model_step_to(landing, k / 1000.0);
    double steps = value_of(landing, "stat.steps");
    check(steps <= 1000 + alone, "1000 ends of calls take %g steps, one call %g", steps, alone);
    wd_model_step_to(free_run, 1.5);
    for (int k = 1; k <= 1000; k++)
        wd_model_step_to(landing, 1 + k * 1e-9);
    wd_model_step_to(landing, 1.5);
    double after = value_of(landing, "stat.steps") - steps - 1000,
           plain = value_of(free_run, "stat.steps") - alone;
    check(after <= plain + 1, "ends of calls 1 ns apart do not shorten later steps: %g steps, %g",
          after, plain);
    wd_model_free(free_run);
    wd_model_free(landing);
}

static void now_and_before(double h)
{
    wd_model *model = make_wheel(h, -1);
    wd_model_step_to(model, 1.25);
    double steps = value_of(model, "stat.steps");
    REFUSED(model, &before, WD_EINVAL, "1.2499", wd_model_step_to(model, 1.2499));
    REFUSED(model, &before, WD_EINVAL, NULL, wd_model_step_to(model, nextafter(1.25, 0)));
    put(model, "input.drive_torque", 100);
    check(wd_model_step_to(model, 1.25) == WD_OK &&
              value_of(model, "output.applied_traction") > 250 &&
              value_of(model, "stat.steps") == steps,
          "step_to the current time computes outputs");
    double force = value_of(model, "output.applied_traction");
    put(model, "input.drive_torque", 0);
    check(value_of(model, "output.applied_traction") == force, "set does not compute outputs");
    check(wd_model_eval(model) == WD_OK && value_of(model, "output.applied_traction") < 10 &&
              wd_model_time(model) == 1.25,
          "eval computes outputs at an unchanged time");
    wd_model_free(model);
}

static void limit_of_steps(double h)
{
    wd_model *model = make_wheel(h, 0);
    wd_model_step_to(model, 0.5);
    put(model, "solver.max_steps", 3);
    put(model, "solver.max_step", 0.001);
    REFUSED(model, &before, WD_ENOCONV, "solver.max_steps", wd_model_step_to(model, 10));
    double rows[100];
    size_t written;
    int32_t status = wd_model_run(model, 0.5 + 40 * 0.001, 0.001, NULL, 0, rows, 100, &written);
    check(status == WD_ENOCONV && written == 4 && wd_model_time(model) == rows[3],
          "max_steps limits a whole run: %zu rows", written);
    put(model, "solver.max_steps", 1e6);
    check(wd_model_step_to(model, 10) == WD_OK, "max_steps can be raised");
    wd_model_free(model);
}

/* A block at rest, at a time so large that 0.1 s is below its rounding. */
static void far_away(double t0, double h)
{
    wd_model *model = make_kind("sliding_block");
    put(model, "solver.fixed_step", h);
    check(wd_model_init(model, t0) == WD_OK && wd_model_time(model) == t0, "h = %g: t0 = %g", h,
          t0);
    check(wd_model_step_to(model, t0) == WD_OK && wd_model_eval(model) == WD_OK,
          "a step of zero length and eval succeed");
    double next = nextafter(t0, INFINITY);
    REFUSED(model, &before, WD_ENOCONV, NULL, wd_model_step_to(model, next));
    REFUSED(model, &before, WD_ENOCONV, NULL, wd_model_step_to(model, t0 + fabs(t0) / 2));
    REFUSED(model, &before, WD_EINVAL, NULL, wd_model_step_to(model, nextafter(t0, -INFINITY)));
    size_t size = wd_model_save_size(model);
    check(wd_model_save(model, a.bytes, size) == WD_OK &&
              wd_model_load(model, a.bytes, size) == WD_OK,
          "the model is saved and loaded");
    wd_model_free(model);
}

static void far_steps(void)
{
    wd_model *model = make_kind("sliding_block");
    put(model, "solver.max_step", INFINITY);
    wd_model_init(model, 0);
    check(wd_model_step_to(model, 1.7e308) == WD_OK && wd_model_time(model) == 1.7e308,
          "steps of 1e308 s with max_step = infinity");
    size_t size = wd_model_save_size(model);
    check(wd_model_save(model, a.bytes, size) == WD_OK &&
              wd_model_load(model, a.bytes, size) == WD_OK,
          "a snapshot after such steps can be loaded");
    wd_model_reset(model);
    wd_model_init(model, -DBL_MAX);
    int32_t status = wd_model_step_to(model, DBL_MAX);
    check(status == WD_OK || status == WD_ENOCONV,
          "a step from the smallest to the largest time: %s", wd_status_name(status));
    wd_model_reset(model);
    put(model, "solver.fixed_step", 1e308);
    wd_model_init(model, -DBL_MAX);
    status = wd_model_step_to(model, DBL_MAX);
    check(status == WD_OK || status == WD_ENOCONV, "the same span in steps of 1e308 s: %s",
          wd_status_name(status));
    wd_model_free(model);
}

static void smallest_steps(double h)
{
    wd_model *model = make_kind("sliding_block");
    put(model, "solver.fixed_step", h);
    put(model, "input.traction", 50);
    wd_model_init(model, 0);
    check(wd_model_step_to(model, DBL_TRUE_MIN) == WD_OK && wd_model_time(model) == DBL_TRUE_MIN,
          "h = %g: a call to the smallest time after 0 succeeds", h);
    check(wd_model_step_to(model, DBL_MIN) == WD_OK && wd_model_step_to(model, 1e-300) == WD_OK &&
              wd_model_step_to(model, 1) == WD_OK && wd_model_time(model) == 1,
          "the motion continues from the smallest time");
    wd_model_reset(model);
    wd_model_init(model, 1e6);
    double t = 1e6;
    int32_t status = WD_OK;
    for (int i = 0; i < 1000 && status == WD_OK; i++)
        status = wd_model_step_to(model, t = nextafter(t, INFINITY));
    check(status == WD_OK && wd_model_time(model) == t, "1000 steps from double to double: %s",
          wd_status_name(status));
    wd_model_free(model);
}

/* ---- outputs ---- */

/* Calls without outputs compute the same motion, and eval then computes the outputs. */
static void without_outputs(const char *kind, const char *preset, const char *scheme, double h)
{
    wd_model *with = make(&(struct setup){kind, preset}), *model;
    if (scheme)
        wd_model_set_choice(with, "solver.scheme", scheme);
    put(with, "solver.fixed_step", h);
    wd_model_clone(with, &model);
    check(wd_model_init(with, 0) == WD_OK && wd_model_init(model, 0) == WD_OK, "%s starts", kind);
    double speed = value_of(model, "output.speed");
    int same = 1;
    for (int k = 1; k <= 100; k++)
        same = same && wd_model_step_to(with, 0.01 * k) == wd_model_advance_to(model, 0.01 * k);
    check(same && wd_model_time(model) == 1,
          "%s, h = %g: calls with and without outputs return the same statuses", kind, h);
    check(value_of(model, "output.speed") == speed && value_of(with, "output.speed") != speed,
          "only calls with outputs change outputs");
    check(wd_model_eval(model) == WD_OK, "eval succeeds after calls without outputs");
    image_take(with, &a);
    image_take(model, &b);
    check(image_same(&a, &b), "outputs and motion have the same bits");
    wd_model_free(with);
    wd_model_free(model);
}

/* A call to the current time computes outputs; a failing call changes nothing. */
static void present_outputs(void)
{
    wd_model *model = make_wheel(0, 0);
    wd_model_advance_to(model, 1);
    check(wd_model_advance_to(model, 1) == WD_OK && value_of(model, "output.speed") > 0,
          "a call to the current time computes the outputs");
    image_take(model, &before);
    REFUSED(model, &before, WD_EINVAL, "0.5", wd_model_advance_to(model, 0.5));
    put(model, "solver.max_steps", 1);
    image_take(model, &before);
    REFUSED(model, &before, WD_ENOCONV, "max_steps", wd_model_advance_to(model, 1e6));
    put(model, "solver.max_steps", 1000);
    double speed = value_of(model, "output.speed");
    wd_model_step_to(model, 2);
    check(value_of(model, "output.speed") != speed, "later calls with outputs compute them");
    check(wd_model_advance_to(NULL, 2) == WD_EINVAL, "advance_to refuses NULL");
    wd_model_reset(model);
    check(wd_model_advance_to(model, 2) == WD_ESTATE, "a model that is only set up is refused");
    wd_model_free(model);
}

int main(void)
{
    without_outputs("rolling_wheel", "drive-60", NULL, 0);
    without_outputs("rolling_wheel", "drive-60", NULL, 0.01);
    without_outputs("torus_wheel", "straight-10", NULL, 0);
    without_outputs("vehicle", "robot", "event", 0);
    without_outputs("vehicle", "robot", "moreau", 0.001);
    without_outputs("vehicle", "rigid_car", "event", 0);
    without_outputs("vehicle", "car", "moreau", 0.001);
    present_outputs();
    times_on_grid(0.01, 0.1, 10, 0);
    times_on_grid(0.001, 0.1, 10, 0);
    times_on_grid(0.001, 0.1, 50, -2.5);
    times_on_grid(0.1, 0.1, 200, 0.3);
    times_on_grid(1.0 / 3, 1, 12, 0);
    times_on_grid(1.0 / 3, 1.0 / 3, 30, 0);
    times_on_grid(0.005, 0.005, 2000, 0);
    partial_steps(0.25);
    partial_steps(0.01);
    partial_steps(1.0 / 3);
    ends_of_calls();
    now_and_before(0);
    now_and_before(0.01);
    limit_of_steps(0);
    limit_of_steps(0.001);
    far_away(1e300, 0);
    far_away(-1e300, 0);
    far_away(1e300, 0.01);
    far_away(-1e300, 0.01);
    smallest_steps(0);
    smallest_steps(0.01);
    far_steps();
    return done();
}
