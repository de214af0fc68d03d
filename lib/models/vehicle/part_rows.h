/* SPDX-License-Identifier: MIT */
/* Rows of the variable tables of parts, for the files that hold these tables. */
#ifndef VEHICLE_PART_ROWS_H
#define VEHICLE_PART_ROWS_H

#include "models/vehicle/parts.h"

static const char *const laws[] = {"ideal", "relaxed", "coulomb", "tyre", NULL};
static const char *const contacts[] = {"open", "stick", "slip", NULL};

#define PARAM(of, name, field, unit, lo, hi, initial, text) \
    VAR_REAL("param." name, WD_PARAM, SLOT(of, field), unit, lo, hi, initial, text)
#define PARAM_ANY(of, name, field, unit, initial, text) \
    VAR_ANY("param." name, WD_PARAM, SLOT(of, field), unit, initial, text)
#define PARAM_NOT_BELOW_0(of, name, field, unit, initial, text) \
    PARAM(of, name, field, unit, 0, DBL_MAX, initial, text)
#define INPUT(of, name, field, unit, text) \
    VAR_ANY("input." name, WD_INPUT, SLOT(of, field), unit, 0, text)
#define INPUT_NOT_BELOW_0(of, name, field, unit, initial, text) \
    VAR_REAL("input." name, WD_INPUT, SLOT(of, field), unit, 0, DBL_MAX, initial, text)
#define INIT(of, name, field, unit, text) \
    VAR_ANY("init." name, WD_INIT, SLOT(of, field), unit, 0, text)
#define STATE(of, name, field, unit, text) \
    VAR_ANY("state." name, WD_STATE, SLOT(of, field), unit, 0, text)
#define OUTPUT(of, name, field, unit, text) \
    VAR_ANY("output." name, WD_OUTPUT, SLOT(of, field), unit, 0, text)

/* Three rows of a vector; ROW is the macro for one of them. */
#define XYZ(ROW, of, before, after, field, unit, text)              \
    ROW(of, before "x" after, field.x, unit, text ", along x"),     \
        ROW(of, before "y" after, field.y, unit, text ", along y"), \
        ROW(of, before "z" after, field.z, unit, text ", along z")
#define PARAM_0(of, name, field, unit, text) PARAM_ANY(of, name, field, unit, 0, text)

/* ---- wheels and rims ---- */

/* rad; 0.5 degrees. A flatter wheel has no definite heading. */
#define FLATTEST 0.008726646259971648

#define RIM_PARAMS(of, at)                                                                    \
    XYZ(PARAM_0, of, "", "", at centre, "m", "centre in the reference configuration"),        \
        PARAM_0(of, "axis_x", at axis.x, "1", "axis, of any length but 0, forward"),          \
        PARAM_ANY(of, "axis_y", at axis.y, "1", 1, "axis, of any length but 0, to the left"), \
        PARAM_0(of, "axis_z", at axis.z, "1", "axis, of any length but 0, up"),               \
        PARAM(of, "radius", at radius, "m", DBL_MIN, DBL_MAX, 0.3, "outermost radius"),       \
        PARAM_NOT_BELOW_0(of, "crown", at crown, "m", 0,                                      \
                          "radius of the tyre's cross-section: 0 knife edge, radius ball")
#define RIM_LAW(of, at)                                                                           \
    VAR_ROW("param.law", WD_PARAM, VAR_WHOLE, SLOT(of, at law), "1", 0, 3, VEHICLE_COULOMB, laws, \
            "law of its contact with the ground"),                                                \
        PARAM(of, "restitution", at restitution, "1", 0, 1, 0,                                    \
              "coulomb: coefficient of restitution"),                                             \
        PARAM(of, "relaxation_time", at relaxation_time, "s", DBL_MIN, DBL_MAX, 0.01,             \
              "relaxed: time in which slip decays"),                                              \
        PARAM(of, "sharpness", at sharpness, "1", 1, 1e6, 16,                                     \
              "relaxed: exponent of the corner between stick and slip"),                          \
        PARAM(of, "flat_angle", at flat_angle, "rad", FLATTEST, 1.5, 0.3490658503988659,          \
              "angle from flat at which the motion ends; not of balls"),                          \
        PARAM_NOT_BELOW_0(of, "rolling_torque", at rolling_torque, "N.m", 0,                      \
                          "not with law tyre: torque of the ground against rolling"),             \
        PARAM_NOT_BELOW_0(of, "pivot_torque", at pivot_torque, "N.m", 0,                          \
                          "not with law tyre: torque of the ground against turning on the spot"), \
        PARAM(of, "resistance_rate", at resistance_rate, "rad/s", DBL_MIN, DBL_MAX, 0.02,         \
              "rate at which both torques reach 0.76 of their value; they fade below it")
#define MU(of, at)                               \
    INPUT_NOT_BELOW_0(of, "mu", at mu, "1", 0.8, \
                      "coefficient of friction with the ground; of magic tyres a factor")
#define RIM_OUTPUTS(of, at)                                                                       \
    OUTPUT(of, "gap", at gap, "m", "distance from the ground; below 0 in the ground"),            \
        OUTPUT(of, "normal_force", at normal_force, "N", "force of the ground along its normal"), \
        OUTPUT(of, "forward_force", at forward_force, "N",                                        \
               "force of the ground, along the heading of the wheel"),                            \
        OUTPUT(of, "side_force", at side_force, "N", "force of the ground, to the left"),         \
        OUTPUT(of, "slip_forward", at slip_forward, "m/s",                                        \
               "velocity of the material at the contact, along the heading of the wheel"),        \
        OUTPUT(of, "slip_side", at slip_side, "m/s",                                              \
               "velocity of the material at the contact, to the left"),                           \
        OUTPUT(of, "contact_x", at contact_x, "m", "x of contact 1, or of the nearest place"),    \
        OUTPUT(of, "contact_y", at contact_y, "m", "y of contact 1, or of the nearest place"),    \
        OUTPUT(of, "spin", at spin, "rad/s", "angular velocity in space about the axis"),         \
        VAR_CHOICE("output.contact", WD_OUTPUT, SLOT(of, at contact), contacts,                   \
                   "contact with the ground: open, sticking or sliding")

