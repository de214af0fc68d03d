/* SPDX-License-Identifier: MIT */
/* Presets on ground of their own. */
#ifndef VEHICLE_PRESETS_GROUND_H
#define VEHICLE_PRESETS_GROUND_H

#include "models/vehicle/preset_rows.h"

#include <math.h>

/* ---- threshold ---- */

static const struct preset_part threshold_parts[] = {
    {"body", "chassis", {NULL}},
    {"wheel", "left", {"chassis"}},
    {"wheel", "right", {"chassis"}},
    {"body", "fork", {NULL}},
    {"slide", "spring", {"chassis", "fork"}},
    {"rim", "caster", {"fork"}},
};

/* Discs of 0.8 kg on motors that turn at torque/damping without a load. */
#define OVER_THRESHOLD(part, left)                                                     \
    PLACE(part, 0, left, 0.1), TYRE(part, 0.1, 0.015), ROTOR(part, 0.8, 0.004, 0.002), \
        PART(part, "damping", 2), HELD("input." part ".mu", 0.9), HELD("input." part ".torque", 9)

/* A robot of 12 kg with its caster on a spring, so that the robot does not rock at edges. */
static const struct preset_value threshold[] = {
    BODY("chassis", 10, 0.08, 0.12, 0.16), PLACE("chassis", -0.05, 0, 0.12),
    OVER_THRESHOLD("left", 0.17),          OVER_THRESHOLD("right", -0.17),
    BODY("fork", 0.3, 3e-4, 3e-4, 3e-4),   PLACE("fork", -0.22, 0, 0.06),
    PLACE("spring", -0.22, 0, 0.06),       PART("spring", "axis_x", 0),
    PART("spring", "axis_z", 1),           SPRUNG("spring", 4000, 60, -0.006),
    PLACE("caster", -0.22, 0, 0.06),       TYRE("caster", 0.06, 0.06),
    HELD("input.caster.mu", 0.05),         HELD("param.ground_heading", 0.1),
};

/* m; a bar 80 mm long and 15 mm high whose edges are cut by 5 mm. */
static const double threshold_xz[] = {-1,    0,     0.6,  0,    0.6,  0.01, 0.605, 0.015,
                                      0.675, 0.015, 0.68, 0.01, 0.68, 0,    2,     0};

static const struct preset_ground threshold_ground = {.xy = threshold_xz,
                                                      .points = ROWS(threshold_xz) / 2};

/* ---- bowl ---- */

/* m; radius of the bowl. */
#define BOWL_RADIUS 1.5

static double bowl_height(double x, double y)
{
    return BOWL_RADIUS - sqrt(BOWL_RADIUS * BOWL_RADIUS - x * x - y * y);
}

/* A homogeneous ball of 2 kg, whose path does not close. */
static const struct preset_value bowl[] = {
    BODY("ball", 2, 0.008, 0.008, 0.008),
    TYRE("surface", 0.1, 0.1),
    HELD("input.surface.mu", 0.5),
    HELD("param.place", VEHICLE_PLACE_ON_GROUND),
    START("ball", "x", 0.6),
    START("ball", "z", 1),
    START("ball", "left", 1),
    START("ball", "yaw_rate", 10),
};

/* A square of 1.8 m, within the rim of the bowl. */
static const struct preset_ground bowl_ground = {
    .height = bowl_height, .nx = 61, .ny = 61, .frame = {-0.9, -0.9, 0.03, 0.03, 0}};

#endif
