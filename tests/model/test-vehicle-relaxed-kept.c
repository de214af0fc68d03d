/* SPDX-License-Identifier: MIT */
/* Motions of relaxed wheels agree with their mirrored and turned images, start and end correctly,
 * and their bits depend only on the state. */
#include "vehicle-tables.h"

/* ---- symmetry of motions ---- */

/* Run a sliding bicycle whose start is turned by the angle `turn`, and mirrored for side = -1. Set
 * to[] to its place, heading, lean, side force in units of 100 N, and forward slip, turned and
 * mirrored back. */
static void skid_bicycle(double turn, double side, double *to)
{
    wd_model *model = read_vehicle("states_bicycle", "relaxed");
    set_init(model, "b0", "forward", 5);
    set_init(model, "b0", "left", side * 0.2);
    set_init(model, "b0", "yaw", turn);
    set_init(model, "b0", "roll_rate", side);
    set_init(model, "j1", "rate", 5 / 0.3);
    set_init(model, "j3", "rate", 5 / 0.35);
    set(model, "param.gravity", 9.81);
    set(model, "input.w0.mu", 0.1);
    set(model, "input.j1.torque", -25);
    set(model, "solver.rtol", 1e-12);
    start(model, 0);
    double x0 = get(model, "state.b0.x"), y0 = get(model, "state.b0.y");
    go(model, 0.3);
    double x = get(model, "state.b0.x") - x0, y = get(model, "state.b0.y") - y0;
    to[0] = x * cos(turn) + y * sin(turn);
    to[1] = side * (y * cos(turn) - x * sin(turn));
    to[2] = side * (get(model, "output.b0.yaw") - turn);
    to[3] = side * get(model, "output.b0.roll");
    to[4] = side * get(model, "output.w0.side_force") / 100;
    to[5] = get(model, "output.w0.slip_forward");
    wd_model_free(model);
}

static void symmetric_skids(void)
{
    double plain[6], turned[6], mirrored[6], off = 0, across = 0;
    skid_bicycle(0, 1, plain);
    skid_bicycle(1.1, 1, turned);
    skid_bicycle(0, -1, mirrored);
    for (int i = 0; i < 6; i++) {
        off = fmax(off, fabs(turned[i] - plain[i]));
        across = fmax(across, fabs(mirrored[i] - plain[i]));
    }
    check(plain[5] > 0.5 && fabs(plain[1]) > 0.01,
          "a skidding bicycle is still moving and off its line: %g m/s, %g m", plain[5], plain[1]);
    near_abs(off, 0, 1e-11, "the skid in another direction, turned back");
    near_abs(across, 0, 1e-12, "the mirrored skid, mirrored back");
}

/* A car on a rigid frame brakes with less friction on its left side; its wheels are added in normal
 * or reversed order. */
static void brake_on_split_friction(int reversed, double *to)
{
    const char *const names[] = {"state.b0.x", "state.b0.y", "output.b0.yaw", "state.b0.vx"};
    wd_model *model = read_vehicle_in_order("states_car", "relaxed", reversed);
    set_init(model, "b0", "forward", 15);
    for (int w = 0; w < 4; w++) {
        const char joint[] = {'j', (char)('1' + w), 0}, wheel[] = {'w', (char)('0' + w), 0};
        set_init(model, joint, "rate", 15 / 0.3);
        set_input(model, joint, "torque", -400);
        set_input(model, wheel, "mu", w % 2 ? 0.8 : 0.3);
    }
    set(model, "param.gravity", 9.81);
    set(model, "solver.rtol", 1e-12);
    start(model, 0);
    go(model, 0.6);
    for (int i = 0; i < 4; i++)
        to[i] = get(model, names[i]);
    wd_model_free(model);
}

static void order_of_wheels(void)
{
    double one[4], other[4], off = 0;
    brake_on_split_friction(0, one);
    brake_on_split_friction(1, other);
    for (int i = 0; i < 4; i++)
        off = fmax(off, fabs(one[i] - other[i]));
    check(fabs(one[2]) > 1e-4, "a car with less friction on one side turns: %g rad", one[2]);
    near_abs(off, 0, 1e-11, "the order in which wheels were added has no effect");
}

/* ---- start and end ---- */

/* A vehicle is pulled up with a force that grows beyond its weight. */
static void wheel_is_lifted(void)
{
    const double force[] = {0, 0, 1, 100};
    wd_model *model = read_vehicle("b", "relaxed");
    double t, number = -1;
    int32_t type = 0;
    add(model, "point", "hook", "b0", NULL);
    set_part(model, "hook", "z", 0.1);
    set_init(model, "b0", "forward", 1);
    drive(model, "input.hook.force_z", force, 4);
    start(model, 0);
    check(wd_model_step_to(model, 1) == WD_END, "a motion ends where a wheel lifts");
    near_rel(wd_model_time(model), 2 * 9.81 / 100, 1e-9, 1, "time of the end");
    must(model, wd_model_event(model, 0, &t, &type, &number, 1), "event");
    check(wd_model_event_count(model) == 1 && type == WD_EVENT_WHEEL_LIFT,
          "the end is reported as WHEEL_LIFT");
    check(number == 1, "the event names the wheel");
    near_abs(get(model, "output.w0.normal_force"), 0, 1e-6, "the load of the lifted wheel is zero");
    wd_model_free(model);
}

