/* SPDX-License-Identifier: MIT */
/* A call that ends at a knot of a step signal: the modes follow from the new value, the events are
 * logged, and the outputs are the limit from the right. Friction stays within its cone, a brake
 * within its torque. */
#include "support.h"

static const double KNOT = 0.1;

/* AFTER, in s: within this time after the knot no output changes by more than MOST_CHANGE, because
 * no rate exceeds 1e7. AFTER is longer than 1e-9 of a fixed step, within which times count as
 * equal. */
static const double AFTER = 1e-10, MOST_CHANGE = 1e-3;

static void step_at_knot(wd_model *model, const char *input, double first, double second)
{
    const double data[] = {0, first, KNOT, second};
    int32_t status =
        wd_model_set_input_signal(model, ref_of(model, input), WD_SIGNAL_STEP, data, 4);
    if (status != WD_OK)
        check(0, "%s accepts a step: %s", input, wd_model_error(model));
}

static void start_model(wd_model *model)
{
    if (wd_model_init(model, 0) != WD_OK)
        check(0, "the model starts: %s", wd_model_error(model));
}

static double output_of(const wd_model *model, const char *part, const char *quantity)
{
    char name[96];
    snprintf(name, sizeof name, "output.%s.%s", part, quantity);
    return value_of(model, name);
}

static size_t count_at_knot(const wd_model *model, int32_t wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < wd_model_event_count(model); i++) {
        double t;
        int32_t type;
        wd_model_event(model, i, &t, &type, NULL, 0);
        count += t == KNOT && type == wanted;
    }
    return count;
}

/* ---- vehicles ---- */

static int in_cone(const wd_model *model, const char *wheel, double mu)
{
    double x = output_of(model, wheel, "forward_force"), y = output_of(model, wheel, "side_force");
    double limit = mu * output_of(model, wheel, "normal_force");
    int in = hypot(x, y) <= limit * (1 + 1e-9);
    if (!in)
        printf("# %s: friction %g N, limit %g N\n", wheel, hypot(x, y), limit);
    return in;
}

/* A robot at rest until the torques of both motors rise. */
static wd_model *make_robot(double fixed_step, double torque)
{
    wd_model *model = make(&(struct setup){"vehicle", "robot"});
    put(model, "solver.fixed_step", fixed_step);
    step_at_knot(model, "input.left.torque", 0, torque);
    step_at_knot(model, "input.right.torque", 0, torque);
    start_model(model);
    return model;
}

static void spinning_wheels(double fixed_step)
{
    wd_model *model = make_robot(fixed_step, 10), *longer = make_robot(fixed_step, 10);
    int32_t status = wd_model_step_to(model, KNOT);
    check(status == WD_OK && wd_model_time(model) == KNOT, "h = %g: the call ends at the knot",
          fixed_step);
    check(in_cone(model, "left", 0.8) && in_cone(model, "right", 0.8),
          "the friction of both wheels is within their cones");
    check(output_of(model, "left", "contact") == 2 && output_of(model, "right", "contact") == 2,
          "both driven wheels slip after the knot");
    check(count_at_knot(model, WD_EVENT_SLIP) == 2, "the slip is logged at the knot");
    wd_model_step_to(model, 0.2);
    wd_model_step_to(longer, 0.2);
    check(mix_model(1, model) == mix_model(1, longer), "a call across the knot has the same bits");
    wd_model_free(model);
    wd_model_free(longer);
}

static void stops_at_events(void)
{
    wd_model *model = make_robot(0, 10);
    put(model, "solver.stop_at_events", 1);
    check(wd_model_step_to(model, KNOT) == WD_EVENT && wd_model_time(model) == KNOT,
          "a call that stops at events reports those of the knot where it ends");
    uint64_t bits = mix_model(1, model);
    check(wd_model_step_to(model, KNOT) == WD_OK && mix_model(1, model) == bits,
          "a second call to the same time computes the same outputs");
    wd_model_free(model);
}

