/* SPDX-License-Identifier: MIT */
/* The types of parts and their variables. */
#include "models/vehicle/law_tyre.h"
#include "models/vehicle/part_rows.h"

#include <math.h>

/* ---- bodies ---- */

#define BODY_PARAMS                                                                              \
    PARAM_NOT_BELOW_0(body_param, "mass", mass, "kg", 1, "mass"),                                \
        PARAM_NOT_BELOW_0(body_param, "xx", xx, "kg.m2", 0,                                      \
                          "moment of inertia about the centre of mass, along x"),                \
        PARAM_NOT_BELOW_0(body_param, "yy", yy, "kg.m2", 0, "moment of inertia, along y"),       \
        PARAM_NOT_BELOW_0(body_param, "zz", zz, "kg.m2", 0, "moment of inertia, along z"),       \
        PARAM_0(body_param, "xy", xy, "kg.m2", "entry of the inertia matrix, minus int x y dm"), \
        PARAM_0(body_param, "yz", yz, "kg.m2", "entry of the inertia matrix, minus int y z dm"), \
        PARAM_0(body_param, "xz", xz, "kg.m2", "entry of the inertia matrix, minus int x z dm"), \
        XYZ(PARAM_0, body_param, "", "", centre, "m",                                            \
            "centre of mass in the reference configuration")

#define BODY_POSE(ROW, of)                                                       \
    XYZ(ROW, of, "", "", x, "m", "centre of mass"),                              \
        ROW(of, "q0", q[0], "1", "scalar of the quaternion from body to space"), \
        ROW(of, "q1", q[1], "1", "x of the quaternion"),                         \
        ROW(of, "q2", q[2], "1", "y of the quaternion"),                         \
        ROW(of, "q3", q[3], "1", "z of the quaternion")
#define BODY_RATES(ROW, of)                                                      \
    ROW(of, "wx", w.x, "rad/s", "angular velocity about the body's x axis"),     \
        ROW(of, "wy", w.y, "rad/s", "angular velocity about the body's y axis"), \
        ROW(of, "wz", w.z, "rad/s", "angular velocity about the body's z axis")
#define BODY_OUTPUTS                                                                            \
    BODY_POSE(OUTPUT, body_output),                                                             \
        OUTPUT(body_output, "yaw", yaw, "rad", "first angle, about z, to the left"),            \
        OUTPUT(body_output, "roll", roll, "rad", "second angle, about the heading"),            \
        OUTPUT(body_output, "pitch", pitch, "rad", "third angle, about the y axis, nose down"), \
        XYZ(OUTPUT, body_output, "v", "", v, "m/s", "velocity of the centre of mass"),          \
        BODY_RATES(OUTPUT, body_output)

static const struct var body_vars[] = {BODY_PARAMS, BODY_OUTPUTS};

static const struct var root_vars[] = {
    BODY_PARAMS,
    XYZ(INIT, root_init, "", "", x, "m", "displacement from the reference configuration"),
    INIT(root_init, "yaw", yaw, "rad", "heading, to the left"),
    INIT(root_init, "roll", roll, "rad", "lean about the heading, to the right"),
    INIT(root_init, "pitch", pitch, "rad", "turn about the body's y axis, nose down"),
    INIT(root_init, "forward", forward, "m/s", "velocity of the centre of mass along the heading"),
    INIT(root_init, "left", left, "m/s", "velocity of the centre of mass across the heading"),
    INIT(root_init, "up", up, "m/s", "velocity of the centre of mass along z"),
    INIT(root_init, "roll_rate", roll_rate, "rad/s", "angular velocity about the body's x axis"),
    INIT(root_init, "pitch_rate", pitch_rate, "rad/s", "angular velocity about the body's y axis"),
    INIT(root_init, "yaw_rate", yaw_rate, "rad/s", "angular velocity about the body's z axis"),
    BODY_POSE(STATE, root_state),
    XYZ(STATE, root_state, "v", "", v, "m/s", "velocity of the centre of mass"),
    BODY_RATES(STATE, root_state),
    BODY_OUTPUTS,
};

static const struct part_type root = {
    .name = "body",
    .text = "The first body, the root, free in space",
    VARS(root_vars),
    .key_vars = NAMES("state.x", "state.y", "output.yaw", "output.roll", "output.pitch"),
    .size = {.params = DOUBLES(body_param),
             .inits = DOUBLES(root_init),
             .states = DOUBLES(root_state),
             .outputs = DOUBLES(body_output),
             .extras = DOUBLES(root_extra)},
};

/* ---- joints ---- */

#define LOADS(of, at)                                                         \
    XYZ(OUTPUT, of, "load_f", "", load.force, "N", "force on the child " at), \
        XYZ(OUTPUT, of, "load_t", "", load.torque, "N.m", "torque on the child " at)

