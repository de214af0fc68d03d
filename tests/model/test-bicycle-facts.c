/* SPDX-License-Identifier: MIT */
/* Loads of the axles, published accelerations, symmetries of rides, work of the torques, events. */
#include "bicycle-ride.h"
#include "csv.h"

#include <string.h>

static void axle_loads(void)
{
    wd_model *model = make("bicycle", NULL);
    start(model, 0);
    near_abs(output(model, "rear_normal"), 612.836470588235, 1e-10, "load of the rear wheel");
    near_abs(output(model, "front_normal"), 309.303529411765, 1e-10, "load of the front wheel");
    near_abs(output(model, "lambda_16"), -612.836470588235, 1e-10,
             "minus the load of the rear wheel");
    go(model, 1);
    check(output(model, "roll") == 0 && output(model, "steer") == 0 &&
              fabs(output(model, "speed")) < 1e-14,
          "an upright bicycle without a push keeps roll, steer and speed for 1 s");
    wd_model_free(model);
}

static double value_of_table(const char *name)
{
    return csv_find("bicycle/basu_mandal_table1.csv", "ours_name", name, "ours_value");
}

/* Table 1 of Basu-Mandal et al. has 13 digits. */
static void published_table(void)
{
    static const char *const want[][2] = {
        {"pitch", "pitch"},       {"yawd", "yaw_rate"},     {"yawdd", "yaw_acc"},
        {"rolldd", "roll_acc"},   {"steerdd", "steer_acc"}, {"rolld", "roll_rate"},
        {"steerd", "steer_rate"},
    };
    wd_model *model = make("bicycle", NULL);
    set(model, "init.roll", value_of_table("roll"));
    set(model, "init.steer", value_of_table("steer"));
    set(model, "init.roll_rate", value_of_table("rolld"));
    set(model, "init.steer_rate", value_of_table("steerd"));
    set(model, "init.speed", 0.3 * value_of_table("betaRd"));
    start(model, 0);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        near_abs(output(model, want[i][1]), value_of_table(want[i][0]), 1e-11, want[i][1]);
    near_abs(get(model, "state.rear_wheel.vx"), value_of_table("xd_R"), 1e-11, "velocity along x");
    near_abs(get(model, "state.rear_wheel.vy"), value_of_table("yd_R"), 1e-11, "velocity along y");
    near_abs(get(model, "state.rear_wheel.vz"), value_of_table("zd_R"), 1e-11, "velocity along z");
    wd_model_free(model);
}

/* ---- symmetries of rides ---- */

static const char *const names[] = {
    "init.x",          "init.y",           "init.yaw",       "init.roll",       "init.steer",
    "init.rear_angle", "init.front_angle", "init.roll_rate", "init.steer_rate", "init.speed"};
enum { X, Y, YAW, ROLL, STEER, REAR, FRONT, ROLL_RATE, STEER_RATE, SPEED, INITS };

/* Compute the start values that continue the ride t seconds after the start values `from`. */
static void continue_ride(const double *from, double t, double *to)
{
    static const char *const out[] = {"yaw",         "roll",      "steer",      "rear_angle",
                                      "front_angle", "roll_rate", "steer_rate", "speed"};
    wd_model *model = make("bicycle", NULL);
    set(model, "solver.fixed_step", 0.0025);
    choose(model, "solver.method", "rk8pd");
    for (int i = 0; i < INITS; i++)
        set(model, names[i], from[i]);
    start(model, 0);
    go(model, t);
    to[X] = get(model, "state.rear_wheel.x");
    to[Y] = get(model, "state.rear_wheel.y");
    for (int i = YAW; i < INITS; i++)
        to[i] = output(model, out[i - YAW]);
    wd_model_free(model);
}

static double largest_difference(const double *a, const double *b)
{
    double worst = 0;
    for (int i = 0; i < INITS; i++)
        worst = fmax(worst, fabs(a[i] - b[i]));
    return worst;
}

static void negate(double *values, const int *which, int count)
{
    for (int i = 0; i < count; i++)
        values[which[i]] = -values[which[i]];
}

