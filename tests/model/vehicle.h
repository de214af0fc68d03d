/* SPDX-License-Identifier: MIT */
/* Vehicles for tests, built part by part. */
#ifndef MODEL_VEHICLE_H
#define MODEL_VEHICLE_H

#include "support.h"

#include <wheeldyn/parts.h>

static inline wd_model *new_vehicle(void)
{
    return make("vehicle", NULL);
}

/* Add a part that joins the parts a and b. If b is NULL, it is attached to a only; if a is NULL, to
 * nothing. */
static inline void add(wd_model *model, const char *type, const char *name, const char *a,
                       const char *b)
{
    const char *on[] = {a, b};
    must(model, wd_model_add_part(model, type, name, on, a ? b ? 2 : 1 : 0), name);
}

/* Return the name of a variable, such as param.frame.mass, made of its three words. */
static inline const char *name_of(const char *role, const char *part, const char *quantity)
{
    static char name[96];
    snprintf(name, sizeof name, "%s.%s.%s", role, part, quantity);
    return name;
}

static inline void set_part(wd_model *model, const char *part, const char *quantity, double value)
{
    set(model, name_of("param", part, quantity), value);
}

static inline void set_init(wd_model *model, const char *part, const char *quantity, double value)
{
    set(model, name_of("init", part, quantity), value);
}

static inline void set_input(wd_model *model, const char *part, const char *quantity, double value)
{
    set(model, name_of("input", part, quantity), value);
}

static inline double out(const wd_model *model, const char *part, const char *quantity)
{
    return get(model, name_of("output", part, quantity));
}

static inline void set_place(wd_model *model, const char *part, double x, double y, double z)
{
    set_part(model, part, "x", x);
    set_part(model, part, "y", y);
    set_part(model, part, "z", z);
}

static inline void set_axis(wd_model *model, const char *part, double x, double y, double z)
{
    set_part(model, part, "axis_x", x);
    set_part(model, part, "axis_y", y);
    set_part(model, part, "axis_z", z);
}

static inline void set_mass(wd_model *model, const char *part, double mass, double xx, double yy,
                            double zz)
{
    set_part(model, part, "mass", mass);
    set_part(model, part, "xx", xx);
    set_part(model, part, "yy", yy);
    set_part(model, part, "zz", zz);
}

/* A wheel or ball that is a single body "hub" with the rim "edge" about its centre: mass, moments
 * of inertia about a diameter and about the axis, radius and crown. */
static inline wd_model *new_wheel(double mass, double across, double polar, double radius,
                                  double crown)
{
    wd_model *model = new_vehicle();
    add(model, "body", "hub", NULL, NULL);
    set_mass(model, "hub", mass, across, polar, across);
    add(model, "rim", "edge", "hub", NULL);
    set_part(model, "edge", "radius", radius);
    set_part(model, "edge", "crown", crown);
    return model;
}

static inline void set_ideal(wd_model *model, const char *wheel)
{
    must(model, wd_model_set_choice(model, name_of("param", wheel, "law"), "ideal"), wheel);
}

/* Energy balance in J: energy less work plus losses; constant in an exact motion. */
static inline double balance_of(const wd_model *model)
{
    return get(model, "output.kinetic_energy") + get(model, "output.potential_energy") -
           get(model, "output.work") + get(model, "output.dissipated");
}

/* ---- simple parts ---- */

static inline void add_body(wd_model *model, const char *name, double mass, double inertia,
                            double x, double y, double z)
{
    add(model, "body", name, NULL, NULL);
    set_mass(model, name, mass, inertia, inertia, inertia);
    set_place(model, name, x, y, z);
}

static inline void add_joint(wd_model *model, const char *type, const char *name,
                             const char *parent, const char *child, const double at[3],
                             const double axis[3])
{
    add(model, type, name, parent, child);
    set_place(model, name, at[0], at[1], at[2]);
    set_axis(model, name, axis[0], axis[1], axis[2]);
}

/* Add a wheel or rim of law ideal that touches the ground in the reference configuration. */
static inline void add_tyre(wd_model *model, const char *type, const char *name, const char *on,
                            double x, double y, double radius, double crown)
{
    add(model, type, name, on, NULL);
    set_place(model, name, x, y, radius);
    set_part(model, name, "radius", radius);
    set_part(model, name, "crown", crown);
    set_ideal(model, name);
}

/* A ball of radius 0.1 m with the rim "rim", `height` above the ground. */
static inline wd_model *ball_above(double height, double restitution)
{
    wd_model *model = new_vehicle();
    add_body(model, "ball", 1, 0.01, 0, 0, 0.1);
    add(model, "rim", "rim", "ball", NULL);
    set_place(model, "rim", 0, 0, 0.1);
    set_part(model, "rim", "radius", 0.1);
    set_part(model, "rim", "crown", 0.1);
    set_part(model, "rim", "restitution", restitution);
    set_init(model, "ball", "z", height);
    return model;
}