/* Rule of eval: setting an input changes modes only in the next step. */
static void set_and_eval(void)
{
    wd_model *model = make(&(struct setup){"vehicle", "robot"});
    start_model(model);
    wd_model_step_to(model, KNOT);
    put(model, "input.left.torque", 10);
    check(wd_model_eval(model) == WD_OK && output_of(model, "left", "contact") == 1 &&
              wd_model_event_count(model) == 0,
          "eval after set changes no mode and logs no event");
    wd_model_step_to(model, KNOT + AFTER);
    check(output_of(model, "left", "contact") == 2 && count_at_knot(model, WD_EVENT_SLIP) == 1,
          "the next step changes the modes and logs the event");
    wd_model_free(model);
}

/* A robot on a slope is held by its brakes until most of the brake torque is released. */
static void slipping_brakes(void)
{
    wd_model *model = make(&(struct setup){"vehicle", "robot"});
    put(model, "input.slope", 0.2);
    put(model, "input.left.torque", 0);
    put(model, "input.right.torque", 0);
    step_at_knot(model, "input.left.brake", 5, 0.1);
    step_at_knot(model, "input.right.brake", 5, 0.1);
    start_model(model);
    wd_model_step_to(model, KNOT / 2);
    double needed = output_of(model, "left", "brake_torque");
    wd_model_step_to(model, KNOT);
    double torque = output_of(model, "left", "brake_torque");
    check(fabs(needed) > 0.2 && fabs(torque) <= 0.1 * (1 + 1e-12),
          "a brake that needed %g N.m has %g N.m after its release to 0.1 N.m", needed, torque);
    check(count_at_knot(model, WD_EVENT_BRAKE_SLIP) == 2,
          "the slip of both brakes is logged at the knot");
    wd_model_free(model);
}

/* ---- a wheel with impacts, whose kind has advance() ---- */

static wd_model *resting_wheel(double fixed_step, const char *input, double value)
{
    static const double ground[] = {-100, 0, 100, 0};
    wd_model *model = make_kind("impact_wheel");
    wd_model_set_terrain(model, ground, 2);
    put(model, "solver.fixed_step", fixed_step);
    put(model, "state.y", value_of(model, "param.radius"));
    put(model, "state.x_dot", 0);
    put(model, "state.y_dot", 0);
    put(model, "state.phi_dot", 0);
    step_at_knot(model, input, 0, value);
    start_model(model);
    return model;
}

static void spinning_up(double fixed_step)
{
    double torque = 100;
    wd_model *model = resting_wheel(fixed_step, "input.torque", torque);
    wd_model *longer = resting_wheel(fixed_step, "input.torque", torque);
    int32_t status = wd_model_step_to(model, KNOT);
    double friction = value_of(model, "output.friction_force_1");
    double limit = value_of(model, "param.mu") * value_of(model, "output.normal_force_1");
    check(status == WD_OK && fabs(friction) <= limit * (1 + 1e-12) && limit > 0,
          "h = %g: friction force %g N, limit %g N", fixed_step, friction, limit);
    check(count_at_knot(model, WD_EVENT_SLIP) == 1, "the slip of the wheel is logged at the knot");
    wd_model_step_to(model, 0.2);
    wd_model_step_to(longer, 0.2);
    check(mix_model(1, model) == mix_model(1, longer), "a call across the knot has the same bits");
    wd_model_free(model);
    wd_model_free(longer);
}

static void lifted_at_knot(void)
{
    wd_model *model = resting_wheel(0, "input.force_y", 1e4);
    check(wd_model_step_to(model, KNOT) == WD_OK && value_of(model, "output.contacts") == 0,
          "a force that lifts a wheel opens its contact at the knot");
    check(value_of(model, "output.normal_force_1") >= 0, "the ground never pulls");
    check(count_at_knot(model, WD_EVENT_DETACH) == 1,
          "the separation of the wheel is logged at the knot");
    wd_model_free(model);
}

