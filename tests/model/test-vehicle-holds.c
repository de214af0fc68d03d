/* SPDX-License-Identifier: MIT */
/* Brakes and wheels that hold a vehicle at rest to the last bit, and the limits of holding. */
#include "random.h"
#include "vehicle.h"

#include <string.h>

static const char *const wheels[] = {"front_left", "front_right", "rear_left", "rear_right"};

enum { WHEELS_OF_CAR = 4, ROOM = 1 << 16 };

/* A car with brakes. */
static wd_model *make_car(double mu, double brake)
{
    wd_model *model = car_without_springs(wheels, mu);
    for (int i = 0; i < WHEELS_OF_CAR; i++)
        set_input(model, wheels[i], "brake", brake);
    return model;
}

/* ---- on a hill ---- */

static const char *const states[] = {"x",  "y",  "z",  "q0", "q1", "q2", "q3",
                                     "vx", "vy", "vz", "wx", "wy", "wz"};

enum { STATES = sizeof states / sizeof *states, ALL = STATES + 2 * WHEELS_OF_CAR };

static void read_states(const wd_model *model, double *to)
{
    for (int i = 0; i < STATES; i++)
        to[i] = get(model, name_of("state", "frame", states[i]));
    for (int i = 0; i < WHEELS_OF_CAR; i++) {
        to[STATES + 2 * i] = get(model, name_of("state", wheels[i], "angle"));
        to[STATES + 2 * i + 1] = get(model, name_of("state", wheels[i], "rate"));
    }
}

static void hold_for_an_hour(void)
{
    double before[ALL], after[ALL];
    wd_model *model = make_car(0.8, 4000);
    set(model, "input.slope", 0.3);
    set(model, "input.bank", 0.1);
    start(model, 0);
    read_states(model, before);
    go(model, 3600);
    read_states(model, after);
    check(memcmp(before, after, sizeof before) == 0, "an hour on a hill: the same bits");
    check(get(model, "output.dissipated") == 0 && wd_model_event_count(model) == 0,
          "no event in an hour");
    wd_model_free(model);
}

/* Replace the signal of an input by a constant value. */
static void hold_input(wd_model *model, const char *part, const char *quantity, double value)
{
    uint32_t ref;
    must(model, wd_model_find(model, name_of("input", part, quantity), &ref), quantity);
    must(model, wd_model_set_input_signal(model, ref, WD_SIGNAL_HOLD, NULL, 0), quantity);
    must(model, wd_model_set(model, &ref, 1, &value), quantity);
}

/* Park a preset: all wheels with law coulomb, at rest, without drive, brakes applied, struts held
 * by friction. Free struts would move first, and braked wheels would then slip against each
 * other. */
static void park_preset(wd_model *model)
{
    for (size_t i = 0; i < wd_model_part_count(model); i++) {
        const char *name = wd_model_part_name(model, i), *type = wd_model_part_type(model, i);
        int wheel = strcmp(type, "wheel") == 0;
        if (wheel || strcmp(type, "rim") == 0)
            choose(model, name_of("param", name, "law"), "coulomb");
        if (wheel)
            set_input(model, name, "brake", 4000);
        if (wheel)
            hold_input(model, name, "torque", 0);
        if (strcmp(type, "slide") == 0)
            set_part(model, name, "friction", 4000);
        if (strcmp(type, "hinge") == 0)
            hold_input(model, name, "target", 0);
    }
    set_init(model, "chassis", "forward", 0);
    choose(model, "param.spin", "as_given");
}

static size_t all_states(const wd_model *model, double *to)
{
    size_t count = 0;
    for (uint32_t ref = 0; ref < wd_model_var_count(model); ref++)
        if (wd_model_var_role(model, ref) == WD_STATE)
            must(model, wd_model_get(model, &ref, 1, &to[count++]), "state");
    return count;
}