/* A block, the body "frame" of this mass (kg), on three feet, the rims "f1" to "f3". */
static inline wd_model *block_on_feet(double mass, double mu)
{
    static const double x[] = {0.3, -0.3, -0.3}, y[] = {0, 0.2, -0.2};
    wd_model *model = new_vehicle();
    add(model, "body", "frame", NULL, NULL);
    set_part(model, "frame", "mass", mass);
    set_part(model, "frame", "xx", 1);
    set_part(model, "frame", "yy", 1);
    set_part(model, "frame", "zz", 1);
    set_part(model, "frame", "z", 0.1);
    for (int i = 0; i < 3; i++) {
        const char name[] = {'f', (char)('1' + i), 0};
        add(model, "rim", name, "frame", NULL);
        set_part(model, name, "x", x[i]);
        set_part(model, name, "y", y[i]);
        set_part(model, name, "z", 0.02);
        set_part(model, name, "radius", 0.02);
        set_part(model, name, "crown", 0.02);
        set_input(model, name, "mu", mu);
    }
    return model;
}

/* A car of 1080 kg without suspension: front wheels left and right, then rear wheels. Its load
 * distribution is indeterminate. */
static inline wd_model *car_without_springs(const char *const wheel[4], double mu)
{
    wd_model *model = new_vehicle();
    add_body(model, "frame", 1000, 500, 0, 0, 0.55);
    for (int i = 0; i < 4; i++) {
        add(model, "wheel", wheel[i], "frame", NULL);
        set_place(model, wheel[i], i < 2 ? 1.2 : -1.4, i % 2 ? -0.75 : 0.75, 0.3);
        set_part(model, wheel[i], "radius", 0.3);
        set_part(model, wheel[i], "crown", 0.1);
        set_part(model, wheel[i], "mass", 20);
        set_input(model, wheel[i], "mu", mu);
    }
    return model;
}

/* ---- the benchmark bicycle, with the parameters of kind bicycle ---- */

enum bicycle_parts { RIMS_ON_HINGES, WHEELS };

static inline void add_bicycle_wheel(wd_model *model, const wd_model *from, enum bicycle_parts how,
                                     const char *name, const char *frame, double x, const char *end)
{
    char text[32];
    double number[4];
    static const char *const of[] = {"r", "m", "I", "I"}, *const behind[] = {"", "", "xx", "yy"};
    for (int i = 0; i < 4; i++) {
        snprintf(text, sizeof text, "param.%s%s%s", of[i], end, behind[i]);
        number[i] = get(from, text);
    }
    if (how == WHEELS) {
        add(model, "wheel", name, frame, NULL);
        set_part(model, name, "mass", number[1]);
        set_part(model, name, "cross_inertia", number[2]);
        set_part(model, name, "spin_inertia", number[3]);
    } else {
        char body[32];
        snprintf(body, sizeof body, "%s_body", name);
        add(model, "body", body, NULL, NULL);
        set_mass(model, body, number[1], number[2], number[3], number[2]);
        set_place(model, body, x, 0, number[0]);
        snprintf(text, sizeof text, "%s_axle", name);
        add(model, "hinge", text, frame, body);
        set_place(model, text, x, 0, number[0]);
        set_axis(model, text, 0, 2, 0);
        add(model, "rim", name, body, NULL);
    }
    set_place(model, name, x, 0, number[0]);
    set_part(model, name, "radius", number[0]);
    set_ideal(model, name);
}

static inline void add_bicycle_frame(wd_model *model, const wd_model *from, const char *name,
                                     char letter)
{
    char text[5][16];
    static const char *const format[] = {"param.m%c", "param.I%cxx", "param.I%cyy", "param.I%czz",
                                         "param.I%cxz"};
    add(model, "body", name, NULL, NULL);
    for (int i = 0; i < 5; i++)
        snprintf(text[i], sizeof text[i], format[i], letter);
    set_mass(model, name, get(from, text[0]), get(from, text[1]), get(from, text[2]),
             get(from, text[3]));
    set_part(model, name, "xz", -get(from, text[4])); /* in kind bicycle, z points down */
    snprintf(text[0], sizeof text[0], "param.x%c", letter);
    snprintf(text[1], sizeof text[1], "param.z%c", letter);
    set_place(model, name, get(from, text[0]), 0, -get(from, text[1]));
}

/* A bicycle built from parts with the parameters of the model `from`, upright and straight, with a
 * speed and a roll rate. */
static inline wd_model *bicycle_of_parts(const wd_model *from, enum bicycle_parts how, double speed,
                                         double roll_rate)
{
    wd_model *model = new_vehicle();
    double w = get(from, "param.w"), c = get(from, "param.c"), lam = get(from, "param.lam");
    add_bicycle_frame(model, from, "frame", 'B');
    add_bicycle_frame(model, from, "fork", 'H');
    add(model, "hinge", "steer", "frame", "fork");
    set_place(model, "steer", w + c, 0, 0);
    set_axis(model, "steer", -sin(lam), 0, cos(lam));
    add_bicycle_wheel(model, from, how, "rear", "frame", 0, "R");
    add_bicycle_wheel(model, from, how, "front", "fork", w, "F");
    set_init(model, "frame", "forward", speed);
    set_init(model, "frame", "left", get(from, "param.zB") * roll_rate);
    set_init(model, "frame", "roll_rate", roll_rate);
    set_init(model, how == WHEELS ? "rear" : "rear_axle", "rate", speed / get(from, "param.rR"));
    set_init(model, how == WHEELS ? "front" : "front_axle", "rate", speed / get(from, "param.rF"));
    return model;
}

/* Number of events of a type in the log. */
static inline size_t count_of(const wd_model *model, int32_t type)
{
    size_t count = 0;
    for (size_t i = 0; i < wd_model_event_count(model); i++) {
        int32_t got;
        must(model, wd_model_event(model, i, NULL, &got, NULL, 0), "event");
        count += got == type;
    }
    return count;
}

#endif
