/* SPDX-License-Identifier: MIT */
/* Vehicles that are ready to run. Unless a source is given, the numbers are round numbers in the
 * range of real vehicles, and numbers derived from these. In the reference configuration each
 * vehicle stands on the ground with its springs in balance. */
#include "models/vehicle/preset_rows.h"

#include <math.h>

/* ---- disc ---- */

static const struct preset_part disc_parts[] = {{"body", "disc", {NULL}},
                                                {"rim", "edge", {"disc"}}};

/* An upright torus with its axis to the left. Its law is ideal, so it moves as the torus of the
 * fourth paper does. */
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

/* A homogeneous pool ball. */
static const struct preset_value ball[] = {
    BODY("ball", 0.17, 5.552e-5, 5.552e-5, 5.552e-5),
    PLACE("ball", 0, 0, 0.028575),
    PLACE("surface", 0, 0, 0.028575),
    TYRE("surface", 0.028575, 0.028575),
    HELD("input.surface.mu", 0.2),
    START("ball", "forward", 2),
    START("ball", "pitch_rate", -60),
    START("ball", "roll_rate", 40),
};

/* ---- robot ---- */

static const struct preset_part robot_parts[] = {
    {"body", "chassis", {NULL}},
    {"wheel", "left", {"chassis"}},
    {"wheel", "right", {"chassis"}},
    {"rim", "caster", {"chassis"}},
};

/* Uniform discs of 0.6 kg and 30 mm width. The damping is that of the motors: without a load they
 * turn at torque/damping. */
#define DRIVEN(part, left)                                                                   \
    PLACE(part, 0, left, 0.08), TYRE(part, 0.08, 0.01), ROTOR(part, 0.6, 0.00192, 0.001005), \
        PART(part, "damping", 0.02)

/* A box of 8 kg, 0.4 m long, 0.3 m wide and 0.15 m high. */
static const struct preset_value robot[] = {
    BODY("chassis", 8, 0.075, 0.12166666666666667, 0.16666666666666667),
    PLACE("chassis", 0.05, 0, 0.12),
    DRIVEN("left", 0.17),
    DRIVEN("right", -0.17),
    PLACE("caster", 0.15, 0, 0.03),
    TYRE("caster", 0.03, 0.03),
    HELD("input.caster.mu", 0),
    ON_GROUND,
    SIGNAL("input.left.torque", WD_SIGNAL_STEP, 0, 0.2, 4, 0.1, 8, 0.2),
    SIGNAL("input.right.torque", WD_SIGNAL_STEP, 0, 0.2, 8, 0.1),
};

/* ---- cars ---- */

/* Car of 1.08 t, wheelbase 2.6 m, track 1.5 m. The body of 1 t has radii of gyration of 0.55 m,
 * 1.10 m and 1.14 m. The torques accelerate it by 0.6 m/s2 for 5 s. The axes of the steered front
 * wheels meet that of the rear wheels 40 m to the left; on tyres, which are compliant sideways, the
 * car drives a circle with a radius of 45 m. */
#define FRONT 1.2
#define REAR (-1.4)
#define SIDE 0.75
#define WHEEL_RADIUS 0.3

static const struct preset_part rigid_car_parts[] = {
    {"body", "chassis", {NULL}},
    STEERED_PARTS("front_left", "chassis", NULL),
    STEERED_PARTS("front_right", "chassis", NULL),
    {"wheel", "rear_left", {"chassis"}},
    {"wheel", "rear_right", {"chassis"}},
};

static const struct preset_part car_parts[] = {
    {"body", "chassis", {NULL}}, {"tyre", "tyre", {NULL}},
    SPRUNG_PARTS("front_left"),  STEERED_PARTS("front_left", "front_left_strut", "tyre"),
    SPRUNG_PARTS("front_right"), STEERED_PARTS("front_right", "front_right_strut", "tyre"),
    SPRUNG_PARTS("rear_left"),   {"wheel", "rear_left", {"rear_left_strut", "tyre"}},
    SPRUNG_PARTS("rear_right"),  {"wheel", "rear_right", {"rear_right_strut", "tyre"}},
};

#define CAR_WHEEL(corner, ahead, left)                                     \
    PLACE(corner, ahead, left, WHEEL_RADIUS), ROTOR(corner, 20, 0.9, 0.5), \
        TYRE(corner, WHEEL_RADIUS, 0.1), HELD("input." corner ".mu", 0.9)
