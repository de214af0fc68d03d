/* SPDX-License-Identifier: MIT */
/* Adaptive steps beyond the end of a call, and steps of low order after a change: they save work,
 * and no call shows results from beyond the current time. The test links the core. */
#include "ball.h"

static struct image before, one, other;

/* ---- work and accuracy ---- */

static const struct setup machines[] = {
    {"vehicle", "disc"},          {"vehicle", "robot"}, {"vehicle", "rigid_car"},
    {"vehicle", "motorcycle"},    {"vehicle", "car"},   {"torus_wheel", "straight-10"},
    {"rolling_wheel", "drive-60"}};

enum { MACHINES = sizeof machines / sizeof *machines, CALLS = 1000 };

/* Check the right-hand sides per call of 1 ms. A step takes 17 with dense output, 13 without. */
static void evaluations_per_call(const struct setup *setup, double most)
{
    wd_model *model = make(setup);
    int32_t status = wd_model_init(model, 0);
    for (int k = 1; k <= CALLS && status == WD_OK; k++)
        status = wd_model_step_to(model, k * 1e-3);
    double calls = value_of(model, "stat.rhs_calls") / CALLS;
    check(status == WD_OK && calls < most, "%s: %.2f right-hand sides per call of 1 ms",
          setup_name(setup), calls);
    wd_model_free(model);
}

/* Largest difference of a state of a from that of b, relative to 1 + |state of b|. */
static double largest_difference(const wd_model *a, const wd_model *b)
{
    double worst = 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(a); ref++) {
        double x = NAN, y = NAN;
        if (wd_model_var_role(a, ref) != WD_STATE)
            continue;
        wd_model_get(a, &ref, 1, &x);
        wd_model_get(b, &ref, 1, &y);
        worst = fmax(worst, fabs(x - y) / (1 + fabs(y)));
    }
    return worst;
}

/* Errors at the ends of many calls are at most ten times those of a single call. They are not
 * equal, because the tolerance applies to each step and the runs have different steps. */
static void accuracy_of_calls(const struct setup *setup)
{
    double worst = 0, usual = 0;
    wd_model *many = make(setup);
    wd_model_init(many, 0);
    for (int k = 1; k <= 400; k++) {
        wd_model_step_to(many, k * 1e-3);
        if (k % 37 != 0)
            continue;
        wd_model *exact = make(setup), *once = make(setup);
        put(exact, "solver.rtol", 1e-13);
        put(exact, "solver.atol", 1e-15);
        wd_model_init(exact, 0);
        wd_model_init(once, 0);
        wd_model_step_to(exact, k * 1e-3);
        wd_model_step_to(once, k * 1e-3);
        worst = fmax(worst, largest_difference(many, exact));
        usual = fmax(usual, largest_difference(once, exact));
        wd_model_free(exact);
        wd_model_free(once);
    }
    check(worst < 10 * usual + 1e-10, "%s: error %.1e at the ends of calls, %.1e in one call",
          setup_name(setup), worst, usual);
    wd_model_free(many);
}

/* ---- a model within a step ---- */

static wd_model *model_after_calls(const struct setup *setup, int calls)
{
    wd_model *model = make(setup);
    wd_model_init(model, 0);
    for (int k = 1; k <= calls; k++)
        wd_model_step_to(model, k * 1e-3);
    return model;
}

static void continue_from(wd_model *model, int calls)
{
    for (int k = calls + 1; k <= calls + 90; k++)
        wd_model_step_to(model, k * 1e-3);
}

static void same_as(const wd_model *model, const char *what, const struct setup *setup, int calls)
{
    image_take(model, &other);
    check(image_same(&one, &other), "%s, %d calls: %s continues with the same bits",
          setup_name(setup), calls, what);
}

