/* SPDX-License-Identifier: MIT */
/* Vehicles with ideal wheels: allowed start values, and ends of the motion. */
#include "vehicle.h"

#include <string.h>

static void check_refused(wd_model *model, int32_t status, const char *words)
{
    int32_t got = wd_model_init(model, 0);
    check(got == status && strstr(wd_model_error(model), words), "a start is refused: %s",
          wd_model_error(model));
    wd_model_free(model);
}

/* A frame with two steered wheels in front and two wheels behind; the steering axes pass through
 * the wheel centres. */
static wd_model *make_car(void)
{
    static const char *const wheel[] = {"front_left", "front_right", "rear_left", "rear_right"};
    static const char *const hub[] = {"hub_left", "hub_right"}, *const steer[] = {"left", "right"};
    wd_model *model = new_vehicle();
    add(model, "body", "frame", NULL, NULL);
    set_mass(model, "frame", 1000, 300, 1200, 1300);
    set_place(model, "frame", 1.4, 0, 0.55);
    for (int i = 0; i < 4; i++) {
        double x = i < 2 ? 2.6 : 0, y = i % 2 ? -0.75 : 0.75;
        if (i < 2) {
            add(model, "body", hub[i], NULL, NULL);
            set_part(model, hub[i], "mass", 0);
            set_place(model, hub[i], x, y, 0.3);
            add(model, "hinge", steer[i], "frame", hub[i]);
            set_place(model, steer[i], x, y, 0.3);
            set_axis(model, steer[i], 0, 0, 1);
        }
        add(model, "wheel", wheel[i], i < 2 ? hub[i] : "frame", NULL);
        set_part(model, wheel[i], "mass", 20);
        set_part(model, wheel[i], "spin_inertia", 0.9);
        set_part(model, wheel[i], "cross_inertia", 0.5);
        set_place(model, wheel[i], x, y, 0.3);
        set_ideal(model, wheel[i]);
    }
    return model;
}

/* A car with axles fixed in the frame, the front ones turned to the left by these angles. */
static wd_model *rigid_car(double left, double right, double y_of_rear)
{
    static const char *const wheel[] = {"front_left", "front_right", "rear_left", "rear_right"};
    wd_model *model = new_vehicle();
    add(model, "body", "frame", NULL, NULL);
    set_mass(model, "frame", 1000, 300, 1200, 1300);
    set_place(model, "frame", 1.4, 0, 0.55);
    for (int i = 0; i < 4; i++) {
        double x = i < 2 ? 2.6 : 0, y = (i % 2 ? -1 : 1) * (i < 2 ? 0.75 : y_of_rear);
        double angle = i == 0 ? left : i == 1 ? right : 0;
        add(model, "wheel", wheel[i], "frame", NULL);
        set_place(model, wheel[i], x, y, 0.3);
        set_axis(model, wheel[i], -sin(angle), cos(angle), 0);
        set_ideal(model, wheel[i]);
    }
    return model;
}

static void four_wheels(void)
{
    static const char *const wheel[] = {"front_left", "front_right", "rear_left", "rear_right"};
    wd_model *model = rigid_car(0, 0, 0.75);
    set_init(model, "frame", "forward", 5);
    double load = 0;
    for (int i = 0; i < 4; i++)
        set_init(model, wheel[i], "rate", 5 / 0.3);
    start(model, 0);
    go(model, 1);
    for (int i = 0; i < 4; i++)
        load += out(model, wheel[i], "normal_force");
    near_rel(load, 1004 * 9.81, 1e-12, 1, "four wheels: the sum of their loads is the weight");
    near_rel(out(model, "front_left", "normal_force"), 9.81 * (1 + 1000 * 1.4 / 2.6 / 2), 1e-12, 1,
             "four wheels: lever rule");
    near_abs(out(model, "rear_left", "normal_force") - out(model, "rear_right", "normal_force"), 0,
             1e-9, "four wheels: left and right loads are equal");
    check(get(model, "output.hyperstatic") == 1, "output.hyperstatic is 1 on four wheels");
    near_rel(get(model, "state.frame.x"), 1.4 + 5, 1e-13, 1, "four wheels: straight ahead");
    wd_model_free(model);
}

/* A car whose last `coulomb` wheels may slip and leave the ground; the others roll. */
static wd_model *car_beside(int coulomb)
{
    static const char *const wheel[] = {"rear_right", "rear_left"};
    wd_model *model = make_car();
    for (int i = 0; i < coulomb; i++)
        choose(model, name_of("param", wheel[i], "law"), "coulomb");
    return model;
}

