/* SPDX-License-Identifier: MIT */
/* Static equilibrium of springs and contacts, compared with closed forms. */
#include "vehicle.h"

#include <string.h>

static const double down[3] = {0, 0, -1}, up[3] = {0, 0, 1}, left[3] = {0, 1, 0};
static const double g = 9.81;

static void check_refused(wd_model *model, const char *words)
{
    int32_t status = wd_model_init(model, 0);
    check(status == WD_EDOMAIN && strstr(wd_model_error(model), words),
          "a start in balance is refused: %s", wd_model_error(model));
}

static wd_model *start_in_balance(void)
{
    wd_model *model = new_vehicle();
    choose(model, "param.place", "in_balance");
    return model;
}

/* Add a frame on three wheels: two at the rear and one in front that does not steer. */
static void add_cart(wd_model *model)
{
    add_body(model, "frame", 10, 1, 0.3, 0, 0.5);
    add_tyre(model, "wheel", "left", "frame", 0, 0.4, 0.3, 0.1);
    add_tyre(model, "wheel", "right", "frame", 0, -0.4, 0.3, 0.1);
    add_tyre(model, "wheel", "front", "frame", 1, 0, 0.3, 0.1);
}

/* ---- masses that hang below each other ---- */

static void hanging_masses(void)
{
    static const char *const name[] = {"a", "b", "c"}, *const spring[] = {"sa", "sb", "sc"};
    wd_model *model = start_in_balance();
    add_cart(model);
    double below = 0, want[3];
    for (int i = 0; i < 3; i++) {
        const double at[3] = {0.3, 0, 2.0 - 0.3 * i};
        add_body(model, name[i], 1 + i, 0.1, at[0], at[1], at[2]);
        add_joint(model, "slide", spring[i], i ? name[i - 1] : "frame", name[i], at, down);
        set_part(model, spring[i], "stiffness", 300 + 100 * i);
        set_part(model, spring[i], "rest", 0.01 * i);
    }
    for (int i = 2; i >= 0; i--) {
        below += 1 + i;
        want[i] = 0.01 * i + below * g / (300 + 100 * i);
    }
    start(model, 0);
    for (int i = 0; i < 3; i++)
        near_abs(get(model, name_of("state", spring[i], "travel")), want[i], 1e-12,
                 "travel of a spring that carries the masses below it");
    near_rel(out(model, "sa", "load_fz"), below * g, 1e-12, 1,
             "the upper spring carries all masses");
    double before = get(model, "state.sa.travel");
    go(model, 5);
    near_abs(get(model, "state.sa.travel"), before, 1e-12, "the masses stay in balance");
    wd_model_free(model);
}

/* Two springs in parallel between two points. */
static void parallel_springs(void)
{
    wd_model *model = start_in_balance();
    add_cart(model);
    const double at[3] = {0.3, 0, 2};
    add_body(model, "step", 4, 0.1, 0.3, 0, 1);
    add_joint(model, "slide", "guide", "frame", "step", at, up);
    add(model, "point", "hook", "frame", NULL);
    set_place(model, "hook", 0.3, 0, 2);
    add(model, "point", "eye", "step", NULL);
    set_place(model, "eye", 0.3, 0, 1);
    for (int i = 0; i < 2; i++) {
        const char *name = i ? "second" : "first";
        add(model, "spring", name, "hook", "eye");
        set_part(model, name, "stiffness", i ? 300 : 200);
        set_part(model, name, "rest", i ? 0.7 : 0.8);
    }
    start(model, 0);
    double length = (4 * g + 200 * 0.8 + 300 * 0.7) / 500;
    near_abs(get(model, "state.guide.travel"), 1 - length, 1e-12,
             "length of two springs side by side");
    near_rel(out(model, "first", "force") + out(model, "second", "force"), 4 * g, 1e-12, 1,
             "two springs side by side carry the weight");
    wd_model_free(model);
}

