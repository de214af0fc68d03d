/* SPDX-License-Identifier: MIT */
/* Loads and measurements of parts, compared with closed forms: a table on three legs that do not
 * slide, springs, a hinge, a body on many wheels. Then random vehicles that stand. */
#include "random.h"
#include "vehicle.h"

#include <string.h>

#define GRAVITY 9.81

/* A table on three balls, with a point "cup" and a body "weight" that the caller attaches. */
static wd_model *make_table(void)
{
    static const char *const leg[] = {"front", "left", "right"};
    static const double place[][2] = {{0.6, 0}, {-0.3, 0.4}, {-0.3, -0.4}};
    wd_model *model = new_vehicle();
    add(model, "body", "plate", NULL, NULL);
    set_mass(model, "plate", 10, 1, 1, 2);
    set_place(model, "plate", 0, 0, 0.7);
    for (int i = 0; i < 3; i++) {
        add(model, "rim", leg[i], "plate", NULL);
        set_place(model, leg[i], place[i][0], place[i][1], 0.05);
        set_part(model, leg[i], "radius", 0.05);
        set_part(model, leg[i], "crown", 0.05);
        set_ideal(model, leg[i]);
    }
    add(model, "point", "cup", "plate", NULL);
    set_place(model, "cup", 0.3, 0.1, 0.75);
    add(model, "body", "weight", NULL, NULL);
    set_mass(model, "weight", 2, 0.1, 0.1, 0.1);
    set_place(model, "weight", -0.1, 0.05, 0.4);
    return model;
}

static void three_legs(void)
{
    wd_model *model = make_table();
    add(model, "rigid", "rope", "plate", "weight");
    set(model, "input.cup.force_z", -30);
    start(model, 0);
    go(model, 1);
    double all = 12 * GRAVITY + 30, mx = 30 * 0.3 - 2 * GRAVITY * 0.1,
           my = 30 * 0.1 + 2 * GRAVITY * 0.05;
    double front = (mx + 0.3 * all) / 0.9, difference = my / 0.4;
    near_rel(out(model, "front", "normal_force"), front, 1e-12, 1,
             "three legs: load of the front leg");
    near_rel(out(model, "left", "normal_force"), (all - front + difference) / 2, 1e-12, 1,
             "three legs: load of the left leg");
    near_rel(out(model, "right", "normal_force"), (all - front - difference) / 2, 1e-12, 1,
             "three legs: load of the right leg");
    near_rel(out(model, "rope", "load_fz"), 2 * GRAVITY, 1e-12, 1,
             "a rigidly hanging weight: force");
    near_abs(out(model, "rope", "load_ty"), 0, 1e-12,
             "a rigidly hanging weight: torque at its centre");
    near_rel(out(model, "cup", "accel_z"), GRAVITY, 1e-12, 1, "an accelerometer at rest");
    set(model, "input.slope", 0.2);
    set(model, "input.bank", 0.1);
    must(model, wd_model_eval(model), "eval");
    near_rel(out(model, "cup", "accel_x"), GRAVITY * sin(0.2), 1e-12, 1,
             "an accelerometer at rest on a slope, forward");
    near_rel(out(model, "cup", "accel_y"), GRAVITY * cos(0.2) * sin(0.1), 1e-12, 1,
             "an accelerometer at rest on a slope, to the left");
    near_rel(out(model, "cup", "accel_z"), GRAVITY * cos(0.2) * cos(0.1), 1e-12, 1,
             "an accelerometer at rest on a slope, upwards");
    near_rel(out(model, "rope", "load_fx"), 2 * GRAVITY * sin(0.2), 1e-12, 1,
             "force of the rope on a slope, forward");
    wd_model_free(model);
}

/* A weight on a slide with a spring, released at travel 0, swings about its sag. */
static void swinging_weight(void)
{
    wd_model *model = make_table();
    add(model, "slide", "guide", "plate", "weight");
    set_axis(model, "guide", 0, 0, 4);
    set_part(model, "guide", "stiffness", 80);
    set(model, "solver.rtol", 1e-12);
    start(model, 0);
    double sag = 2 * GRAVITY / 80, frequency = sqrt(80 / 2.0);
    near_rel(out(model, "guide", "acceleration"), -GRAVITY, 1e-12, 1,
             "after the release the weight falls");
    go(model, 1);
    double travel = -sag * (1 - cos(frequency));
    near_rel(get(model, "state.guide.travel"), travel, 1e-10, 1, "the weight swings about its sag");
    near_rel(out(model, "guide", "load_fz"), -80 * travel, 1e-10, 1,
             "load of the slide with its spring");
    wd_model_free(model);
}