static void copies_within_step(const struct setup *setup, int calls)
{
    wd_model *model = model_after_calls(setup, calls), *clone, *loaded = make(setup);
    check(wd_model_clone(model, &clone) == WD_OK, "a model is cloned within a step");
    size_t size = wd_model_save_size(model);
    wd_model_save(model, one.bytes, size);
    check(wd_model_load(loaded, one.bytes, size) == WD_OK, "a snapshot is loaded");
    continue_from(model, calls);
    image_take(model, &one);
    continue_from(clone, calls);
    same_as(clone, "a clone", setup, calls);
    continue_from(loaded, calls);
    same_as(loaded, "a snapshot", setup, calls);

    wd_model *asked = model_after_calls(setup, calls);
    static double A[64 * 64];
    wd_model_eval(asked);
    wd_model_linearize(asked, A, NULL, 0, NULL);
    uint32_t input = first_input(asked);
    double value = 0;
    wd_model_get(asked, &input, 1, &value);
    if (wd_model_input_form(asked, input) == WD_SIGNAL_HOLD)
        wd_model_set(asked, &input, 1, &value);
    continue_from(asked, calls);
    same_as(asked, "a model that was evaluated, linearised and given its own input", setup, calls);

    wd_model *failing = model_after_calls(setup, calls);
    image_take(failing, &before);
    put(failing, "solver.max_steps", 1);
    int32_t status = wd_model_step_to(failing, 1e3);
    put(failing, "solver.max_steps", value_of(model, "solver.max_steps"));
    image_take(failing, &other);
    check(status == WD_ENOCONV && image_same(&before, &other), "a failing call changes nothing");
    continue_from(failing, calls);
    same_as(failing, "a model after a failed call", setup, calls);
    wd_model_free(failing);
    wd_model_free(asked);
    wd_model_free(loaded);
    wd_model_free(clone);
    wd_model_free(model);
}

/* ---- balls ---- */

/* Bounces agree with the closed form, and events are reported only when their time has come. */
static void bounces_in_calls(void)
{
    wd_model *model = ball(0);
    wd_model_init(model, 0);
    double worst = 0;
    int early = 0, late = 0;
    for (int k = 1; k <= 4000; k++) {
        double t = k * 1e-3, start = 0, v = 0, height = 5;
        wd_model_step_to(model, t);
        int count = 0, done_by = (int)wd_model_event_count(model);
        while (bounce_time(count, 0.8) <= t)
            count++;
        if (count > 0) {
            start = bounce_time(count - 1, 0.8);
            v = 10 * pow(0.8, count);
            height = 0;
        }
        height += v * (t - start) - 5 * (t - start) * (t - start);
        worst = fmax(worst, fabs(value_of(model, "state.y1") - height));
        early += done_by > 0 && bounce_time(done_by - 1, 0.8) > t + 1e-12;
        late += bounce_time(done_by, 0.8) < t - 1e-12;
    }
    check(worst < 1e-11, "heights in closed form in each call, off by %.1e", worst);
    check(early == 0 && late == 0, "events are logged in the call that reaches them");
    check(value_of(model, "stat.rhs_calls") < 4000, "%g right-hand sides in 4000 calls",
          value_of(model, "stat.rhs_calls"));
    wd_model_free(model);
}

/* A force that is changed at 0.5 s, within a step, acts from this time on. */
static void changed_input(void)
{
    wd_model *model = ball(0);
    wd_model_init(model, 0);
    for (int k = 1; k <= 500; k++)
        wd_model_step_to(model, k * 1e-3);
    check(model->now.whole.open == 1, "0.5 s is within a step");
    put(model, "input.force", 10);
    check(model->now.whole.open == 0, "a changed input ends the step");
    wd_model_step_to(model, 0.7);
    near_abs(value_of(model, "state.y1"), 5 - 1.25 - 5 * 0.2, 1e-12,
             "the ball continues without acceleration: height at 0.7 s");
    near_abs(value_of(model, "output.work"), -10 * 5 * 0.2, 1e-12, "work of the force");
    wd_model_free(model);
}

/* A change of a tolerance, of the longest step or of a tunable parameter ends the step. Other
 * settings do not, nor does a parameter that is set to its present value. */
static void changed_settings(void)
{
    static const struct {
        const char *name;
        double value;
        int ends;
    } settings[] = {{"solver.rtol", 1e-10, 1},       {"solver.atol", 1e-10, 1},
                    {"solver.max_step", 1e-4, 1},    {"solver.max_steps", 1e4, 0},
                    {"solver.stop_at_events", 1, 0}, {"param.restitution", 0.8, 0},
                    {"param.restitution", 0.5, 1}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        wd_model *model = ball(0);
        wd_model_init(model, 0);
        for (int k = 1; k <= 100; k++)
            wd_model_step_to(model, k * 1e-3);
        int open = (int)model->now.whole.open;
        put(model, settings[i].name, settings[i].value);
        check(open && (int)model->now.whole.open == !settings[i].ends, "%s = %g %s",
              settings[i].name, settings[i].value,
              settings[i].ends ? "ends a step" : "does not end a step");
        wd_model_free(model);
    }
}