/* A pendulum on a hinge with a spring: m g l sin(a) = k (target - a) */
static void pendulum_on_spring(void)
{
    wd_model *model = start_in_balance();
    const double at[3] = {0.3, 0, 2};
    add_cart(model);
    add_body(model, "bob", 2, 0.1, 0.3, 0, 1.5);
    add_joint(model, "hinge", "pivot", "frame", "bob", at, left);
    set_part(model, "pivot", "stiffness", 20);
    set_input(model, "pivot", "target", 1);
    set(model, "init.pivot.angle", 0.2);
    start(model, 0);
    double a = get(model, "state.pivot.angle");
    near_abs(2 * g * 0.5 * sin(a) - 20 * (1 - a), 0, 1e-11,
             "a pendulum on a spring: moments of gravity and spring are equal");
    near_abs(a, 0.68, 0.02, "the angle of the pendulum is about 39 degrees");
    wd_model_free(model);
}

/* ---- tables and cars ---- */

/* A table on three balls without friction, with sprung legs and a load beside its centre. */
static wd_model *make_table(double load)
{
    static const char *const foot[] = {"f0", "f1", "f2"}, *const leg[] = {"l0", "l1", "l2"};
    static const char *const ball[] = {"b0", "b1", "b2"};
    const double x[3] = {1, -0.5, -0.5}, y[3] = {0, 0.8, -0.8};
    wd_model *model = start_in_balance();
    add_body(model, "top", 20, 3, 0, 0, 0.7);
    for (int i = 0; i < 3; i++) {
        const double at[3] = {x[i], y[i], 0.3};
        add_body(model, foot[i], 0.5, 0.01, x[i], y[i], 0.1);
        add_joint(model, "slide", leg[i], "top", foot[i], at, up);
        set_part(model, leg[i], "stiffness", 5000);
        add_tyre(model, "rim", ball[i], foot[i], x[i], y[i], 0.1, 0.1);
        choose(model, name_of("param", ball[i], "law"), "relaxed");
        set_input(model, ball[i], "mu", 0);
    }
    add(model, "point", "corner", "top", NULL);
    set_place(model, "corner", 0.3, 0.2, 0.8);
    set_input(model, "corner", "force_z", -load);
    return model;
}

static void tables_on_legs(void)
{
    wd_model *model = make_table(0);
    start(model, 0);
    double each = 20 * g / 3 / 5000;
    near_abs(get(model, "state.l0.travel"), each, 1e-12,
             "a table on legs: travel of the first leg");
    near_abs(get(model, "state.l2.travel"), each, 1e-12, "a table on legs: travel of the last leg");
    near_abs(out(model, "top", "z"), 0.7 - each, 1e-12, "a table on legs: height of the top");
    wd_model_free(model);
    model = make_table(30);
    set(model, "init.top.z", 0.4);
    set(model, "init.top.roll", 0.2);
    start(model, 0);
    double sum = 0, mx = 0, my = 0;
    static const char *const ball[] = {"b0", "b1", "b2"};
    for (int i = 0; i < 3; i++) {
        double N = out(model, ball[i], "normal_force");
        sum += N;
        mx += N * out(model, ball[i], "contact_x");
        my += N * out(model, ball[i], "contact_y");
    }
    double x = 0, y = 0;
    static const char *const body[] = {"top", "f0", "f1", "f2"};
    for (int i = 0; i < 4; i++) {
        x += (i ? 0.5 : 20) * g * out(model, body[i], "x");
        y += (i ? 0.5 : 20) * g * out(model, body[i], "y");
    }
    near_rel(sum, 21.5 * g + 30, 1e-12, 1, "uneven load: the ground carries the weight");
    near_abs(mx - x - 30 * out(model, "corner", "x"), 0, 1e-10,
             "uneven load: moments about y balance");
    near_abs(my - y - 30 * out(model, "corner", "y"), 0, 1e-10,
             "uneven load: moments about x balance");
    check(fabs(out(model, "top", "roll")) > 1e-4, "uneven load: the table leans");
    go(model, 1);
    near_abs(out(model, "top", "vz"), 0, 1e-11, "the vehicle stays at rest");
    wd_model_reset(model);
    set_input(model, "corner", "force_z", -300);
    set_place(model, "corner", 2, 0, 0.8);
    check_refused(model, "pull");
    wd_model_free(model);
}

