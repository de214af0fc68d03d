/* SPDX-License-Identifier: MIT */
/* Vehicles that are ready to run. Numbers are round ones in the range of the real thing, and what
 * follows from them, unless it says where they are from. As drawn each stands on the ground with
 * its springs in balance. */
#include "models/vehicle/vehicle.h"

/* ---- what the tables are made of ---- */

/* The formatter does not know initializers. */
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
#define SPRUNG(part, per_way, per_rate, at_rest) \
    PART(part, "stiffness", per_way), PART(part, "damping", per_rate), PART(part, "rest", at_rest)
#define START(part, quantity, value) HELD("init." part "." quantity, value)
#define ON_GROUND HELD("param.place", VEHICLE_PLACE_ON_GROUND)
#define ROLLING HELD("param.spin", VEHICLE_SPIN_ROLLING)
/* clang-format on */

/* ---- disc ---- */

static const struct preset_part disc_parts[] = {{"body", "disc", {NULL}},
                                                {"rim", "edge", {"disc"}}};

/* A torus, upright, its axis to the left. */
static const struct preset_value disc[] = {
    BODY("disc", 8, 0.2875, 0.525, 0.2875),
    PLACE("disc", 0, 0, 0.4),
    PLACE("edge", 0, 0, 0.4),
    TYRE("edge", 0.4, 0.1),
    LAW("edge", VEHICLE_IDEAL),
    ON_GROUND,
    START("disc", "forward", 3),
    START("disc", "pitch_rate", 7.5),
    START("disc", "roll_rate", 0.1),
};

/* ---- ball ---- */

static const struct preset_part ball_parts[] = {{"body", "ball", {NULL}},
                                                {"rim", "surface", {"ball"}}};

/* Of pool, homogeneous. */
static const struct preset_value ball[] = {
    BODY("ball", 0.17, 5.552e-5, 5.552e-5, 5.552e-5),
    PLACE("ball", 0, 0, 0.028575),
    PLACE("surface", 0, 0, 0.028575),
    TYRE("surface", 0.028575, 0.028575),
    LAW("surface", VEHICLE_RELAXED),
    PART("surface", "relaxation_time", 0.001),
    HELD("input.surface.mu", 0.2),
    START("ball", "forward", 2),
    START("ball", "pitch_rate", -60),
    START("ball", "roll_rate", 40),
};

/* ---- the benchmark ---- */

static const struct preset_part benchmark_parts[] = {
    {"body", "frame", {NULL}},    {"wheel", "rear", {"frame"}},
    {"body", "fork", {NULL}},     {"hinge", "steer", {"frame", "fork"}},
    {"wheel", "front", {"fork"}},
};

/* Meijaard, Papadopoulos, Ruina and Schwab (2007), with z up, so that
 * products of inertia change sign. The rider is a part of the frame. The point on the steer axis is
 * at 0.9 m along it from the ground. */
#define TILT_SIN 0.30901699437494742
#define TILT_COS 0.95105651629515357
static const struct preset_value benchmark[] = {
    BODY("frame", 85, 9.2, 11, 2.8),
    PART("frame", "xz", -2.4),
    PLACE("frame", 0.3, 0, 0.9),
    PLACE("rear", 0, 0, 0.3),
    ROTOR("rear", 2, 0.12, 0.0603),
    TYRE("rear", 0.3, 0),
    LAW("rear", VEHICLE_IDEAL),
    BODY("fork", 4, 0.05892, 0.06, 0.00708),
    PART("fork", "xz", 0.00756),
    PLACE("fork", 0.9, 0, 0.7),
    PLACE("steer", 1.1 - 0.9 * TILT_SIN, 0, 0.9 * TILT_COS),
    AXIS("steer", -TILT_SIN, 0, TILT_COS),
    PLACE("front", 1.02, 0, 0.35),
    ROTOR("front", 3, 0.28, 0.1405),
    TYRE("front", 0.35, 0),
    LAW("front", VEHICLE_IDEAL),
    ON_GROUND,
    ROLLING,
    START("frame", "forward", 4.6),
    START("frame", "roll_rate", 0.5),
    START("frame", "left", -0.5 * 0.9),
};