/* A body hung by a spring between two points, and a hinge driven to a target. */
static void spring_and_target(void)
{
    wd_model *model = make_table();
    add(model, "slide", "guide", "plate", "weight");
    set_axis(model, "guide", 0, 0, 1);
    add(model, "point", "eye", "weight", NULL);
    set_place(model, "eye", -0.1, 0.05, 0.45);
    add(model, "point", "hook", "plate", NULL);
    set_place(model, "hook", 0.2, 0.05, 0.85);
    add(model, "spring", "cord", "eye", "hook");
    set_part(model, "cord", "stiffness", 100);
    set_part(model, "cord", "rest", 0.2);
    start(model, 0);
    near_rel(out(model, "cord", "length"), 0.5, 1e-15, 1, "length of a spring");
    near_rel(out(model, "cord", "force"), 30, 1e-14, 1, "force of a spring");
    near_rel(out(model, "guide", "acceleration"), 30 * 0.8 / 2 - GRAVITY, 1e-12, 1,
             "a spring: acceleration of the slide upwards");
    near_rel(out(model, "guide", "load_fx"), -30 * 0.6, 1e-12, 1,
             "a spring: horizontal load of the slide");
    wd_model_free(model);
    model = make_table();
    add(model, "hinge", "pin", "plate", "weight");
    set_place(model, "pin", -0.1, 0.05, 0.4);
    set_axis(model, "pin", 0, 2, 0);
    set_part(model, "pin", "stiffness", 5);
    set_part(model, "pin", "rest", 0.1);
    set(model, "input.pin.target", 0.3);
    set(model, "input.pin.torque", 0.5);
    start(model, 0);
    near_rel(out(model, "pin", "acceleration"), (5 * 0.1 + 5 * 0.3 + 0.5) / 0.1, 1e-12, 1,
             "a hinge: acceleration by rest, target and torque");
    near_rel(out(model, "pin", "load_ty"), 2.5, 1e-12, 1,
             "a hinge: torque that its load applies about y");
    wd_model_free(model);
}

/* ---- random vehicles that stand ---- */

static const char *const feet[] = {"w0", "w1", "w2", "w3", "w4", "w5"};

/* A vehicle on three to six wheels, some without friction, some without a brake. */
static wd_model *make_standing_vehicle(uint64_t seed, const char *scheme)
{
    uniform_seed(seed);
    wd_model *model = new_vehicle();
    int count = 3 + (int)uniform(0, 4);
    add_body(model, "frame", 100, 20, uniform(-0.2, 0.2), uniform(-0.2, 0.2), uniform(0.2, 0.8));
    for (int i = 0; i < count; i++) {
        double at = 6.28 * (i + uniform(-0.3, 0.3)) / count, far = uniform(0.7, 1.3);
        add(model, "wheel", feet[i], "frame", NULL);
        set_place(model, feet[i], far * cos(at), far * sin(at), 0.2);
        set_axis(model, feet[i], uniform(-0.5, 0.5), 1, 0);
        set_part(model, feet[i], "radius", 0.2);
        set_part(model, feet[i], "mass", 5);
        set_input(model, feet[i], "mu", uniform(0, 1) < 0.15 ? 0 : uniform(0.1, 1));
        set_input(model, feet[i], "brake", uniform(0, 1) < 0.4 ? 0 : uniform(5, 200));
    }
    set(model, "input.slope", uniform(-0.6, 0.6));
    set(model, "input.bank", uniform(-0.3, 0.3));
    choose(model, "solver.scheme", scheme);
    set(model, "solver.fixed_step", *scheme == 'm' ? 1e-3 : 0);
    start(model, 0);
    return model;
}

static double distance_moved(uint64_t seed, const char *scheme)
{
    wd_model *model = make_standing_vehicle(seed, scheme);
    double x = get(model, "state.frame.x"), y = get(model, "state.frame.y");
    go(model, 0.1);
    x = hypot(x - get(model, "state.frame.x"), y - get(model, "state.frame.y"));
    wd_model_free(model);
    return x;
}

enum { AXLES = 16 };

/* Largest difference of a second difference along one side from 0, and of the difference of both
 * sides from that of the first axle. */
static double deviation_from_plane(double at[AXLES][2])
{
    double most = 0;
    for (int i = 1; i + 1 < AXLES; i++)
        for (int side = 0; side < 2; side++)
            most = fmax(most, fabs(at[i + 1][side] - 2 * at[i][side] + at[i - 1][side]));
    for (int i = 1; i < AXLES; i++)
        most = fmax(most, fabs(at[i][0] - at[i][1] - (at[0][0] - at[0][1])));
    return most;
}

static const char *wheel_name(int i)
{
    static char name[16];
    snprintf(name, sizeof name, "w%d", i);
    return name;
}