static int32_t record_latest_time(double t, double *value, void *user)
{
    double *last = user;
    *last = fmax(*last, t);
    *value = 0;
    return 0;
}

/* A user's function is not called at times beyond the end of the call. */
static void function_not_called_beyond(void)
{
    wd_model *model = ball(0);
    double last = 0;
    int beyond = 0;
    wd_model_set_input_fn(model, ref_of(model, "input.force"), record_latest_time, &last);
    wd_model_init(model, 0);
    for (int k = 1; k <= 300; k++) {
        wd_model_step_to(model, k * 1e-3);
        beyond += last > k * 1e-3;
    }
    check(beyond == 0, "an input function is not called beyond the end of a call");
    wd_model_free(model);
}

/* A step does not go beyond the knot of a signal. */
static void steps_stop_at_knots(void)
{
    static const double steps[] = {0, 0, 0.3333, 10};
    wd_model *model = ball(0);
    wd_model_set_input_signal(model, ref_of(model, "input.force"), WD_SIGNAL_STEP, steps, 4);
    wd_model_init(model, 0);
    for (int k = 1; k <= 500; k++)
        wd_model_step_to(model, k * 1e-3);
    double t = 0.3333;
    near_abs(value_of(model, "state.y1"), 5 - 5 * t * t - 10 * t * (0.5 - t), 1e-12,
             "height at 0.5 s after the force jumped at 0.3333 s, between the ends of two calls");
    wd_model_free(model);
}

/* A failure after the end of a call does not fail the call, and leaves no text. */
static void failure_beyond(void)
{
    wd_model *model = ball(0);
    put(model, "param.fail_at", 1);
    wd_model_init(model, 0);
    int32_t status = WD_OK;
    for (int k = 1; k <= 999 && status == WD_OK; k++)
        status = wd_model_step_to(model, k * 1e-3);
    check(status == WD_OK && wd_model_error(model)[0] == '\0', "calls before a failure: %s",
          wd_status_name(status));
    image_take(model, &before);
    REFUSED(model, &before, WD_ENOSOL, NULL, wd_model_step_to(model, 1.001));
    put(model, "param.fail_at", 0);
    check(wd_model_step_to(model, 1.001) == WD_OK && wd_model_event_count(model) == 1,
          "the failed call succeeds when repeated without the cause of the failure");
    wd_model_free(model);
}

/* ---- another input before each call ---- */

static const struct steered {
    struct setup setup;
    const char *input;
    double amplitude; /* amplitude of the input, in its unit */
    double most;      /* largest number of right-hand sides per call */
} steered[] = {
    {{"vehicle", "disc"}, "input.slope", 0.01, 6.1},
    {{"vehicle", "robot"}, "input.left.torque", 0.02, 6.1},
    {{"vehicle", "bicycle"}, "input.steer.torque", 0.1, 6.1},
    {{"vehicle", "rigid_car"}, "input.rear_left.torque", 100, 13.4},
    {{"vehicle", "car"}, "input.rear_left.torque", 100, 13.4},
};

static int32_t steer_through_calls(wd_model *model, const struct steered *how, int first, int last)
{
    int32_t status = WD_OK;
    for (int k = first; k <= last && status == WD_OK; k++) {
        put(model, how->input, how->amplitude * sin(0.02 * k));
        status = wd_model_step_to(model, k * 1e-3);
    }
    return status;
}

/* Steps of low order save half of the evaluations or, where all tries fail (the cars), cost a few
 * per cent. The error after a second stays below 1e-11 (the tolerance of a step is 1e-9). */
