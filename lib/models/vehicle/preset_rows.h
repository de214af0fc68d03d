/* SPDX-License-Identifier: MIT */
/* Entries of the tables of presets. */
#ifndef VEHICLE_PRESET_ROWS_H
#define VEHICLE_PRESET_ROWS_H

#include "models/vehicle/vehicle.h"

/* clang-format does not align initializers in macros. */
/* clang-format off */
#define PART(part, quantity, value) HELD("param." part "." quantity, value)
#define PLACE(part, ahead, left, up) \
    PART(part, "x", ahead), PART(part, "y", left), PART(part, "z", up)
#define AXIS(part, ahead, left, up) \
    PART(part, "axis_x", ahead), PART(part, "axis_y", left), PART(part, "axis_z", up)
#define BODY(part, kg, about_x, about_y, about_z) \
    PART(part, "mass", kg), PART(part, "xx", about_x), PART(part, "yy", about_y), \
        PART(part, "zz", about_z)
#define ROTOR(part, kg, spin, cross) \
    PART(part, "mass", kg), PART(part, "spin_inertia", spin), PART(part, "cross_inertia", cross)
#define TYRE(part, outermost, section) \
    PART(part, "radius", outermost), PART(part, "crown", section)
#define LAW(part, which) PART(part, "law", which)
#define FORM(part, which) PART(part, "form", which)
#define SPRUNG(part, per_way, per_rate, at_rest) \
    PART(part, "stiffness", per_way), PART(part, "damping", per_rate), PART(part, "rest", at_rest)
#define START(part, quantity, value) HELD("init." part "." quantity, value)
#define ON_GROUND HELD("param.place", VEHICLE_PLACE_ON_GROUND)
#define ROLLING HELD("param.spin", VEHICLE_SPIN_ROLLING)

/* Parts of a corner of a car, named after its wheel. */
#define STEERED_PARTS(corner, carrier, ...) \
    {"body", corner "_knuckle", {NULL}}, {"hinge", corner "_steer", {carrier, corner "_knuckle"}}, \
        {"wheel", corner, {corner "_knuckle", __VA_ARGS__}}
#define SPRUNG_PARTS(corner) \
    {"body", corner "_strut", {NULL}}, {"slide", corner "_slide", {"chassis", corner "_strut"}}
/* clang-format on */

#endif