static void contradicting_wheels(void)
{
    check_refused(make_car(), WD_EDOMAIN, "wheels \"");
    check_refused(car_beside(1), WD_EDOMAIN, "wheels \"");
    check_refused(car_beside(2), WD_EDOMAIN, "wheels \"front_left\" and \"front_right\"");
    wd_model *model = rigid_car(0.1, 0.1, 0.75);
    set_init(model, "frame", "forward", 5);
    check_refused(model, WD_EDOMAIN, "the wheels cannot roll with the given speeds");
    model = rigid_car(0, 0, 0.75);
    set_init(model, "frame", "left", 1);
    check_refused(model, WD_EDOMAIN, "the nearest motion that they allow is rest");
    model = make_car();
    set_init(model, "left", "angle", 0.1);
    set_init(model, "right", "angle", 0.1);
    check_refused(model, WD_EDOMAIN, "cannot roll together");
    model = rigid_car(atan(2.6 / (10 - 0.75)), atan(2.6 / (10 + 0.75)), 0.75);
    set_init(model, "frame", "forward", 5);
    start(model, 0);
    go(model, 2);
    check(get(model, "output.kinetic_energy") > 1000,
          "with axles that meet in one point the car starts on a circle");
    wd_model_free(model);
}

/* ---- starts that are refused ---- */

static wd_model *make_bicycle(void)
{
    wd_model *from = make("bicycle", NULL);
    wd_model *model = bicycle_of_parts(from, WHEELS, 4.6, 0);
    wd_model_free(from);
    return model;
}

static void no_step(void)
{
    wd_model *model = make_bicycle();
    choose(model, "solver.scheme", "moreau");
    check_refused(model, WD_EINVAL, "solver.fixed_step above 0");
}

static void refused_starts(void)
{
    wd_model *model = make_bicycle();
    set(model, "init.frame.z", 1e-6);
    check_refused(model, WD_EDOMAIN, "part \"rear\": it is 1e-6 m above the ground");
    model = make("vehicle", "disc");
    set(model, "init.disc.roll", 1.3);
    check_refused(model, WD_EDOMAIN, "part \"edge\": it lies flat");
    model = make_bicycle();
    add(model, "body", "flag", NULL, NULL);
    add(model, "hinge", "pole", "frame", "flag");
    set_part(model, "flag", "mass", 0);
    set_axis(model, "pole", 0, 0, 1);
    check_refused(model, WD_EINVAL, "part \"pole\": nothing resists its motion");
    model = new_vehicle();
    add(model, "body", "mote", NULL, NULL);
    check_refused(model, WD_EINVAL, "part \"mote\": nothing resists its motion");
}

/* ---- ends of the motion ---- */

static void check_end(wd_model *model, int32_t type, double part, const char *what)
{
    int32_t status = wd_model_step_to(model, 20), got = 0;
    double t, value[6];
    check(status == WD_END && wd_model_event_count(model) >= 1, "%s: the motion ends at %g s", what,
          wd_model_time(model));
    must(model, wd_model_event(model, 0, &t, &got, value, 6), "event");
    check(got == type && t == wd_model_time(model) && value[0] == part && isnan(value[1]),
          "%s: the event has the expected type and part", what);
}

static void disc_falls(void)
{
    wd_model *model = make("vehicle", "disc");
    set(model, "init.disc.forward", 0);
    set(model, "init.disc.left", -0.04);
    set(model, "init.disc.pitch_rate", 0);
    start(model, 0);
    check_end(model, WD_EVENT_LIMIT, 1, "a disc that falls");
    near_abs(fabs(out(model, "disc", "roll")), 70 * 3.14159265358979323846 / 180, 1e-9,
             "the motion of the disc ends at 20 degrees");
    wd_model_free(model);
}

/* The torque at the rear wheel grows until the front one has no load. */
static void front_wheel_lifts(void)
{
    static const double ramp[] = {0, 0, 10, 1000};
    wd_model *model = make_bicycle();
    uint32_t ref;
    wd_model_find(model, "input.rear.torque", &ref);
    must(model, wd_model_set_input_signal(model, ref, WD_SIGNAL_LINEAR, ramp, 4), "torque");
    start(model, 0);
    check_end(model, WD_EVENT_WHEEL_LIFT, 4, "a wheelie");
    near_abs(out(model, "front", "normal_force"), 0, 1e-6, "the load of the front wheel is zero");
    wd_model_free(model);
}

int main(void)
{
    four_wheels();
    contradicting_wheels();
    no_step();
    refused_starts();
    disc_falls();
    front_wheel_lifts();
    return done();
}