/* Mass of 1,000 kg of the frame and of wheels that are not all alike. */
static double add_many_wheels(wd_model *model)
{
    double mass = 1000;
    add_body(model, "frame", 1000, 800, 2.7, 0.1, 0.5);
    for (int i = 0; i < 2 * AXLES; i++) {
        const char *name = wheel_name(i);
        add(model, "wheel", name, "frame", NULL);
        set_place(model, name, 0.4 * (i / 2), i % 2 ? -0.9 : 0.9, 0.3);
        set_part(model, name, "radius", 0.3);
        set_part(model, name, "crown", 0.1);
        set_part(model, name, "mass", 5 + i % 3);
        set_part(model, name, "spin_inertia", 0.2);
        set_part(model, name, "cross_inertia", 0.1);
        set_input(model, name, "mu", 0.8);
        mass += 5 + i % 3;
    }
    return mass;
}

/* A body on free wheels at equal distances stands on a banked plane. The loads of the least sum of
 * squares are a linear function of the place. The side forces have the least sum of squares divided
 * by the loads, so their ratio to the load is linear along the body and equal on both sides. */
static void many_wheels(const char *scheme)
{
    double load[AXLES][2], ratio[AXLES][2], sum = 0, side_sum = 0;
    wd_model *model = new_vehicle();
    double weight = add_many_wheels(model) * GRAVITY;
    set(model, "input.bank", 0.2);
    choose(model, "solver.scheme", scheme);
    set(model, "solver.fixed_step", strcmp(scheme, "moreau") == 0 ? 1e-3 : 0);
    start(model, 0);
    go(model, 0.01);
    for (int i = 0; i < 2 * AXLES; i++) {
        double side = out(model, wheel_name(i), "side_force");
        load[i / 2][i % 2] = out(model, wheel_name(i), "normal_force");
        ratio[i / 2][i % 2] = side / load[i / 2][i % 2];
        sum += load[i / 2][i % 2];
        side_sum += side;
    }
    near_rel(sum, weight * cos(0.2), 1e-12, 1, "sum of the loads of many wheels");
    near_rel(side_sum, weight * sin(0.2), 1e-12, 1, "sum of their side forces");
    check(deviation_from_plane(load) < 1e-13 * weight,
          "%s: loads are linear in the place, to %.2g N", scheme, deviation_from_plane(load));
    check(deviation_from_plane(ratio) < 1e-13,
          "%s: ratios of side force and load are linear along the body, to %.2g", scheme,
          deviation_from_plane(ratio));
    wd_model_free(model);
}

/* The same body is driven along the plane. Its acceleration is that of all masses and of the spin
 * of the wheels. Torques and traction change the loads, which remain linear in the place. */
static void many_wheels_drive(void)
{
    enum { TORQUE = 3 };
    double load[AXLES][2], sum = 0, n = 2 * AXLES;
    wd_model *model = new_vehicle();
    double mass = add_many_wheels(model);
    for (int i = 0; i < 2 * AXLES; i++)
        set_input(model, wheel_name(i), "torque", TORQUE);
    set_init(model, "frame", "forward", 5);
    choose(model, "param.spin", "rolling");
    start(model, 0);
    double from = get(model, "state.frame.x");
    go(model, 0.5);
    for (int i = 0; i < 2 * AXLES; i++) {
        load[i / 2][i % 2] = out(model, wheel_name(i), "normal_force");
        sum += load[i / 2][i % 2];
    }
    double acceleration = n * TORQUE / 0.3 / (mass + n * 0.2 / (0.3 * 0.3));
    near_rel(get(model, "state.frame.x") - from, 5 * 0.5 + acceleration * 0.125, 1e-9, 1,
             "many driven wheels: the way in 0.5 s");
    near_rel(sum, mass * GRAVITY, 1e-12, 1, "many driven wheels: sum of the loads");
    check(deviation_from_plane(load) < 1e-12 * mass * GRAVITY,
          "many driven wheels: loads are linear in the place, to %.2g N",
          deviation_from_plane(load));
    wd_model_free(model);
}

/* Each vehicle either stands exactly or slides, in both schemes alike. None creeps, that is, moves
 * by less than 1e-9 m in 0.1 s without standing. */
static void vehicles_stand(void)
{
    int hold = 0, creep = 0, differ = 0;
    for (uint64_t seed = 900; seed < 1100; seed++) {
        double by_events = distance_moved(seed, "event"), by_steps = distance_moved(seed, "moreau");
        hold += by_events == 0;
        creep += (by_events > 0 && by_events < 1e-9) || (by_steps > 0 && by_steps < 1e-9);
        differ += (by_events == 0) != (by_steps == 0);
    }
    check(hold > 50 && creep == 0, "of 200 vehicles %d stand, %d creep", hold, creep);
    check(differ == 0, "%d vehicles stand in only one scheme", differ);
}

int main(void)
{
    three_legs();
    swinging_weight();
    spring_and_target();
    many_wheels("event");
    many_wheels("moreau");
    many_wheels_drive();
    vehicles_stand();
    return done();
}
