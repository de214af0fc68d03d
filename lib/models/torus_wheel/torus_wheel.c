/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models/torus_wheel/torus_wheel.h"

static const char *const inertia_laws[] = {"shell", "custom", NULL};
static const char *const control_modes[] = {"none", "stabilize", NULL};

#define SLOT(type, field) (offsetof(struct type, field) / sizeof(double))
#define PARAM(field, unit, lo, hi, initial, text) \
    VAR_REAL("param", struct wheel_param, field, WD_PARAM, unit, lo, hi, initial, text)
#define TUNABLE(field, unit, lo, hi, initial, text) \
    VAR_REAL("param", struct wheel_param, field, WD_TUNABLE, unit, lo, hi, initial, text)
#define INPUT(name, field, unit, text)                                                          \
    {                                                                                           \
        "input." name, unit, text, WD_INPUT, 0, SLOT(wheel_input, field), -DBL_MAX, DBL_MAX, 0, \
            NULL                                                                                \
    }
#define STATE(name, field, unit, initial, text)                                              \
    {                                                                                        \
        "state." name, unit, text, WD_STATE, 0, SLOT(wheel_state, field), -DBL_MAX, DBL_MAX, \
            initial, NULL                                                                    \
    }
#define OUTPUT(name, field, unit, text)                                                            \
    {                                                                                              \
        "output." name, unit, text, WD_OUTPUT, 0, SLOT(wheel_output, field), -DBL_MAX, DBL_MAX, 0, \
            NULL                                                                                   \
    }

static const struct var vars[] = {
    PARAM(tube_radius, "m", 0, DBL_MAX, 0.1, "radius a of the tube"),
    PARAM(ring_radius, "m", DBL_MIN, DBL_MAX, 0.3, "radius b of the ring, the tube's centre line"),
    PARAM(mass, "kg", DBL_MIN, DBL_MAX, 5, "mass of the torus"),
    PARAM(servo_mass, "kg", 0, DBL_MAX, 3, "mass carried in the centre, without inertia"),
    PARAM(gravity, "m/s2", 0, DBL_MAX, 9.81, "gravity"),
    VAR_CHOICE("param", struct wheel_param, inertia_law, WD_PARAM, inertia_laws,
               "moments of inertia of a thin shell, or as given"),
    PARAM(inertia_equatorial, "kg.m2", DBL_MIN, DBL_MAX, 0.2875,
          "custom: moment of inertia about a diameter"),
    PARAM(inertia_polar, "kg.m2", DBL_MIN, DBL_MAX, 0.525,
          "custom: moment of inertia about the axle"),
    TUNABLE(rolling_torque, "N.m", 0, DBL_MAX, 0, "torque against the spin"),
    PARAM(rolling_torque_speed, "rad/s", DBL_MIN, DBL_MAX, 0.02,
          "spin rate about which the rolling torque changes its sign smoothly"),
    PARAM(touchdown_angle, "rad", DBL_MIN, 1.5, 0.349066, "angle from flat at which motion ends"),
    TUNABLE(friction_limit, "1", 0, DBL_MAX, 1, "coefficient of friction, for the margin only"),
    TUNABLE(stab_angle, "rad", 0, DBL_MAX, TORUS_UPRIGHT / 90,
            "stabilize: La, lean on either side without restoring torque"),
    TUNABLE(stab_gain, "N.m/rad", 0, DBL_MAX, 50, "stabilize: Kp, restoring torque beyond"),
    TUNABLE(stab_gravity, "1", 0, DBL_MAX, 1, "stabilize: fa, part of gravity's torque cancelled"),
    INPUT("torque_precession", torque.precession, "N.m", "torque about the vertical"),
    INPUT("torque_lean", torque.lean, "N.m", "torque about the track"),
    INPUT("torque_spin", torque.spin, "N.m", "torque about the axle"),
    VAR_CHOICE("input", struct wheel_input, control_mode, WD_INPUT, control_modes,
               "law that adds its torques"),
    INPUT("target_x", target_x, "m", "where set_point brings the wheel, x"),
    INPUT("target_y", target_y, "m", "where set_point brings the wheel, y"),
    STATE("precession", torus.precession, "rad", 0, "angle of the track from x, counter-clockwise"),
    STATE("lean", torus.lean, "rad", TORUS_UPRIGHT, "angle from flat; upright is pi/2"),
    STATE("spin", torus.spin, "rad", 0, "angle about the axle"),
    STATE("x", torus.x, "m", 0, "position of the contact point"),
    STATE("y", torus.y, "m", 0, "position of the contact point"),
    STATE("precession_rate", torus.precession_rate, "rad/s", 0, "its rate"),
    STATE("lean_rate", torus.lean_rate, "rad/s", 0, "its rate"),
    STATE("spin_rate", torus.spin_rate, "rad/s", 0, "its rate; positive rolls against the track"),
    OUTPUT("reaction_longitudinal", reaction.longitudinal, "N", "force of the plane along n"),
    OUTPUT("reaction_lateral", reaction.lateral, "N", "force of the plane to the left of n"),
    OUTPUT("normal_force", reaction.normal, "N", "force of the plane along z"),
    OUTPUT("friction_demand", friction_demand, "1",
           "horizontal over normal force; infinity without a normal force"),
    OUTPUT("friction_margin", friction_margin, "1", "param.friction_limit minus the demand"),
    OUTPUT("slip_residual_1", slip_residual[0], "m/s", "by how much rolling fails along x"),
    OUTPUT("slip_residual_2", slip_residual[1], "m/s", "by how much rolling fails along y"),
    OUTPUT("x_dot", velocity[0], "m/s", "velocity of the contact point"),
    OUTPUT("y_dot", velocity[1], "m/s", "velocity of the contact point"),
    OUTPUT("precession_acc", acceleration.precession, "rad/s2", "angular acceleration"),
    OUTPUT("lean_acc", acceleration.lean, "rad/s2", "angular acceleration"),
    OUTPUT("spin_acc", acceleration.spin, "rad/s2", "angular acceleration"),
    OUTPUT("torque_precession", torque.precession, "N.m", "torque of input and control"),
    OUTPUT("torque_lean", torque.lean, "N.m", "torque of input and control"),
    OUTPUT("torque_spin", torque.spin, "N.m", "torque of input and control"),
};

