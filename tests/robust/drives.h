/* SPDX-License-Identifier: MIT */
/* Presets of vehicles for random drives: their laws, starts and controls. */
#ifndef ROBUST_DRIVES_H
#define ROBUST_DRIVES_H

enum { INPUTS = 4 };

/* Random values of a table. */
struct range {
    double lo, hi; /* range, in the unit of the input */
    double every;  /* s: mean time between two values */
    double none;   /* probability of the value 0 */
};

/* Inputs that follow one table, each multiplied by its own factor. */
struct control {
    const char *preset;
    enum { STEER, DRIVE, BRAKE } use;
    struct range range;
    const char *input[INPUTS];
    double factor[INPUTS];
};

static const struct control controls[] = {
    {"car",
     STEER,
     {-0.35, 0.35, 1.5, 0.3},
     {"front_left_steer.target", "front_right_steer.target"},
     {1, 1}},
    {"car", DRIVE, {-200, 600, 1.5, 0.2}, {"rear_left.torque", "rear_right.torque"}, {1, 1}},
    {"car",
     BRAKE,
     {-2000, 1500, 1.5, 0},
     {"front_left.brake", "front_right.brake", "rear_left.brake", "rear_right.brake"},
     {1, 1, 0.7, 0.7}},
    {"robot", DRIVE, {-1.2, 1.5, 1, 0}, {"left.torque"}, {1}},
    {"robot", DRIVE, {-1.2, 1.5, 1, 0}, {"right.torque"}, {1}},
    {"robot", BRAKE, {-3, 1.5, 2, 0}, {"left.brake", "right.brake"}, {1, 1}},
    {"bicycle", STEER, {-1.5, 1.5, 0.6, 0}, {"steer.torque"}, {1}},
    {"bicycle", DRIVE, {-8, 24, 1.5, 0.3}, {"rear.torque"}, {1}},
    {"bicycle", BRAKE, {-80, 40, 1.5, 0}, {"rear.brake", "front.brake"}, {1, 0.8}},
    {"motorcycle", STEER, {-4, 4, 0.6, 0}, {"steer.torque"}, {1}},
    {"motorcycle", DRIVE, {-30, 90, 1.5, 0.3}, {"rear.torque"}, {1}},
    {"motorcycle", BRAKE, {-300, 150, 1.5, 0}, {"rear.brake", "front.brake"}, {1, 0.8}},
};
enum { CONTROLS = sizeof controls / sizeof *controls };

enum law { COULOMB, RELAXED, TYRE, LAWS };
static const char *const law_names[LAWS] = {"coulomb", "relaxed", "tyre"};

static const struct {
    const char *name;        /* of the preset */
    const char *controls;    /* the preset in `controls` whose inputs it uses */
    const char *root;        /* its first body */
    double slowest, fastest; /* m/s: range of the start speeds */
    int falls;               /* 1: the vehicle may fall over */
    int first_law, laws;     /* first law of its wheels, number of laws that take turns */
} vehicles[] = {
    {"bicycle", "bicycle", "frame", 4.5, 6.5, 1, COULOMB, 2},
    {"motorcycle", "motorcycle", "frame", 5.5, 9, 1, COULOMB, 2},
    {"car", "car", "chassis", 0, 25, 0, COULOMB, 3},
    {"robot", "robot", "chassis", 0, 0, 0, COULOMB, 2},
    {"rigid_car", "car", "chassis", 0, 25, 0, COULOMB, 2},
    {"car_magic", "car", "chassis", 0, 25, 0, TYRE, 1},
};
enum { PRESETS = sizeof vehicles / sizeof *vehicles };

#endif