/* Presets that stand without control stay at rest. */
static void presets_stay(void)
{
    static const char *const names[] = {"robot", "rigid_car", "car"};
    double before[ROOM / 64], after[ROOM / 64];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        wd_model *model = make("vehicle", names[i]);
        park_preset(model);
        set(model, "input.slope", 0.2);
        set(model, "input.bank", 0.05);
        set(model, "solver.max_step", 10);
        start(model, 0);
        size_t count = all_states(model, before);
        go(model, 3600);
        all_states(model, after);
        check(memcmp(before, after, count * sizeof *before) == 0,
              "an hour of %s on a hill: the same bits", names[i]);
        wd_model_free(model);
    }
}

static double distance_moved(double mu, double slope, double t)
{
    wd_model *model = make_car(mu, 4000);
    set(model, "input.slope", slope);
    start(model, 0);
    double x = get(model, "state.frame.x");
    go(model, t);
    x -= get(model, "state.frame.x");
    wd_model_free(model);
    return x;
}

static void friction_limits(void)
{
    const double mu = 0.8, t = 100;
    double slope = atan(mu * (1 + 1e-9)), a = 9.81 * (sin(slope) - mu * cos(slope));
    check(distance_moved(mu, atan(mu * (1 - 1e-9)), t) == 0,
          "just below the friction limit the car holds");
    near_rel(distance_moved(mu, slope, t), a * t * t / 2, 1e-4, 1e-9,
             "just above the friction limit the car slides");
}

/* Count the cars that move on a slope just below the friction limit, at different headings. */
static void all_headings(const char *scheme)
{
    const double tilt[] = {0, 0.3, 1.1, 1.5707963267948966, -2};
    int moves = 0;
    for (int i = 0; i < 10; i++) {
        double before[ALL], after[ALL], mu = i % 2 ? 0.3 : 0.8;
        wd_model *model = make_car(mu, 4000);
        choose(model, "solver.scheme", scheme);
        set(model, "solver.fixed_step", *scheme == 'm' ? 0.01 : 0);
        set(model, i < 8 ? "input.slope" : "input.bank", atan(mu * (1 - 1e-9)));
        set_init(model, "frame", "yaw", tilt[i / 2]);
        start(model, 0);
        read_states(model, before);
        go(model, 10);
        read_states(model, after);
        moves += memcmp(before, after, sizeof before) != 0;
        wd_model_free(model);
    }
    check(moves == 0, "%s: just below the friction limit %d of 10 cars at different headings move",
          scheme, moves);
}

/* Limits of a robot on two braked wheels and a caster ball without friction, facing downhill; its
 * centre of mass is ahead of the axle and above the ground. */
static void robot_limits(void)
{
    const double mu = 0.5, g = 9.81, t = 100, caster = 0.15;
    const double ahead = 8 * 0.05 / 9.2, up = (8 * 0.12 + 1.2 * 0.08) / 9.2;
    double most = mu * (caster - ahead) / (caster + mu * up), x[2];
    for (int k = 0; k < 2; k++) {
        wd_model *model = make("vehicle", "robot");
        static const char *const driven[] = {"left", "right"};
        for (int i = 0; i < 2; i++) {
            hold_input(model, driven[i], "torque", 0);
            set_input(model, driven[i], "mu", mu);
            set_input(model, driven[i], "brake", 100);
        }
        set(model, "input.slope", -atan(most * (k ? 1 + 1e-9 : 1 - 1e-9)));
        start(model, 0);
        x[k] = get(model, "state.chassis.x");
        go(model, t);
        x[k] = get(model, "state.chassis.x") - x[k];
        wd_model_free(model);
    }
    /* the acceleration is g cos s times the excess of tan s over its limit */
    double fall = g * cos(atan(most)) * most * 1e-9 * t * t / 2;
    check(x[0] == 0, "a robot with brakes holds just below the limit");
    near_rel(x[1], fall, 1e-4, 0, "a robot with brakes slides just above the limit");
}

/* A disc cannot stand on a hill: it rolls down, and slips if rolling needs more friction than mu.
 */