static void steered_work(const struct steered *how)
{
    wd_model *model = make(&how->setup), *exact = make(&how->setup);
    put(exact, "solver.rtol", 1e-13);
    put(exact, "solver.atol", 1e-15);
    wd_model_init(model, 0);
    wd_model_init(exact, 0);
    int moved = steer_through_calls(model, how, 1, CALLS) == WD_OK &&
                steer_through_calls(exact, how, 1, CALLS) == WD_OK;
    double calls = value_of(model, "stat.rhs_calls") / CALLS,
           off = largest_difference(model, exact);
    check(moved && calls < how->most && off < 1e-11,
          "%s, steered: %.2f right-hand sides per call, error %.1e", setup_name(&how->setup), calls,
          off);
    wd_model_free(exact);
    wd_model_free(model);
}

static void steered_kept(const struct steered *how)
{
    wd_model *model = make(&how->setup), *clone, *loaded = make(&how->setup);
    wd_model_init(model, 0);
    steer_through_calls(model, how, 1, 77);
    wd_model_clone(model, &clone);
    size_t size = wd_model_save_size(model);
    wd_model_save(model, one.bytes, size);
    check(wd_model_load(loaded, one.bytes, size) == WD_OK, "a snapshot is loaded");
    steer_through_calls(model, how, 78, 150);
    steer_through_calls(clone, how, 78, 150);
    steer_through_calls(loaded, how, 78, 150);
    image_take(model, &one);
    same_as(clone, "a clone", &how->setup, 77);
    same_as(loaded, "a snapshot", &how->setup, 77);
    wd_model_free(loaded);
    wd_model_free(clone);
    wd_model_free(model);
}

/* The force on the ball is changed before each call. Heights and bounces agree with the closed
 * form, which is continued from call to call. */
static void steered_bounces(void)
{
    wd_model *model = ball(0);
    double height = 5, speed = 0, worst = 0;
    int bounces = 0, same = 1;
    wd_model_init(model, 0);
    for (int k = 1; k <= 3000; k++) {
        double begun = wd_model_time(model), left = k * 1e-3 - begun, a = 3 * sin(0.01 * k) - 10;
        put(model, "input.force", a + 10);
        same = same && wd_model_step_to(model, k * 1e-3) == WD_OK;
        double impact = (-speed - sqrt(speed * speed - 2 * a * height)) / a; /* from now */
        if (impact > 0 && impact <= left) {
            speed = -0.8 * (speed + a * impact);
            height = 0;
            left -= impact;
            bounces++;
        }
        height += left * (speed + 0.5 * a * left);
        speed += a * left;
        worst = fmax(worst, fabs(value_of(model, "state.y1") - height));
        same = same && (int)wd_model_event_count(model) == bounces;
    }
    double calls = value_of(model, "stat.rhs_calls") / 3000;
    check(same && bounces > 1, "%d bounces, each logged in the call in which it occurs", bounces);
    check(worst < 1e-11 && calls < 6.5, "heights off by %.1e, %.2f right-hand sides per call",
          worst, calls);
    wd_model_free(model);
}

/* If a step of low order fails, its call fails and leaves no trace. */
static void steered_failure(void)
{
    const struct steered how = {.input = "input.force", .amplitude = 1e-9};
    wd_model *model = ball(0);
    put(model, "param.fail_at", 1);
    wd_model_init(model, 0);
    int32_t status = steer_through_calls(model, &how, 1, 999);
    put(model, "input.force", 0);
    check(status == WD_OK && wd_model_error(model)[0] == '\0', "calls before a failure");
    image_take(model, &before);
    REFUSED(model, &before, WD_ENOSOL, NULL, wd_model_step_to(model, 1.001));
    wd_model_free(model);
}

int main(void)
{
    static const double most[MACHINES] = {1, 1, 2, 1, 2, 1, 1};
    for (size_t i = 0; i < MACHINES; i++)
        evaluations_per_call(&machines[i], most[i]);
    for (size_t i = 0; i < MACHINES; i++)
        accuracy_of_calls(&machines[i]);
    for (size_t i = 0; i < MACHINES; i++)
        for (int calls = 20; calls < 100; calls += 39)
            copies_within_step(&machines[i], calls);
    bounces_in_calls();
    changed_input();
    changed_settings();
    function_not_called_beyond();
    steps_stop_at_knots();
    failure_beyond();
    for (size_t i = 0; i < sizeof steered / sizeof *steered; i++)
        steered_work(&steered[i]), steered_kept(&steered[i]);
    steered_bounces();
    steered_failure();
    return done();
}