/* Variables of a hinge or slide. `way` is its position, `load` the torque or force along it. */
#define JOINT_PARAMS(point, way, unit, load, load_unit, damping_unit)                            \
    XYZ(PARAM_0, joint_param, "", "", at, "m", point " in the reference configuration"),         \
        PARAM_0(joint_param, "axis_x", axis.x, "1", "axis, of any length but 0, forward"),       \
        PARAM_0(joint_param, "axis_y", axis.y, "1", "axis, of any length but 0, to the left"),   \
        PARAM_0(joint_param, "axis_z", axis.z, "1", "axis, of any length but 0, up"),            \
        PARAM_NOT_BELOW_0(joint_param, "stiffness", stiffness, load_unit "/" unit, 0,            \
                          load " per " way),                                                     \
        PARAM_NOT_BELOW_0(joint_param, "damping", damping, damping_unit, 0,                      \
                          load " against the rate, per rate"),                                   \
        PARAM_0(joint_param, "rest", rest, unit, way " at which the stiffness exerts no " load), \
        PARAM_NOT_BELOW_0(joint_param, "friction", friction, load_unit, 0,                       \
                          load " of a brake that is always on"),                                 \
        PARAM(joint_param, "lower", lower, unit, -INFINITY, INFINITY, -INFINITY, "lower stop"),  \
        PARAM(joint_param, "upper", upper, unit, -INFINITY, INFINITY, INFINITY, "upper stop"),   \
        PARAM_NOT_BELOW_0(joint_param, "stop_stiffness", stop_stiffness, load_unit "/" unit, 0,  \
                          "stiffness of the stops; 0: they are rigid"),                          \
        PARAM_NOT_BELOW_0(joint_param, "stop_damping", stop_damping, damping_unit, 0,            \
                          "damping of the stops, which never pull"),                             \
        PARAM(joint_param, "restitution", restitution, "1", 0, 1, 0,                             \
              "coefficient of restitution of rigid stops")
#define JOINT_MOTION(ROW, way, unit, text) \
    ROW(joint_state, way, q, unit, text),  \
        ROW(joint_state, "rate", rate, unit "/s", "rate of the " way)
#define JOINT_OUTPUTS(unit, load, load_unit)                                                      \
    OUTPUT(joint_output, "acceleration", acceleration, unit "/s2", "derivative of the rate"),     \
        OUTPUT(joint_output, "brake_" load, brake, load_unit, load " of the brake on the child"), \
        OUTPUT(joint_output, "stop_" load, stop, load_unit, load " of the stops on the child"),   \
        LOADS(joint_output, "at the point, motor and spring included")

#define ANGLE "angle of the child relative to the parent"
static const struct var hinge_vars[] = {
    JOINT_PARAMS("a point on the axis", "angle", "rad", "torque", "N.m", "N.m.s"),
    INPUT(hinge_input, "torque", effort, "N.m", "torque on the child about the axis"),
    INPUT_NOT_BELOW_0(hinge_input, "brake", brake, "N.m", 0, "largest torque of the brake"),
    INPUT(hinge_input, "target", target, "rad",
          "angle; adds stiffness times this angle to the torque"),
    JOINT_MOTION(INIT, "angle", "rad", ANGLE),
    JOINT_MOTION(STATE, "angle", "rad", ANGLE),
    JOINT_OUTPUTS("rad", "torque", "N.m"),
};

#define TRAVEL "displacement of the child relative to the parent"
static const struct var slide_vars[] = {
    JOINT_PARAMS("point to which output loads refer,", "travel", "m", "force", "N", "N.s/m"),
    INPUT(slide_input, "force", effort, "N", "force on the child along the axis"),
    INPUT_NOT_BELOW_0(slide_input, "brake", brake, "N", 0, "largest force of the brake"),
    JOINT_MOTION(INIT, "travel", "m", TRAVEL),
    JOINT_MOTION(STATE, "travel", "m", TRAVEL),
    JOINT_OUTPUTS("m", "force", "N"),
};

#define JOINT_SIZE(input)                                                                        \
    {                                                                                            \
        .params = DOUBLES(joint_param), .inputs = DOUBLES(input), .inits = DOUBLES(joint_state), \
        .states = DOUBLES(joint_state), .outputs = DOUBLES(joint_output),                        \
        .modes = VEHICLE_BRAKE_MODES + VEHICLE_STOP_MODES,                                       \
        .guards = VEHICLE_BRAKE_GUARDS + VEHICLE_STOP_GUARDS, .extras = DOUBLES(brake_extra),    \
    }

struct rigid_output {
    struct joint_load load;
};

static const struct var rigid_vars[] = {
    LOADS(rigid_output, "at its centre of mass"),
};

/* ---- wheels and rims ---- */

static const struct var wheel_vars[] = {WHEEL_SETTINGS, WHEEL_STATES, WHEEL_OUTPUTS,
                                        GROUND_OUTPUTS(wheel_output, rim.)};