static void disc_limits(void)
{
    const double mu = 0.5, inertia = 0.525, mass = 8, r = 0.4;
    double most = mu * (1 + mass * r * r / inertia);
    int wrong = 0;
    for (int k = 0; k < 2; k++) {
        wd_model *model = make("vehicle", "disc");
        choose(model, "param.edge.law", "coulomb");
        set_input(model, "edge", "mu", mu);
        set_init(model, "disc", "forward", 0);
        set_init(model, "disc", "pitch_rate", 0);
        set_init(model, "disc", "roll_rate", 0);
        set(model, "input.slope", atan(most * (k ? 1 + 1e-9 : 1 - 1e-9)));
        start(model, 0);
        go(model, 1);
        double slip = out(model, "edge", "slip_forward");
        wrong += k ? slip == 0 || out(model, "edge", "contact") != 2
                   : fabs(slip) > 1e-14 || out(model, "edge", "contact") != 1;
        wd_model_free(model);
    }
    check(wrong == 0, "a disc rolls just below the limit and slips just above it");
}

static void weak_brakes(void)
{
    double s = 0.1, need = 0.3 * 1080 * 9.81 * sin(s);
    wd_model *model = make_car(0.8, need / 4 * 1.5);
    set(model, "input.slope", s);
    start(model, 0);
    go(model, 10);
    check(get(model, "output.kinetic_energy") == 0, "brakes that are strong enough hold");
    for (int i = 0; i < WHEELS_OF_CAR; i++)
        set_input(model, wheels[i], "brake", need / 4 * 0.9);
    go(model, 11);
    double inertia = 1080 + 4 * 0.045 / 0.09, a = 0.1 * 1080 * 9.81 * sin(s) / inertia;
    near_rel(get(model, "state.frame.vx"), -a, 1e-10, 1,
             "speed after 1 s with weaker brakes, which slip");
    check(count_of(model, WD_EVENT_BRAKE_SLIP) == 4, "four brakes report that they slip");
    wd_model_free(model);
}

/* With Moreau steps brakes hold a car, too; it rolls when they are released. */
static void by_steps(void)
{
    double before[ALL], after[ALL];
    wd_model *model = make_car(0.8, 4000);
    choose(model, "solver.scheme", "moreau");
    set(model, "solver.fixed_step", 0.01);
    set(model, "input.slope", 0.3);
    set(model, "input.bank", 0.1);
    start(model, 0);
    read_states(model, before);
    go(model, 60);
    read_states(model, after);
    check(memcmp(before, after, sizeof before) == 0, "a minute by steps of Moreau: the same bits");
    for (int i = 0; i < WHEELS_OF_CAR; i++)
        set_input(model, wheels[i], "brake", 0);
    go(model, 61);
    double a = 9.81 * sin(0.3) * 1080 / (1080 + 4 * 0.045 / 0.09);
    near_rel(get(model, "state.frame.vx"), -a, 1e-9, 1, "with released brakes the car rolls");
    wd_model_free(model);
}

/* ---- a stop ---- */

static void car_stops(void)
{
    int wrong = 0;
    wd_model *model = make_car(0.8, 300);
    set_init(model, "frame", "forward", 10);
    set(model, "param.spin", 1);
    start(model, 0);
    double energy = balance_of(model);
    for (int k = 1; k <= 60; k++) {
        go(model, 0.1 * k);
        for (int i = 0; i < WHEELS_OF_CAR; i++) {
            double torque = out(model, wheels[i], "brake_torque");
            double rate = get(model, name_of("state", wheels[i], "rate"));
            wrong += torque * rate > 0 || fabs(torque) > 300 * (1 + 1e-12);
        }
    }
    check(wrong == 0, "no brake drives its wheel or exceeds its capacity");
    check(get(model, "output.kinetic_energy") == 0, "at the end the car is exactly at rest");
    check(count_of(model, WD_EVENT_BRAKE_HOLD) == 4, "four brakes hold the car");
    near_rel(balance_of(model), energy, 1e-12, 1, "energy balance of the stop");
    wd_model_free(model);
}