static const char *const event_values[WHEEL_EVENT_VALUES] = {
    "precession", "lean", "spin", "x", "y", "precession_rate", "lean_rate", "spin_rate",
};

static const char *const linear_names[WHEEL_LINEAR] = {
    "lean",
    "lean_rate",
    "precession_rate",
    "spin_rate",
};

/* ---- the scenarios of the paper ---- */

#define DEGREE (TORUS_UPRIGHT / 90)
#define HELD(variable, ...)       \
    {                             \
        variable, WD_SIGNAL_HOLD, \
        {                         \
            __VA_ARGS__           \
        }                         \
    }
#define GRAVITY HELD("param.gravity", 9.8), HELD("state.precession", 50 * DEGREE)

static const struct preset_value straight[] = {
    GRAVITY,
    HELD("state.precession_rate", 0.05),
    HELD("state.lean", TORUS_UPRIGHT - 1e-4),
    HELD("state.spin_rate", 10),
    HELD("state.x", 0.2),
    HELD("state.y", 0.5),
};

/* (54) */
static const struct preset_value friction[] = {
    GRAVITY,
    HELD("param.rolling_torque", 0.3),
    HELD("state.lean", TORUS_UPRIGHT + 1e-4),
    HELD("state.spin_rate", 8.4607),
    HELD("state.x", 0.5),
    HELD("state.y", 0.2),
};

/* (66), stabilised by (55) */
#define SLOW_START(band)                                                                   \
    GRAVITY, HELD("input.control_mode", TORUS_STABILIZE), HELD("param.stab_angle", band),  \
        HELD("state.precession_rate", 0.05), HELD("state.lean", TORUS_UPRIGHT + 1e-2),     \
        HELD("state.lean_rate", 1e-3), HELD("state.spin_rate", 0.5), HELD("state.x", 0.5), \
        HELD("state.y", 0.2)

static const struct preset_value circle[] = {
    SLOW_START(DEGREE),
};

#define PRESET(name, values, text)                         \
    {                                                      \
        name, text, values, sizeof values / sizeof *values \
    }

static const struct preset presets[] = {
    PRESET("straight-10", straight, "Fig. 3: free rolling at 10 rad/s"),
    PRESET("rolling-friction", friction, "Fig. 5: rolling until it falls"),
    PRESET("circle", circle, "Fig. 7: slow rolling, stabilised; to track a circle from 40 s on"),
};

static const char *check(const struct view *view)
{
    const struct wheel_param *p = view->param;
    return p->tube_radius < p->ring_radius ? NULL
                                           : "param.tube_radius must be below param.ring_radius";
}

#define COUNT(type) (sizeof(type) / sizeof(double))

const struct kind kind_torus_wheel = {
    .name = "torus_wheel",
    .text = "A torus that rolls on a plane, free or tracking a path",
    .vars = vars,
    .var_count = sizeof vars / sizeof *vars,
    .presets = presets,
    .preset_count = sizeof presets / sizeof *presets,
    .params = COUNT(struct wheel_param),
    .inputs = COUNT(struct wheel_input),
    .states = COUNT(struct wheel_state),
    .outputs = COUNT(struct wheel_output),
    .solvers = COUNT(struct common_solver),
    .guards = 1,
    .event_values = event_values,
    .event_width = WHEEL_EVENT_VALUES,
    .start = torus_wheel_start,
    .flow = torus_wheel_flow,
    .output = torus_wheel_output,
    .guard = torus_wheel_guard,
    .jump = torus_wheel_jump,
    .check = check,
    .linear_count = WHEEL_LINEAR,
    .linear_names = linear_names,
    .linear = torus_wheel_linear,
};
