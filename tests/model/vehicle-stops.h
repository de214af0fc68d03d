/* SPDX-License-Identifier: MIT */
/* Machines with rigid stops, for tests. */
#ifndef MODEL_VEHICLE_STOPS_H
#define MODEL_VEHICLE_STOPS_H

#include "vehicle.h"

/* ---- a pendulum on a base that stands on the ground ---- */

enum { ARM = 2 };      /* kg: mass of the arm */
#define LENGTH 0.5     /* m, from the pivot to the centre of mass of the arm */
#define ABOUT_AXIS 0.7 /* kg m2: moment of inertia of the arm about the pivot */

static inline wd_model *pendulum_of(double lower, double restitution)
{
    wd_model *model = new_vehicle();
    add_body(model, "base", 100, 10, 0, 0, 1);
    add_body(model, "arm", ARM, ABOUT_AXIS - ARM * LENGTH * LENGTH, 0, 0, 2 - LENGTH);
    add_joint(model, "hinge", "pivot", "base", "arm", (double[]){0, 0, 2}, (double[]){0, 1, 0});
    for (int i = 0; i < 3; i++)
        add_tyre(model, "rim", (const char *[]){"a", "b", "c"}[i], "base", i < 2 ? 1 : -1,
                 (double[]){1, -1, 0}[i], 0.1, 0.1);
    set_part(model, "pivot", "lower", lower);
    set_part(model, "pivot", "restitution", restitution);
    set(model, "solver.rtol", 1e-13);
    return model;
}

/* ---- a slide in free space, pushed against its lower stop ---- */

enum { BASE = 2, CART = 1 };                       /* kg */
#define BOTH ((double)BASE * CART / (BASE + CART)) /* kg, reduced mass */

/* Two bodies on a slide with one rigid stop at travel 0: the lower stop for side = 1, the upper
 * stop for side = -1. The slide starts `height` (m) away from the stop, and 2 N push it towards the
 * stop. */
static inline wd_model *slide_of(double side, double height, double restitution)
{
    wd_model *model = new_vehicle();
    add_body(model, "base", BASE, 1, 0, 0, 0);
    add_body(model, "cart", CART, 1, 0, 0, 0);
    add_joint(model, "slide", "rail", "base", "cart", (double[]){0, 0, 0}, (double[]){1, 0, 0});
    set(model, "param.gravity", 0);
    set_part(model, "rail", side > 0 ? "lower" : "upper", 0);
    set_part(model, "rail", "restitution", restitution);
    set_init(model, "rail", "travel", side * height);
    set_input(model, "rail", "force", -2 * side);
    set(model, "solver.rtol", 1e-12);
    return model;
}

static inline int32_t type_of(const wd_model *model, size_t i, double *t)
{
    int32_t type = -1;
    double values[1];
    wd_model_event(model, i, t, &type, values, 1);
    return type;
}

/* ---- for all machines ---- */

static inline void by_moreau(wd_model *model, double step)
{
    must(model, wd_model_set_choice(model, "solver.scheme", "moreau"), "moreau");
    set(model, "solver.fixed_step", step);
}

/* ---- a car on springs that is thrown up ---- */

static const char *const corners[] = {"front_left", "front_right", "rear_left", "rear_right"};

static inline const char *slide_at(int corner)
{
    static char name[32];
    snprintf(name, sizeof name, "%s_slide", corners[corner]);
    return name;
}

static inline wd_model *car_of(double up)
{
    wd_model *model = make("vehicle", "car");
    for (int i = 0; i < 4; i++) {
        set_part(model, slide_at(i), "lower", -0.04);
        set_part(model, slide_at(i), "upper", 0.04);
        set_part(model, slide_at(i), "restitution", 0.3);
        must(model, wd_model_set_choice(model, name_of("param", corners[i], "law"), "coulomb"),
             "law");
        set_input(model, corners[i], "torque", 0);
    }
    set_init(model, "chassis", "up", up);
    return model;
}

#endif