/* A braked car that turns and slips sideways on inclined ground, with random numbers. */
static wd_model *car_that_stops(uint64_t seed, const char *scheme)
{
    uniform_seed(seed);
    double mu = uniform(0.5, 1), brake = uniform(500, 3000);
    wd_model *model = make_car(mu, brake);
    set(model, "input.slope", uniform(-0.2, 0.2));
    set(model, "input.bank", uniform(-0.2, 0.2));
    set_init(model, "frame", "forward", uniform(-5, 5));
    set_init(model, "frame", "left", uniform(-1, 1));
    set_init(model, "frame", "yaw_rate", uniform(-1, 1));
    set_init(model, "frame", "yaw", uniform(-3, 3));
    choose(model, "solver.scheme", scheme);
    set(model, "solver.fixed_step", *scheme == 'm' ? 0.01 : 0);
    return model;
}

/* After the car has come to rest, no bit of its state changes. */
static void cars_stop_on_hills(const char *scheme)
{
    /* Seeds of runs in which an earlier version of time stepping failed or left the car at 0.05
     * m/s. Without script/test --all only time stepping repeats them. */
    static const uint64_t once[] = {547,  897,  1092, 1173, 1510, 1697, 1747, 1832,
                                    1880, 2148, 2194, 2503, 2743, 2814, 2829};
    enum { ONCE = sizeof once / sizeof *once };
    const size_t stops = (size_t)few_or_all(15, 60);
    const size_t all = stops + (size_t)(*scheme == 'm' ? ONCE : few_or_all(0, ONCE));
    int moves = 0, rolls = 0;
    for (size_t i = 0; i < all; i++) {
        double before[ALL], after[ALL];
        wd_model *model = car_that_stops(i < stops ? 100 + i : once[i - stops], scheme);
        start(model, 0);
        go(model, 20);
        rolls += get(model, "output.kinetic_energy") != 0;
        read_states(model, before);
        go(model, 60);
        read_states(model, after);
        moves += memcmp(before, after, sizeof before) != 0;
        wd_model_free(model);
    }
    check(rolls == 0 && moves == 0, "%s: after %zu stops on hills %d cars still roll, %d move",
          scheme, all, rolls, moves);
}

/* ---- from snapshots ---- */

/* True if a run from t to the end and its repetition from a snapshot have the same bits. */
static int same_again(wd_model *model, double t, double end)
{
    static unsigned char bytes[ROOM];
    double first[STATES], again[STATES];
    size_t size = wd_model_save_size(model);
    if (size > ROOM)
        return 0;
    go(model, t);
    must(model, wd_model_save(model, bytes, sizeof bytes), "save");
    go(model, end);
    for (int i = 0; i < STATES; i++)
        first[i] = get(model, name_of("state", "frame", states[i]));
    must(model, wd_model_load(model, bytes, size), "load");
    go(model, end);
    for (int i = 0; i < STATES; i++)
        again[i] = get(model, name_of("state", "frame", states[i]));
    return memcmp(first, again, sizeof first) == 0;
}

/* Snapshots of a bicycle with a braked rear wheel. Every third bicycle starts in the air, and the
 * steering of every second one is braked. Because the onset speed is large, slips stay in the
 * quasi-static mode for a long time. */
static void snapshots_of_rides(void)
{
    int same = 0, count = 0;
    wd_model *bicycle = make("bicycle", NULL);
    for (int k = 0; k < 30; k++) {
        wd_model *model = bicycle_of_parts(bicycle, WHEELS, 5, 0.1);
        set(model, "param.rear.law", 2);
        set(model, "param.front.law", 2);
        set(model, "solver.onset_speed", 0.5);
        set_init(model, "frame", "z", k % 3 == 0 ? 0.01 : 0);
        set_input(model, "rear", "mu", 0.7);
        set_input(model, "rear", "brake", 200);
        set_input(model, "steer", "brake", k % 2);
        start(model, 0);
        same += same_again(model, 0.02 * k, 0.8);
        count++;
        wd_model_free(model);
    }
    wd_model_free(bicycle);
    check(same == count, "%d of %d runs from snapshots have the same bits", same, count);
}

int main(void)
{
    hold_for_an_hour();
    presets_stay();
    friction_limits();
    all_headings("event");
    all_headings("moreau");
    robot_limits();
    disc_limits();
    by_steps();
    weak_brakes();
    car_stops();
    cars_stop_on_hills("event");
    cars_stop_on_hills("moreau");
    snapshots_of_rides();
    return done();
}