static void start_in_air(void)
{
    wd_model *model = read_vehicle("b", "relaxed");
    set_init(model, "b0", "z", 1e-8);
    check(wd_model_init(model, 0) == WD_EDOMAIN, "a start in the air is refused: %s",
          wd_model_error(model));
    set_init(model, "b0", "z", 1e-10);
    start(model, 0);
    near_abs(get(model, "output.w0.gap"), 0, 1e-9,
             "a start within rounding of the ground is accepted");
    wd_model_free(model);
}

/* ---- copies and stops ---- */

static int same_end(wd_model *one, wd_model *other)
{
    double a, b;
    uint32_t n = (uint32_t)wd_model_var_count(one), same = 1;
    go(one, 0.4);
    go(other, 0.4);
    for (uint32_t ref = 0; ref < n; ref++)
        if (wd_model_var_role(one, ref) != WD_STAT) {
            must(one, wd_model_get(one, &ref, 1, &a), "get");
            must(other, wd_model_get(other, &ref, 1, &b), "get");
            same &= a == b || (isnan(a) && isnan(b));
        }
    return (int)same;
}

static void copies_keep_bits(void)
{
    wd_model *model = robot(), *loaded = make("vehicle", NULL), *copy = NULL;
    start(model, 0);
    go(model, 0.15);
    size_t size = wd_model_save_size(model);
    void *bytes = malloc(size);
    must(model, wd_model_save(model, bytes, size), "save");
    must(loaded, wd_model_load(loaded, bytes, size), "load");
    must(model, wd_model_clone(model, &copy), "clone");
    check(same_end(model, loaded), "a loaded snapshot continues with the same bits");
    must(loaded, wd_model_load(loaded, bytes, size), "load");
    check(same_end(copy, loaded), "a clone continues with the same bits");
    free(bytes);
    wd_model_free(model);
    wd_model_free(loaded);
    wd_model_free(copy);
}

static void stops_keep_bits(void)
{
    wd_model *model = robot(), *often = robot();
    set(model, "solver.fixed_step", 0.001);
    set(often, "solver.fixed_step", 0.001);
    start(model, 0);
    start(often, 0);
    for (int i = 1; i < 40; i++)
        go(often, 0.01 * i);
    check(same_end(model, often), "stops of the caller do not change the bits");
    wd_model_free(model);
    wd_model_free(often);
}

/* Preset car on relaxed wheels with equal brakes and no torque. After the stop the wheels press
 * against each other with forces that only the creep of the law determines. */
static void brake_to_rest(const char *scheme, int steered, double torque, double t)
{
    static const char *const wheels[] = {"front_left", "front_right", "rear_left", "rear_right"};
    static const char *const targets[] = {"front_left_steer", "front_right_steer"};
    wd_model *model = make("vehicle", "car");
    int by_steps = strcmp(scheme, "moreau") == 0;
    choose(model, "solver.scheme", scheme);
    if (by_steps)
        set(model, "solver.fixed_step", 1e-3);
    for (int i = 0; i < 4; i++) {
        choose(model, name_of("param", wheels[i], "law"), "relaxed");
        set_input(model, wheels[i], "brake", torque);
        set_input(model, wheels[i], "torque", 0);
    }
    for (int i = 0; i < 2 && !steered; i++)
        set_input(model, targets[i], "target", 0);
    start(model, 0);
    int32_t status = wd_model_step_to(model, t);
    double speed = get(model, "output.speed"); /* the springs still swing with 1e-5 m/s */
    check(status == WD_OK && fabs(speed) < 1e-4,
          "%s, %s, brakes of %g N m: the car stops, with %.1e m/s left: %s", scheme,
          steered ? "steered" : "straight", torque, speed, wd_model_error(model));
    wd_model_free(model);
}

static void brakes_of_vehicles(void)
{
    static const double torques[] = {500, 800, 1200, 2000};
    for (int steered = 0; steered < 2; steered++)
        for (size_t i = 0; i < sizeof torques / sizeof *torques; i++) {
            brake_to_rest("moreau", steered, torques[i], 3.5);
            brake_to_rest("event", steered, torques[i], 3.5);
        }
    brake_to_rest("event", 0, 200, 8); /* the brakes slip again while the springs swing */
    brake_to_rest("event", 1, 200, 8);
}

int main(void)
{
    symmetric_skids();
    order_of_wheels();
    wheel_is_lifted();
    start_in_air();
    copies_keep_bits();
    stops_keep_bits();
    brakes_of_vehicles();
    return done();
}