#define DRIVEN_WHEEL(corner, left) \
    CAR_WHEEL(corner, REAR, left), SIGNAL("input." corner ".torque", WD_SIGNAL_STEP, 0, 100, 5, 0)

/* A knuckle without mass and with 3 cm of trail. The steering gear turns it to the angle within
 * half a second and holds it. */
#define STEERED_WHEEL(corner, left, angle)                                                        \
    BODY(corner "_knuckle", 0, 0, 0, 0), PLACE(corner "_knuckle", FRONT, left, WHEEL_RADIUS),     \
        PLACE(corner "_steer", FRONT + 0.03, left, WHEEL_RADIUS), AXIS(corner "_steer", 0, 0, 1), \
        SPRUNG(corner "_steer", 20000, 100, 0),                                                   \
        SIGNAL("input." corner "_steer.target", WD_SIGNAL_LINEAR, 1, 0, 1.5, angle),              \
        CAR_WHEEL(corner, FRONT, left)

/* A strut of 10 kg that does not turn with the wheel, and a spring that carries the fraction
 * `share` of half the body's weight in the reference configuration: 1.5 Hz, 0.39 of the critical
 * damping. */
#define CORNER(corner, ahead, left, share)                                                 \
    LAW(corner, VEHICLE_ON_TYRE), BODY(corner "_strut", 10, 0.1, 0.2, 0.1),                \
        PLACE(corner "_strut", ahead, 0.8 * (left), 0.3),                                  \
        PLACE(corner "_slide", ahead, left, WHEEL_RADIUS), AXIS(corner "_slide", 0, 0, 1), \
        SPRUNG(corner "_slide", 25000, 2000, -(share) * (1000 * 9.81 / 2) / 25000)

/* All numbers of a car on springs except those of its tyre. */
#define SPRUNG_CAR                                                                                \
    BODY("chassis", 1000, 300, 1200, 1300), PLACE("chassis", 0, 0, 0.55),                         \
        CORNER("front_left", FRONT, SIDE, 1.4 / 2.6), STEERED_WHEEL("front_left", SIDE, 0.06615), \
        CORNER("front_right", FRONT, -SIDE, 1.4 / 2.6),                                           \
        STEERED_WHEEL("front_right", -SIDE, 0.06372), CORNER("rear_left", REAR, SIDE, 1.2 / 2.6), \
        DRIVEN_WHEEL("rear_left", SIDE), CORNER("rear_right", REAR, -SIDE, 1.2 / 2.6),            \
        DRIVEN_WHEEL("rear_right", -SIDE), CAR_START

#define CAR_START ON_GROUND, ROLLING, START("chassis", "forward", 10)

static const struct preset_value rigid_car[] = {
    BODY("chassis", 1000, 300, 1200, 1300),
    PLACE("chassis", 0, 0, 0.55),
    STEERED_WHEEL("front_left", SIDE, 0.06615),
    STEERED_WHEEL("front_right", -SIDE, 0.06372),
    DRIVEN_WHEEL("rear_left", SIDE),
    DRIVEN_WHEEL("rear_right", -SIDE),
    CAR_START,
};

/* The car on brush tyres with the default numbers. */
static const struct preset_value car[] = {SPRUNG_CAR};

/* The friction coefficient of the wheel scales that of the tyre; 1 leaves it unchanged. */
#define FULL(corner) HELD("input." corner ".mu", 1)
static const struct preset_value car_magic[] = {
    SPRUNG_CAR,         FULL("front_left"),       FULL("front_right"), FULL("rear_left"),
    FULL("rear_right"), FORM("tyre", TYRE_MAGIC), MADE_UP_TYRE,
};

/* ---- a rig ---- */

static const struct preset_part tyre_rig_parts[] = {
    {"body", "sled", {NULL}},
    {"tyre", "tyre", {NULL}},
    {"body", "carriage", {NULL}},
    {"slide", "lift", {"sled", "carriage"}},
    {"body", "fork", {NULL}},
    {"hinge", "steer", {"carriage", "fork"}},
    {"wheel", "wheel", {"fork", "tyre"}},
    {"point", "load", {"carriage"}},
};

/* One wheel under a load of 4 kN at 20 m/s. Nothing holds the sled, but it is so heavy that forces
 * of the tyre of 4 kN change its speed by 4 mm/s in a second. There is no gravity: the load is a
 * force. The fork turns to a slip angle of 0.2 rad within 10 s; input.wheel.torque drives and
 * brakes. */