/* ---- motorcycle ---- */

static const struct preset_part motorcycle_parts[] = {
    {"body", "frame", {NULL}},
    {"body", "arm", {NULL}},
    {"hinge", "pivot", {"frame", "arm"}},
    {"wheel", "rear", {"arm"}},
    {"point", "shock_top", {"frame"}},
    {"point", "shock_foot", {"arm"}},
    {"spring", "shock", {"shock_top", "shock_foot"}},
    {"body", "yoke", {NULL}},
    {"hinge", "steer", {"frame", "yoke"}},
    {"body", "slider", {NULL}},
    {"slide", "fork", {"yoke", "slider"}},
    {"wheel", "front", {"slider"}},
};

/* 281 kg with the rider, who is a part of the frame; wheelbase 1.45 m, trail 0.1 m, tyres 90 mm and
 * 60 mm wide. At this speed it stays up by itself; the round tyres make it capsize slowly above
 * 6.7 m/s. The rest of both springs follows from balance as drawn. */
#define RAKE_SIN 0.43496553411123023
#define RAKE_COS 0.90044710235267692
static const struct preset_value motorcycle[] = {
    BODY("frame", 230, 24, 36, 20),
    PART("frame", "xz", -1.5),
    PLACE("frame", 0.68, 0, 0.62),
    BODY("arm", 8, 0.05, 0.25, 0.27),
    PLACE("arm", 0.25, 0, 0.36),
    PLACE("pivot", 0.48, 0, 0.4),
    AXIS("pivot", 0, 1, 0),
    PLACE("rear", 0, 0, 0.32),
    ROTOR("rear", 15, 0.75, 0.42),
    TYRE("rear", 0.32, 0.045),
    LAW("rear", VEHICLE_IDEAL),
    PLACE("shock_top", 0.4, 0, 0.72),
    PLACE("shock_foot", 0.22, 0, 0.4),
    SPRUNG("shock", 115000, 6800, 0.39002550563134203),
    BODY("yoke", 9, 0.35, 0.3, 0.1),
    PLACE("yoke", 1.22, 0, 0.8),
    PLACE("steer", 1.55 - 0.85 * RAKE_SIN, 0, 0.85 * RAKE_COS),
    AXIS("steer", -RAKE_SIN, 0, RAKE_COS),
    PART("steer", "damping", 2),
    BODY("slider", 7, 0.12, 0.1, 0.05),
    PLACE("slider", 1.4, 0, 0.4),
    PLACE("fork", 1.4, 0, 0.4),
    AXIS("fork", -RAKE_SIN, 0, RAKE_COS),
    SPRUNG("fork", 14000, 900, -0.07355208118727596),
    PLACE("front", 1.45, 0, 0.3),
    ROTOR("front", 12, 0.55, 0.3),
    TYRE("front", 0.3, 0.03),
    LAW("front", VEHICLE_IDEAL),
    ON_GROUND,
    ROLLING,
    START("frame", "forward", 6.2),
    START("frame", "roll_rate", 0.2),
    START("frame", "left", -0.2 * 0.62),
};

/* ---- all of them ---- */

const struct preset vehicle_presets[VEHICLE_PRESETS] = {
    PRESET_OF("disc", disc_parts, disc, "One body that rolls on its round rim at 3 m/s"),
    PRESET_OF("ball", ball_parts, ball,
              "A pool ball played with back and side spin: it slides, then rolls on a bent way"),
    PRESET_OF("bicycle", benchmark_parts, benchmark,
              "The benchmark of Meijaard et al. at 4.6 m/s, pushed sideways with 0.5 rad/s"),
    PRESET_OF("motorcycle", motorcycle_parts, motorcycle,
              "Swinging arm and telescopic fork: 6.2 m/s, pushed sideways with 0.2 rad/s"),
};