static wd_model *make_car(void)
{
    static const char *const corner[] = {"fl", "fr", "rl", "rr"};
    static const char *const hub[] = {"hub_fl", "hub_fr", "hub_rl", "hub_rr"};
    static const char *const slide[] = {"spring_fl", "spring_fr", "spring_rl", "spring_rr"};
    wd_model *model = start_in_balance();
    add_body(model, "frame", 1000, 500, 0.1, 0, 0.5);
    for (int i = 0; i < 4; i++) {
        double x = i < 2 ? 1.2 : -1.2, y = i % 2 ? -0.7 : 0.7;
        const double at[3] = {x, y, 0.3};
        add_body(model, hub[i], 10, 1, x, y, 0.3);
        add_joint(model, "slide", slide[i], "frame", hub[i], at, up);
        set_part(model, slide[i], "stiffness", 20000);
        set_part(model, slide[i], "damping", 1500);
        add_tyre(model, "wheel", corner[i], hub[i], x, y, 0.3, 0.1);
        choose(model, name_of("param", corner[i], "law"), "relaxed");
    }
    return model;
}

static void cars_on_springs(void)
{
    wd_model *model = make_car();
    set(model, "init.frame.forward", 20);
    choose(model, "param.spin", "rolling");
    start(model, 0);
    /* the springs are 2.4 m apart, so tan(pitch) = (travel_f - travel_r)/2.4 */
    double front = get(model, "state.spring_fl.travel"),
           rear = get(model, "state.spring_rl.travel");
    double pitch = out(model, "frame", "pitch"), N = out(model, "fl", "normal_force");
    near_abs(tan(pitch), (front - rear) / 2.4, 1e-12, "a car on its springs: pitch");
    near_abs(20000 * front, (N - 11 * g) * cos(pitch), 1e-8,
             "each spring carries the load of its wheel");
    near_rel(2 * N + 2 * out(model, "rl", "normal_force"), 1044 * g, 1e-12, 1,
             "the springs carry all of the weight");
    near_rel(out(model, "frame", "vx"), 20, 1e-12, 1, "the car starts at 20 m/s, as set");
    go(model, 2);
    near_abs(get(model, "state.spring_fl.travel"), front, 1e-9, "the car stays on its springs");
    wd_model_reset(model);
    set(model, "input.slope", 0.1);
    check_refused(model, "nothing holds it");
    check_refused(model, "m/s2");
    wd_model_free(model);
}

/* Balance on a slope with wheels held by their motors: two wheels share the torque that balances
 * the weight. */
static void held_by_motors(void)
{
    wd_model *model = start_in_balance();
    add_cart(model);
    set(model, "input.slope", 0.2);
    double m = 13, torque = m * g * sin(0.2) * 0.3 / 2;
    set_input(model, "left", "torque", torque);
    check_refused(model, "nothing holds it");
    set_input(model, "right", "torque", torque);
    start(model, 0);
    near_rel(out(model, "left", "forward_force"), torque / 0.3, 1e-10, 1,
             "forward force of a wheel held by its motor");
    go(model, 1);
    near_abs(out(model, "frame", "vx"), 0, 1e-10, "a car held by its motors does not roll");
    wd_model_free(model);
}

/* Balance on a slope with holding brakes; also with one brake alone, up to its capacity. */
static void held_by_brakes(void)
{
    wd_model *model = start_in_balance();
    add_cart(model);
    set(model, "input.slope", 0.2);
    double torque = 13 * g * sin(0.2) * 0.3;
    set_init(model, "left", "rate", 1); /* a start in motion is allowed */
    set_input(model, "left", "brake", torque * 0.6);
    set_input(model, "right", "brake", torque * 0.6);
    start(model, 0);
    wd_model_reset(model);
    set_init(model, "left", "rate", 0);
    start(model, 0);
    near_rel(out(model, "left", "forward_force"), torque / 0.6, 1e-9, 1,
             "forward force of a wheel held by its brake");
    near_rel(out(model, "left", "brake_torque"), torque / 2, 1e-9, 1,
             "both brakes share the torque");
    double place = get(model, "state.frame.x");
    go(model, 10);
    check(get(model, "state.frame.x") == place, "the vehicle stays at rest to the last bit");
    wd_model_reset(model);
    set_input(model, "left", "brake", 0);
    check_refused(model, "part \"right\": no balance, as its brake has");
    set_input(model, "right", "brake", torque * 1.001);
    start(model, 0);
    near_rel(out(model, "right", "brake_torque"), torque, 1e-9, 1,
             "torque of a brake that holds the vehicle alone");
    wd_model_free(model);
}