static const struct preset_value tyre_rig[] = {
    HELD("param.gravity", 0),
    BODY("sled", 1e6, 1e9, 1e9, 1e9),
    PLACE("sled", 0, 0, 1),
    BODY("carriage", 370, 50, 50, 50),
    PLACE("carriage", 0, 0, 0.6),
    PLACE("lift", 0, 0, 0.6),
    AXIS("lift", 0, 0, 1),
    PART("lift", "damping", 10000),
    BODY("fork", 10, 0.2, 0.2, 0.2),
    PLACE("fork", 0, 0, WHEEL_RADIUS),
    PLACE("steer", 0, 0, WHEEL_RADIUS),
    AXIS("steer", 0, 0, 1),
    SPRUNG("steer", 20000, 100, 0),
    PLACE("wheel", 0, 0, WHEEL_RADIUS),
    TYRE("wheel", WHEEL_RADIUS, 0.1),
    ROTOR("wheel", 20, 0.9, 0.5),
    LAW("wheel", VEHICLE_ON_TYRE),
    HELD("input.wheel.mu", 1),
    PLACE("load", 0, 0, 0.6),
    HELD("input.load.force_z", -4000),
    ROLLING,
    START("sled", "forward", 20),
    SIGNAL("input.steer.target", WD_SIGNAL_LINEAR, 1, 0, 11, 0.2),
};

/* ---- the benchmark ---- */

static const struct preset_part benchmark_parts[] = {
    {"body", "frame", {NULL}},    {"wheel", "rear", {"frame"}},
    {"body", "fork", {NULL}},     {"hinge", "steer", {"frame", "fork"}},
    {"wheel", "front", {"fork"}},
};

/* The benchmark of Meijaard, Papadopoulos, Ruina and Schwab (2007), with z up, so that products of
 * inertia change sign. The wheels roll, and the rider is a part of the frame. The point on the
 * steer axis is 0.9 m from the ground along the axis. */
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

/* Motorcycle of 281 kg with the rider, who is a part of the frame; wheelbase 1.45 m, trail 0.1 m,
 * tyres 90 mm and 60 mm wide. At this speed it is stable without control; above 6.7 m/s the round
 * tyres make it capsize slowly. The rest lengths of both springs follow from balance in the
 * reference configuration. */
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
    ON_GROUND,
    ROLLING,
    START("frame", "forward", 6.2),
    START("frame", "roll_rate", 0.2),
    START("frame", "left", -0.2 * 0.62),
};

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

/* ---- table of presets ---- */

const struct preset vehicle_presets[VEHICLE_PRESETS] = {
    PRESET_OF("disc", disc_parts, disc, "One body that rolls on its round rim at 3 m/s"),
    PRESET_OF("ball", ball_parts, ball,
              "A pool ball with back and side spin: it slides on a curve, then rolls straight"),
    PRESET_OF("robot", robot_parts, robot,
              "Two driven wheels and a caster ball: ahead, to the left from 4 s, to the right from "
              "8 s on"),
    PRESET_OF("car", car_parts, car,
              "Tyres, springs, steering and brakes: 10 m/s, faster for 5 s, from 1 s on into a "
              "circle of 45 m"),
    PRESET_OF("rigid_car", rigid_car_parts, rigid_car,
              "The car without suspension, its four rigid wheels on one rigid body"),
    PRESET_OF("bicycle", benchmark_parts, benchmark,
              "The benchmark of Meijaard et al. at 4.6 m/s, pushed sideways with 0.5 rad/s"),
    PRESET_OF("motorcycle", motorcycle_parts, motorcycle,
              "Swinging arm and telescopic fork: 6.2 m/s, pushed sideways with 0.2 rad/s"),
    PRESET_OF("car_magic", car_parts, car_magic,
              "The car on tyres of the Magic Formula, with coefficients that are made up"),
    PRESET_OF("tyre_rig", tyre_rig_parts, tyre_rig,
              "One wheel on a tyre at 20 m/s, steered to a slip angle of 0.2 rad within 10 s"),
    PRESET_ON("threshold", threshold_parts, threshold, &threshold_ground,
              "A robot with a sprung caster drives over a threshold at an angle"),
    PRESET_ON("bowl", ball_parts, bowl, &bowl_ground, "A ball rolls in a bowl, and spins"),
};