static const struct var rim_vars[] = {RIM_SETTINGS, RIM_OUTPUTS(rim_output, ),
                                      GROUND_OUTPUTS(rim_output, )};

/* ---- points and springs ---- */

static const struct var point_vars[] = {
    XYZ(PARAM_0, point_param, "", "", at, "m", "position in the reference configuration"),
    XYZ(INPUT, point_input, "force_", "", force, "N", "force on the body at the point"),
    XYZ(INPUT, point_input, "torque_", "", torque, "N.m", "torque on the body"),
    XYZ(OUTPUT, point_output, "", "", x, "m", "place"),
    XYZ(OUTPUT, point_output, "v", "", v, "m/s", "velocity"),
    XYZ(OUTPUT, point_output, "a", "", a, "m/s2", "acceleration"),
    OUTPUT(point_output, "accel_x", accel.x, "m/s2", "reading of an accelerometer, along body x"),
    OUTPUT(point_output, "accel_y", accel.y, "m/s2", "reading of an accelerometer, along body y"),
    OUTPUT(point_output, "accel_z", accel.z, "m/s2", "reading of an accelerometer, along body z"),
};

static const struct var spring_vars[] = {
    PARAM_NOT_BELOW_0(spring_param, "stiffness", stiffness, "N/m", 0, "force per length"),
    PARAM_NOT_BELOW_0(spring_param, "damping", damping, "N.s/m", 0, "force per rate of length"),
    PARAM_NOT_BELOW_0(spring_param, "rest", rest, "m", 0,
                      "length at which the spring exerts no force"),
    INPUT(spring_input, "force", force, "N", "additional force; above 0 it pulls"),
    OUTPUT(spring_output, "length", length, "m", "distance between the points"),
    OUTPUT(spring_output, "rate", rate, "m/s", "rate of the length"),
    OUTPUT(spring_output, "force", force, "N", "force of the spring; above 0 it pulls"),
};

/* ---- all ---- */

static const char *const on_body[] = {"body", NULL};
static const char *const on_body_and_tyre[] = {"body", "tyre", NULL};
static const char *const on_bodies[] = {"body", "body", NULL};
static const char *const on_points[] = {"point", "point", NULL};

const struct part_type vehicle_part_types[VEHICLE_PART_TYPES] = {
    [VEHICLE_BODY] = {.name = "body",
                      .text = "A rigid body; the first one is the root, free in space",
                      VARS(body_vars),
                      .size = {.params = DOUBLES(body_param), .outputs = DOUBLES(body_output)},
                      .most = VEHICLE_BODIES_MOST,
                      .first = &root},
    [VEHICLE_HINGE] = {.name = "hinge",
                       .text = "A child that turns about an axis in its parent",
                       .on = on_bodies,
                       .most = VEHICLE_BODIES_MOST,
                       VARS(hinge_vars),
                       .key_vars = NAMES("state.angle"),
                       .size = JOINT_SIZE(hinge_input)},
    [VEHICLE_SLIDE] = {.name = "slide",
                       .text = "A child that moves along an axis in its parent",
                       .on = on_bodies,
                       .most = VEHICLE_BODIES_MOST,
                       VARS(slide_vars),
                       .key_vars = NAMES("state.travel"),
                       .size = JOINT_SIZE(slide_input)},
    [VEHICLE_RIGID] = {.name = "rigid",
                       .text = "A child that is fixed to its parent",
                       .on = on_bodies,
                       .most = VEHICLE_BODIES_MOST,
                       VARS(rigid_vars),
                       .size = {.outputs = DOUBLES(rigid_output)}},
    [VEHICLE_WHEEL] = {WHEEL_TYPE(wheel_vars, joint_state, wheel_output), .on = on_body_and_tyre,
                       .optional = 1, .full = &vehicle_tyred_wheel},
    [VEHICLE_RIM] = {RIM_TYPE(rim_vars, 0, rim_output), .on = on_body_and_tyre, .optional = 1,
                     .full = &vehicle_tyred_rim},
    [VEHICLE_POINT] = {.name = "point",
                       .text = "A point of the body where loads act or motion is measured",
                       .on = on_body,
                       VARS(point_vars),
                       .size = {.params = DOUBLES(point_param),
                                .inputs = DOUBLES(point_input),
                                .outputs = DOUBLES(point_output)}},
    [VEHICLE_SPRING] = {.name = "spring",
                        .text = "A spring with a damper between two points",
                        .on = on_points,
                        VARS(spring_vars),
                        .size = {.params = DOUBLES(spring_param),
                                 .inputs = DOUBLES(spring_input),
                                 .outputs = DOUBLES(spring_output)}},
    [VEHICLE_TYRE] = {.name = "tyre",
                      .text = "The numbers of a pneumatic tyre, on which wheels and rims stand",
                      .vars = vehicle_tyre_vars,
                      .var_count = VEHICLE_TYRE_ROWS,
                      .size = {.params = DOUBLES(tyre_numbers)}},
};