static void symmetric_rides(void)
{
    static const int mirror[] = {Y, YAW, ROLL, STEER, ROLL_RATE, STEER_RATE};
    static const int rates[] = {ROLL_RATE, STEER_RATE, SPEED};
    const double from[INITS] = {1, -2, 0.3, 0.2, -0.1, 0.5, -0.7, -0.3, 0.4, 5};
    double end[INITS], other[INITS], back[INITS];
    continue_ride(from, 2, end);
    check(fabs(end[ROLL]) > 1e-3 && fabs(end[YAW]) > 1e-2, "the ride leans and turns");
    memcpy(other, from, sizeof other);
    negate(other, mirror, 6);
    continue_ride(other, 2, back);
    negate(back, mirror, 6);
    check(largest_difference(back, end) == 0, "the mirrored ride has the same bits");
    memcpy(other, from, sizeof other);
    other[X] += 30, other[Y] += 40, other[YAW] += 1;
    continue_ride(other, 2, back);
    double dx = end[X] - from[X], dy = end[Y] - from[Y];
    double turned[INITS];
    memcpy(turned, end, sizeof turned);
    turned[X] = other[X] + cos(1.0) * dx - sin(1.0) * dy;
    turned[Y] = other[Y] + sin(1.0) * dx + cos(1.0) * dy;
    turned[YAW] += 1;
    check(largest_difference(back, turned) < 1e-11, "the ride elsewhere, turned, differs by %.2g",
          largest_difference(back, turned));
    /* backwards in time the caster mode grows 1e6-fold in a second, so the ride is short */
    continue_ride(from, 0.5, end);
    memcpy(other, end, sizeof other);
    negate(other, rates, 3);
    continue_ride(other, 0.5, back);
    negate(back, rates, 3);
    check(largest_difference(back, from) < 1e-10, "ride back with reversed rates: off by %.2g",
          largest_difference(back, from));
}

/* ---- torques ---- */

static double oscillating_torque(double t, double scale)
{
    return scale * sin(3 * t);
}

static int32_t steering(double t, double *value, void *user)
{
    (void)user;
    *value = oscillating_torque(t, 0.3);
    return 0;
}

static int32_t pedalling(double t, double *value, void *user)
{
    (void)user;
    *value = 10 + oscillating_torque(t, 5);
    return 0;
}

static void set_function_of(wd_model *model, const char *name, wd_input_fn fn)
{
    uint32_t ref;
    must(model, wd_model_find(model, name, &ref), name);
    must(model, wd_model_set_input_fn(model, ref, fn, NULL), name);
}

static void work_of_torques(void)
{
    wd_model *model = ride(5.5, 0.1, 0.0025);
    set_function_of(model, "input.steer_torque", steering);
    set_function_of(model, "input.rear_torque", pedalling);
    set(model, "input.roll_torque", -1);
    set(model, "input.front_torque", -2);
    start(model, 0);
    double first = balance(model);
    go(model, 3);
    check(fabs(output(model, "work")) > 100, "the torques do %g J of work", output(model, "work"));
    near_rel(balance(model), first, 1e-9, 1, "energy balance after the work of the torques");
    wd_model_free(model);
}

/* Signs: at the start each positive torque makes the acceleration or force beside it positive. */
static void signs_of_torques(void)
{
    static const char *const pairs[][2] = {{"input.steer_torque", "steer_acc"},
                                           {"input.roll_torque", "roll_acc"},
                                           {"input.rear_torque", "rear_longitudinal"},
                                           {"input.front_torque", "front_longitudinal"}};
    for (int i = 0; i < 4; i++) {
        wd_model *model = ride(5, 0, 0.005);
        set(model, pairs[i][0], 1);
        start(model, 0);
        check(output(model, pairs[i][1]) > 0, "%s > 0 makes %s positive", pairs[i][0], pairs[i][1]);
        wd_model_free(model);
    }
}

/* ---- events ---- */

static void event_of(const wd_model *model, size_t i, double *t, int32_t *type, double *values)
{
    must(model, wd_model_event(model, i, t, type, values, 6), "event");
}

/* The default is the first choice; docs/models/bicycle.rst and snapshots use their numbers. */
static void lift_choices(void)
{
    wd_model *model = make("bicycle", NULL);
    uint32_t ref;
    wd_model_find(model, "param.lift", &ref);
    check(wd_model_choice_count(model, ref) == 2 && get(model, "param.lift") == 0 &&
              strcmp(wd_model_choice_name(model, ref, 0), "end") == 0 &&
              strcmp(wd_model_choice_name(model, ref, 1), "report") == 0,
          "param.lift is end, or report");
    wd_model_free(model);
}

