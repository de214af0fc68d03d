/* SPDX-License-Identifier: MIT */
#include "models/rolling_wheel/rolling_wheel.h"

static const char *const laws[] = {"saturated", "published", "stabilized", "stabilized_moment",
                                   NULL};
static const char *const inverses[] = {"closed", "svd", NULL};

#define PARAM(field, unit, lo, hi, initial, text)                                                \
    VAR_REAL("param." #field, WD_PARAM, SLOT(rolling_wheel_param, field), unit, lo, hi, initial, \
             text)
#define INPUT(field, unit, lo, initial, text)                                                \
    VAR_REAL("input." #field, WD_INPUT, SLOT(rolling_wheel_input, field), unit, lo, DBL_MAX, \
             initial, text)
#define STATE(field, unit, initial, text) \
    VAR_ANY("state." #field, WD_STATE, SLOT(rolling_wheel_state, field), unit, initial, text)
#define OUTPUT(field, unit, text) \
    VAR_ANY("output." #field, WD_OUTPUT, SLOT(rolling_wheel_output, field), unit, 0, text)

static const struct var vars[] = {
    PARAM(mass, "kg", DBL_MIN, DBL_MAX, 25, "mass of the wheel and what it carries"),
    PARAM(radius, "m", DBL_MIN, DBL_MAX, 0.3, "radius"),
    PARAM(inertia, "kg.m2", DBL_MIN, DBL_MAX, 1.125, "moment of inertia about the axle"),
    PARAM(gravity, "m/s2", 0, DBL_MAX, 9.81, "gravity"),
    PARAM(rolling_drag, "N.s2/m2", 0, DBL_MAX, 1.7, "drag force per speed squared"),
    PARAM(bearing_damping, "N.m.s", 0, DBL_MAX, 0.34, "torque of the bearing per angular velocity"),
    PARAM(k_s, "1", 0, DBL_MAX, 1, "factor on the torque in s of (21); not for law saturated"),
    PARAM(k_f, "1", 0, DBL_MAX, 1, "factor on the torque in F_c of (22); not for law saturated"),
    VAR_CHOICE("param.law", WD_PARAM, SLOT(rolling_wheel_param, law), laws,
               "law of stiction and slip"),
    PARAM(restoring_rate, "1/s", 0, DBL_MAX, 10, "stabilized laws: rate at which slip decays"),
    PARAM(restoring_power, "1", 0, DBL_MAX, 4,
          "stabilized laws: power of s in the rate at which slip decays"),
    PARAM(relaxation_time, "s", DBL_MIN, DBL_MAX, 0.01, "saturated: time in which slip decays"),
    PARAM(sharpness, "1", 1, 1e6, 16, "saturated: exponent of the corner between stick and slip"),
    PARAM(slip_scale, "m/s", DBL_MIN, DBL_MAX, 1, "slip velocity at which F_c saturates"),
    PARAM(brake_sharpness, "s", 0, DBL_MAX, 100,
          "the torque of the brake is -T tanh(this value times theta_dot)"),
    INPUT(drive_torque, "N.m", -DBL_MAX, 0, "torque that drives forward"),
    INPUT(brake_torque, "N.m", 0, 0, "torque of the brake, against the rotation"),
    INPUT(mu, "1", 0, 0.9, "coefficient of friction"),
    STATE(x, "m", 0, "position of the centre, forward"),
    STATE(z, "m", 0.3, "height of the centre"),
    STATE(theta, "rad", 0, "angle of rotation, forward rolling positive"),
    STATE(x_dot, "m/s", 0, "velocity of the centre, forward"),
    STATE(z_dot, "m/s", 0, "velocity of the centre, up"),
    STATE(theta_dot, "rad/s", 0, "angular velocity"),
    OUTPUT(relaxation, "1", "s: 1 keeps the rolling constraint, 0 drops it"),
    OUTPUT(slip_velocity, "m/s", "R theta_dot - x_dot, positive when the wheel spins"),
    OUTPUT(slip_ratio, "1", "slip velocity / max(|R theta_dot|, |x_dot|, 0.1 m/s)"),
    OUTPUT(friction_force, "N", "F_c of (22); 0 for the saturated law"),
    OUTPUT(constraint_force_x, "N", "ideal constraint force along x, Q_i 1"),
    OUTPUT(constraint_force_z, "N", "ideal constraint force along z, Q_i 2"),
    OUTPUT(constraint_torque, "N.m", "ideal constraint torque about the axle, Q_i 3"),
    OUTPUT(nonideal_force_x, "N", "non-ideal constraint force along x, Q_ni 1"),
    OUTPUT(nonideal_torque, "N.m", "non-ideal constraint torque about the axle, Q_ni 3"),
    OUTPUT(contact_force, "N", "total force of the ground along x, Q_i 1 + Q_ni 1"),
    OUTPUT(normal_force, "N", "force of the ground along z"),
    OUTPUT(traction_limit, "N", "mu times the normal force"),
    OUTPUT(applied_traction, "N", "drive, brake and bearing torque over the radius"),
    OUTPUT(x_ddot, "m/s2", "acceleration of the centre"),
    OUTPUT(theta_ddot, "rad/s2", "angular acceleration"),
    VAR_CHOICE("solver.inverse", WD_SOLVER, SLOT(rolling_wheel_solver, inverse), inverses,
               "how X of (18) is evaluated"),
};

/* ---- the scenarios of the paper, section 3.1 ---- */

/* (23) and (24): the drive torque is switched on; the ground is slippery around t = 10 s. */
#define DRIVE(torque)                                                   \
    SIGNAL("input.drive_torque", WD_SIGNAL_TANH, 0, torque, 0.5, 0, 1), \
        SIGNAL("input.mu", WD_SIGNAL_TANH, 0.3, 0.6, 1, 10, 4)

/* (25) and (26): braking against a constant drive torque from t = 15 s on; at t = 13 s the ground
 * changes from mu_u = 0.9 to mu_l. (26) is printed as 1/2 - ..., which gives mu_u and mu_l only if
 * their sum is 1; so (mu_u + mu_l)/2 replaces the 1/2. */
#define BRAKE                                                         \
    HELD("param.bearing_damping", 0), HELD("input.drive_torque", 50), \
        SIGNAL("input.brake_torque", WD_SIGNAL_TANH, 50, 50, 1, 15, 1)
#define SLIPPERY(mu_u, mu_l) \
    SIGNAL("input.mu", WD_SIGNAL_TANH, ((mu_u) + (mu_l)) / 2, -((mu_u) - (mu_l)) / 2, 10, 13, 1)

static const struct preset_value drive_20[] = {DRIVE(20)};
static const struct preset_value drive_60[] = {DRIVE(60)};
static const struct preset_value drive_220[] = {DRIVE(220)};
static const struct preset_value brake_03[] = {BRAKE, SLIPPERY(0.9, 0.3)};
static const struct preset_value brake_01[] = {BRAKE, SLIPPERY(0.9, 0.1)};
static const struct preset_value brake_reference[] = {BRAKE};

static const struct preset presets[] = {
    PRESET("drive-20", drive_20, "Fig. 3: 20 N.m, stiction even while the ground is slippery"),
    PRESET("drive-60", drive_60, "Fig. 4: 60 N.m, the wheel spins while the ground is slippery"),
    PRESET("drive-220", drive_220, "Fig. 5: 220 N.m, more than friction can transmit"),
    PRESET("brake-0.3", brake_03, "Fig. 6: braking from 15 s on, mu falls to 0.3 at 13 s"),
    PRESET("brake-0.1", brake_01, "Fig. 7: braking from 15 s on, mu falls to 0.1 at 13 s"),
    PRESET("brake-reference", brake_reference, "braking from 15 s on with mu = 0.9 throughout"),
};

const struct kind kind_rolling_wheel = {
    .name = "rolling_wheel",
    .text = "A wheel on the ground, driven and braked, with slip and stiction in one smooth model",
    .vars = vars,
    .var_count = ROWS(vars),
    .key_vars = NAMES("state.x", "state.x_dot", "state.theta_dot", "output.slip_velocity",
                      "output.contact_force", "output.traction_limit", "output.normal_force"),
    .presets = presets,
    .preset_count = ROWS(presets),
    .params = DOUBLES(rolling_wheel_param),
    .inputs = DOUBLES(rolling_wheel_input),
    .states = DOUBLES(rolling_wheel_state),
    .outputs = DOUBLES(rolling_wheel_output),
    .solvers = DOUBLES(rolling_wheel_solver),
    .scratch = rolling_wheel_scratch,
    .flow = rolling_wheel_flow,
    .mark_cyclic = rolling_wheel_mark_cyclic,
    .output = rolling_wheel_output,
};