/* A preset is parked on a slope with brakes; a start with too small a friction coefficient is
 * refused. */
static void parked_preset(const char *preset, const char *const *wheel, size_t wheels)
{
    wd_model *model = make("vehicle", preset);
    const char *root = wd_model_part_name(model, 0);
    choose(model, "param.place", "in_balance");
    set(model, "input.slope", 0.2);
    set_init(model, root, "forward", 0);
    for (size_t w = 0; w < wheels; w++) {
        choose(model, name_of("param", wheel[w], "law"), "coulomb");
        set_input(model, wheel[w], "torque", 0);
        set_init(model, wheel[w], "rate", 0);
    }
    for (size_t k = 0; k < wd_model_part_count(model); k++)
        if (strcmp(wd_model_part_type(model, k), "hinge") == 0)
            set_input(model, wd_model_part_name(model, k), "target", 0);
    check_refused(model, "nothing holds it");
    for (size_t w = 0; w < wheels; w++)
        set_input(model, wheel[w], "brake", 4000);
    start(model, 0);
    double x = out(model, root, "x"), z = out(model, root, "z");
    go(model, 10);
    check(out(model, root, "x") == x && out(model, root, "z") == z,
          "%s: parked, at rest to the last bit", preset);
    wd_model_reset(model);
    for (size_t w = 0; w < wheels; w++)
        set_input(model, wheel[w], "mu", 0.1);
    check_refused(model, "it needs a friction of");
    wd_model_free(model);
}

/* A disc on a hinge with a spring stands on a slope; the holding torque turns it against the
 * spring. */
static void slope_by_hinge(void)
{
    const double at[3] = {0, 0, 0.3};
    wd_model *model = start_in_balance();
    add_body(model, "frame", 10, 1, 0.3, 0, 0.5);
    add_tyre(model, "wheel", "fl", "frame", 1, 0.4, 0.3, 0);
    add_tyre(model, "wheel", "fr", "frame", 1, -0.4, 0.3, 0);
    add_body(model, "disc", 2, 0.1, 0, 0, 0.3);
    add_joint(model, "hinge", "axle", "frame", "disc", at, left);
    set_part(model, "axle", "stiffness", 100);
    add_tyre(model, "rim", "edge", "disc", 0, 0, 0.3, 0);
    set(model, "input.slope", 0.2);
    start(model, 0);
    double torque = 14 * g * sin(0.2) * 0.3;
    near_abs(get(model, "state.axle.angle"), -torque / 100, 1e-12, "a spring winds up on a slope");
    go(model, 1);
    near_abs(get(model, "state.axle.angle"), -torque / 100, 1e-11, "the spring holds the disc");
    wd_model_free(model);
}

/* Presets balance without torques. */
static void presets_balance(void)
{
    static const char *const preset[] = {"robot", "car", "rigid_car", "bicycle", "motorcycle"};
    for (size_t i = 0; i < sizeof preset / sizeof *preset; i++) {
        wd_model *model = make("vehicle", preset[i]);
        choose(model, "param.place", "in_balance");
        for (size_t k = 0; k < wd_model_part_count(model); k++)
            if (strcmp(wd_model_part_type(model, k), "wheel") == 0)
                set_input(model, wd_model_part_name(model, k), "torque", 0);
        check(wd_model_init(model, 0) == WD_OK, "preset %s balances without torques: %s", preset[i],
              wd_model_error(model));
        wd_model_free(model);
    }
}

int main(void)
{
    hanging_masses();
    parallel_springs();
    pendulum_on_spring();
    tables_on_legs();
    cars_on_springs();
    held_by_motors();
    held_by_brakes();
    static const char *const of_car[] = {"front_left", "front_right", "rear_left", "rear_right"},
                             *const of_robot[] = {"left", "right"};
    parked_preset("rigid_car", of_car, 4);
    parked_preset("car", of_car, 4);
    parked_preset("robot", of_robot, 2);
    slope_by_hinge();
    presets_balance();
    return done();
}