/* Brake the front wheel until the rear wheel would lift. */
static void rear_wheel_lifts(const char *what)
{
    wd_model *model = ride(8, 0, 0.005);
    const double brake[] = {0, 0, 2, -400};
    uint32_t ref;
    double t, values[6];
    int32_t type;
    choose(model, "param.lift", what);
    must(model, wd_model_find(model, "input.front_torque", &ref), "find");
    must(model, wd_model_set_input_signal(model, ref, WD_SIGNAL_LINEAR, brake, 4), "signal");
    start(model, 0);
    int32_t status = wd_model_step_to(model, 1.8);
    check(status == (strcmp(what, "end") == 0 ? WD_END : WD_OK) && wd_model_event_count(model) == 1,
          "lift = %s: %s, %zu event", what, wd_status_name(status), wd_model_event_count(model));
    event_of(model, 0, &t, &type, values);
    check(type == WD_EVENT_WHEEL_LIFT && values[0] == 0 && fabs(values[4]) < 1e-9 && values[5] > 0,
          "the rear wheel lifts at %g s, %g m/s: normal force %.2g N", t, values[3], values[4]);
    if (status == WD_END)
        check(wd_model_time(model) == t && wd_model_step_to(model, 2) == WD_END,
              "the motion ends at the lift");
    else
        check(output(model, "rear_normal") < 0, "the rear wheel is held down");
    wd_model_free(model);
}

/* Ways to apply a brake suddenly: from the start, by a signal, by a value set between calls. */
enum { FROM_START, BY_SIGNAL, BETWEEN_CALLS, WAYS };

static double brake_at_once(wd_model *model, int way)
{
    const double steps[] = {0, 0, 0.3, -400};
    uint32_t ref;
    must(model, wd_model_find(model, "input.front_torque", &ref), "find");
    if (way == BY_SIGNAL)
        must(model, wd_model_set_input_signal(model, ref, WD_SIGNAL_STEP, steps, 4), "signal");
    if (way == FROM_START)
        set(model, "input.front_torque", -400);
    start(model, 0);
    if (way == BETWEEN_CALLS) {
        go(model, 0.5);
        set(model, "input.front_torque", -400);
    }
    static const double at[WAYS] = {0, 0.3, 0.5};
    return at[way];
}

static void lift_at_once(int way, double h, const char *what)
{
    wd_model *model = ride(8, 0, h);
    double t = -1, values[6] = {0};
    int32_t type = 0;
    choose(model, "param.lift", what);
    double want = brake_at_once(model, way);
    int32_t status = wd_model_step_to(model, 0.7);
    check(status == (strcmp(what, "end") == 0 ? WD_END : WD_OK) && wd_model_event_count(model) == 1,
          "way %d, h = %g, param.lift = %s: status %s, %zu event", way, h, what,
          wd_status_name(status), wd_model_event_count(model));
    wd_model_event(model, 0, &t, &type, values, 6);
    check(type == WD_EVENT_WHEEL_LIFT && t == want && values[0] == 0 && values[4] < -10,
          "the rear wheel lifts at %g s with %g N", t, values[4]);
    wd_model_free(model);
}

static int32_t fails_late(double t, double *value, void *user)
{
    *value = 0;
    return t > *(const double *)user;
}

/* A lift is reported once while the wheel is held down, also in copies and after a failed step. */
static void lift_once(void)
{
    static unsigned char bytes[1 << 16];
    double limit = 0.6;
    uint32_t ref;
    wd_model *model = ride(8, 0, 0.005), *other;
    choose(model, "param.lift", "report");
    must(model, wd_model_find(model, "input.roll_torque", &ref), "find");
    must(model, wd_model_set_input_fn(model, ref, fails_late, &limit), "function");
    brake_at_once(model, BETWEEN_CALLS);
    check(wd_model_step_to(model, 0.7) == WD_EINPUT && wd_model_event_count(model) == 0,
          "a step that fails discards its event");
    limit = 10;
    for (int k = 1; k <= 100; k++) { /* set the brake in every step, as a controller does */
        set(model, "input.front_torque", -400 - k % 2);
        go(model, 0.5 + 0.001 * k);
    }
    check(wd_model_event_count(model) == 1, "after the failure the lift is reported: %zu event",
          wd_model_event_count(model));
    size_t size = wd_model_save_size(model);
    must(model, wd_model_clone(model, &other), "clone");
    must(model, wd_model_save(model, bytes, sizeof bytes), "save");
    go(other, 0.7);
    check(wd_model_event_count(other) == 1, "a clone does not report the lift again");
    set(model, "input.front_torque", 0);
    go(model, 0.65);
    set(model, "input.front_torque", -400);
    go(model, 0.7);
    check(wd_model_event_count(model) == 2, "a second lift after a release is reported");
    must(model, wd_model_load(model, bytes, size), "load");
    go(model, 0.7);
    check(wd_model_event_count(model) == 1, "a snapshot does not report the lift again");
    wd_model_free(model);
    wd_model_free(other);
}