/* Outputs that come after all others, so that the numbers of the other variables do not change. */
#define GROUND_OUTPUTS(of, at)                                                                    \
    OUTPUT(of, "contacts", at contacts, "1", "number of places at which it touches the ground"),  \
        XYZ(OUTPUT, of, "force_", "", at force, "N", "whole force of the ground"),                \
        OUTPUT(of, "contact_z", at contact_z, "m", "z of contact 1, or of the nearest place"),    \
        XYZ(OUTPUT, of, "normal_", "", at normal, "1", "normal of the ground at contact 1"),      \
        OUTPUT(of, "feature", at feature, "1",                                                    \
               "feature of the ground at contact 1; 0 on plane and surface, -1 if none is near"), \
        OUTPUT(of, "normal_force_2", at normal_force_2, "N", "normal force of contact 2"),        \
        OUTPUT(of, "friction_force_2", at friction_force_2, "N",                                  \
               "magnitude of the friction force of contact 2"),                                   \
        OUTPUT(of, "slip_2", at slip_2, "m/s", "magnitude of the slip velocity of contact 2"),    \
        OUTPUT(of, "feature_2", at feature_2, "1", "feature of contact 2; -1 if there is none"),  \
        VAR_CHOICE("output.contact_2", WD_OUTPUT, SLOT(of, at contact_2), contacts,               \
                   "contact 2: open, sticking or sliding")

#define WHEEL_SETTINGS                                                                             \
    RIM_PARAMS(wheel_param, rim.),                                                                 \
        PARAM_NOT_BELOW_0(wheel_param, "mass", mass, "kg", 1,                                      \
                          "mass, with its centre in the middle"),                                  \
        PARAM_NOT_BELOW_0(wheel_param, "spin_inertia", spin_inertia, "kg.m2", 0.045,               \
                          "moment of inertia about the axis"),                                     \
        PARAM_NOT_BELOW_0(wheel_param, "cross_inertia", cross_inertia, "kg.m2", 0.0225,            \
                          "moment of inertia across the axis"),                                    \
        PARAM_NOT_BELOW_0(wheel_param, "damping", damping, "N.m.s", 0,                             \
                          "torque against the rate, per rate"),                                    \
        PARAM_NOT_BELOW_0(wheel_param, "friction", friction, "N.m", 0,                             \
                          "torque of a brake that is always on"),                                  \
        RIM_LAW(wheel_param, rim.),                                                                \
        INPUT(wheel_input, "torque", effort, "N.m",                                                \
              "torque of the body on the wheel about the axis"),                                   \
        INPUT_NOT_BELOW_0(wheel_input, "brake", brake, "N.m", 0, "largest torque of the brake"),   \
        MU(wheel_input, rim.), INIT(joint_state, "angle", q, "rad", "angle relative to the body"), \
        INIT(joint_state, "rate", rate, "rad/s", "rate of the angle")
#define WHEEL_STATES                                                     \
    STATE(joint_state, "angle", q, "rad", "angle relative to the body"), \
        STATE(joint_state, "rate", rate, "rad/s", "rate of the angle")
#define WHEEL_OUTPUTS                \
    RIM_OUTPUTS(wheel_output, rim.), \
        OUTPUT(wheel_output, "brake_torque", brake, "N.m", "torque of the brake on the wheel")

#define RIM_SETTINGS RIM_PARAMS(rim_param, ), RIM_LAW(rim_param, ), MU(rim_input, )

/* Members of a part type: a table of variables. */
#define VARS(table) .vars = table, .var_count = ROWS(table)

/* Members of the types of wheels and rims, with their tables and the types of states and outputs.
 * clang-format does not align initializers in macros. */
/* clang-format off */
#define WHEEL_TYPE(table, state, output) \
    .name = "wheel", \
    .text = "A wheel on an axle of the body: rotor, axle and contact; the tyre, for " \
            "law tyre, may be left out", \
    VARS(table), .key_vars = NAMES("output.spin", "output.normal_force", "output.side_force"), \
    .size = {.params = DOUBLES(wheel_param), .inputs = DOUBLES(wheel_input), \
             .inits = DOUBLES(state), .states = DOUBLES(state), .outputs = DOUBLES(output), \
             .modes = VEHICLE_RIM_MODES + VEHICLE_BRAKE_MODES, \
             .guards = VEHICLE_TYRE_GUARDS + VEHICLE_BRAKE_GUARDS, \
             .extras = DOUBLES(rim_extra) + DOUBLES(brake_extra)}
#define RIM_TYPE(table, number_of_states, output) \
    .name = "rim", \
    .text = "The contact of a body that is itself a wheel or a ball; the tyre, for law tyre, " \
            "may be left out", \
    VARS(table), .key_vars = NAMES("output.normal_force"), \
    .size = {.params = DOUBLES(rim_param), .inputs = DOUBLES(rim_input), \
             .inits = number_of_states, .states = number_of_states, .outputs = DOUBLES(output), \
             .modes = VEHICLE_RIM_MODES, .guards = VEHICLE_TYRE_GUARDS, \
             .extras = DOUBLES(rim_extra)}
/* clang-format on */

#endif