static void wheel_stops_at_events(void)
{
    wd_model *model = resting_wheel(0, "input.torque", 100);
    put(model, "solver.stop_at_events", 1);
    check(wd_model_step_to(model, 0.2) == WD_EVENT && wd_model_time(model) == KNOT &&
              count_at_knot(model, WD_EVENT_SLIP) == 1,
          "a wheel stops where a step of its torque makes it slip");
    wd_model_free(model);
    model = resting_wheel(0, "input.torque", 0);
    put(model, "solver.stop_at_events", 1);
    wd_model_step_to(model, KNOT);
    put(model, "input.torque", 100);
    check(wd_model_step_to(model, 0.2) == WD_EVENT && wd_model_time(model) == KNOT &&
              count_at_knot(model, WD_EVENT_SLIP) == 1,
          "a wheel stops where a torque that is set makes it slip");
    wd_model_free(model);
}

/* ---- every input of every kind and preset ---- */

enum { CHANGES = 3 };

/* Another value of the variable; a slope is limited to 0.7 rad. */
static double other_value(const wd_model *model, uint32_t ref, double value, int change)
{
    const double other[CHANGES] = {value / 100, value + 1, value + 1e4};
    double lo, hi;
    wd_model_var_bounds(model, ref, &lo, &hi);
    if (strcmp(wd_model_var_unit(model, ref), "rad") == 0)
        hi = fmin(hi, 0.7);
    return fmin(other[change], hi);
}

static int is_limit(double at, double after)
{
    double larger = fmax(fabs(at), fabs(after));
    return at == after || fabs(at - after) <= 1e-4 * larger + MOST_CHANGE;
}

static const char *find_jump(wd_model *model)
{
    static double at[MOST_VARS];
    double after;
    uint32_t count = (uint32_t)wd_model_var_count(model);
    size_t events = wd_model_event_count(model);
    for (uint32_t ref = 0; ref < count; ref++)
        wd_model_get(model, &ref, 1, &at[ref]);
    if (wd_model_step_to(model, KNOT + AFTER) < 0)
        return wd_model_error(model);
    for (uint32_t ref = 0; ref < count; ref++) {
        wd_model_get(model, &ref, 1, &after);
        if (wd_model_var_role(model, ref) == WD_OUTPUT && !is_limit(at[ref], after))
            return wd_model_var_name(model, ref);
    }
    return wd_model_event_count(model) == events ? NULL : "the event log";
}

static const char *step_input(const struct setup *setup, uint32_t ref, double fixed_step,
                              int change)
{
    static char why[256];
    wd_model *model = make(setup);
    double value;
    put(model, "solver.fixed_step", fixed_step);
    wd_model_get(model, &ref, 1, &value);
    step_at_knot(model, wd_model_var_name(model, ref), value,
                 other_value(model, ref, value, change));
    int32_t status = wd_model_init(model, 0);
    if (status == WD_OK)
        status = wd_model_step_to(model, KNOT);
    const char *jump = status == WD_OK ? find_jump(model) : NULL;
    if (jump)
        snprintf(why, sizeof why, "%s", jump);
    wd_model_free(model);
    return jump ? why : NULL;
}

static void all_inputs(const struct setup *setup, double fixed_step)
{
    wd_model *probe = make(setup);
    int tried = 0, jumps = 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(probe); ref++) {
        if (wd_model_var_role(probe, ref) != WD_INPUT || wd_model_choice_count(probe, ref) > 0)
            continue;
        for (int change = 0; change < CHANGES; change++, tried++) {
            const char *jump = step_input(setup, ref, fixed_step, change);
            if (jump)
                printf("# %s jumps after a step of %s\n", jump, wd_model_var_name(probe, ref));
            jumps += jump != NULL;
        }
    }
    check(jumps == 0, "%s, h = %g: no output jumps after %d steps of inputs", setup_name(setup),
          fixed_step, tried);
    wd_model_free(probe);
}

int main(void)
{
    struct setup list[MOST_SETUPS];
    size_t count = list_setups(list);
    for (int fixed = 0; fixed < 2; fixed++) {
        spinning_wheels(1e-3 * fixed);
        spinning_up(1e-3 * fixed);
    }
    stops_at_events();
    set_and_eval();
    slipping_brakes();
    lifted_at_knot();
    wheel_stops_at_events();
    for (size_t i = 0; i < count; i++)
        for (int fixed = 0; fixed < 2; fixed++)
            all_inputs(&list[i], 1e-3 * fixed);
    return done();
}