static void slow_bicycle_falls(void)
{
    wd_model *model = make("bicycle", "benchmark-unstable");
    double t, values[6];
    int32_t type;
    start(model, 0);
    check(wd_model_step_to(model, 100) == WD_END && wd_model_event_count(model) == 1,
          "a bicycle that is too slow falls");
    event_of(model, 0, &t, &type, values);
    check(type == WD_EVENT_WHEEL_LIFT && t == wd_model_time(model),
          "the motion ends where a wheel would lift, at %g s", t);
    wd_model_free(model);
    model = ride(1, 0, 0.005);
    set(model, "init.roll", 0.16);
    choose(model, "param.lift", "report");
    start(model, 0);
    check(wd_model_step_to(model, 100) == WD_END, "with wheels held down a bicycle falls flat");
    size_t count = wd_model_event_count(model);
    event_of(model, count - 1, &t, &type, values);
    check(type == WD_EVENT_LIMIT && t == wd_model_time(model) && isnan(values[0]),
          "LIMIT is the last event, at %g s", t);
    double rolls[2] = {fabs(get(model, "state.rear_frame.roll")),
                       fabs(get(model, "state.front_frame.roll"))};
    near_abs(fmax(rolls[0], rolls[1]), 1.5, 1e-12, "a frame leans by 1.5 rad");
    wd_model_free(model);
}

static void starts_outside_domain(void)
{
    wd_model *model = make("bicycle", NULL);
    set(model, "init.roll", 1.6);
    check(wd_model_init(model, 0) == WD_EDOMAIN && strstr(wd_model_error(model), "1.5"),
          "a start lying flat is refused: %s", wd_model_error(model));
    set(model, "init.roll", 0);
    set(model, "param.IBxz", 10);
    check(wd_model_init(model, 0) == WD_EINVAL && strstr(wd_model_error(model), "definite"),
          "moments of inertia that no body can have are refused: %s", wd_model_error(model));
    set(model, "param.IBxz", 2.4);
    set(model, "init.speed", 1e300);
    check(wd_model_init(model, 0) == WD_EDOMAIN && strstr(wd_model_error(model), "energy"),
          "too fast a start is refused: %s", wd_model_error(model));
    set(model, "init.speed", 5);
    start(model, 0);
    wd_model_free(model);
}

/* Steps that end too far from the constraints to be projected back fail. */
static void steps_too_far_off(const char *projection)
{
    wd_model *model = ride(5, 0, 0.02);
    set(model, "init.steer", 1.5);
    choose(model, "param.lift", "report");
    choose(model, "solver.projection", projection);
    start(model, 0);
    double before[2] = {0, output(model, "kinetic_energy")}, first = balance(model);
    int32_t status = WD_OK;
    for (int k = 1; status == WD_OK && k <= 1000; k++) {
        before[0] = wd_model_time(model), before[1] = output(model, "kinetic_energy");
        status = wd_model_step_to(model, 0.02 * k);
    }
    check(status == WD_ENOCONV && strstr(wd_model_error(model), "the residual is"),
          "%s: status %s, energy balance %g J, %g J at the start: %s", projection,
          wd_status_name(status), balance(model), first, wd_model_error(model));
    check(wd_model_time(model) == before[0] && output(model, "kinetic_energy") == before[1],
          "a failed step leaves the state unchanged");
    wd_model_free(model);
}

int main(void)
{
    axle_loads();
    published_table();
    symmetric_rides();
    work_of_torques();
    signs_of_torques();
    lift_choices();
    rear_wheel_lifts("report");
    rear_wheel_lifts("end");
    for (int way = 0; way < WAYS; way++) {
        lift_at_once(way, 0.005, "report");
        lift_at_once(way, 0.005, "end");
        lift_at_once(way, 0, "end");
    }
    lift_once();
    slow_bicycle_falls();
    starts_outside_domain();
    steps_too_far_off("moore_penrose");
    steps_too_far_off("mass_weighted");
    return done();
}
