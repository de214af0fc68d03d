/* SPDX-License-Identifier: MIT */
/* A rigid wheel on the ground: rolling as a constraint that friction relaxes. */
#ifndef ROLLING_WHEEL_H
#define ROLLING_WHEEL_H

#include "kind/kind.h"

enum {
    ROLLING_WHEEL_SATURATED,
    ROLLING_WHEEL_PUBLISHED,
    ROLLING_WHEEL_STABILIZED,
    ROLLING_WHEEL_STABILIZED_MOMENT
};
enum { ROLLING_WHEEL_CLOSED, ROLLING_WHEEL_SVD };

struct rolling_wheel_param {
    double mass, radius, inertia, gravity, rolling_drag, bearing_damping, k_s, k_f, law,
        restoring_rate, restoring_power, relaxation_time, sharpness, slip_scale, brake_sharpness;
};

struct rolling_wheel_input {
    double drive_torque, brake_torque, mu;
};

struct rolling_wheel_state {
    double x, z, theta, x_dot, z_dot, theta_dot;
};

struct rolling_wheel_solver {
    struct common_solver common;
    double inverse;
};

struct rolling_wheel_output {
    struct common_output common;
    double relaxation, slip_velocity, slip_ratio, friction_force, constraint_force_x,
        constraint_force_z, constraint_torque, nonideal_force_x, nonideal_torque, contact_force,
        normal_force, traction_limit, applied_traction, x_ddot, theta_ddot;
};

/* Loads on the wheel at one instant, without constraint forces. */
struct rolling_wheel_loads {
    double drag, brake; /* drag force along x; torque of the brake */
    double torque;      /* sum of drive, brake and bearing torque */
    double actuated;    /* sum of drive and brake torque */
    double normal, limit;
    double slip; /* R theta_dot - x_dot */
};

/* Result of a friction law: the relaxation s2 of the rolling constraint, from 1 (rolling is
 * enforced) to 0 (the constraint has no effect), the non-ideal force C = (force, 0, moment), and
 * the right-hand side b2 of the rolling row. */
struct rolling_wheel_law {
    double s2, force, moment, b2;
    double bound; /* upper bound of the ideal force; infinity if the law sets none */
};

/* Force and torque of the constraints, in the order of x, z and theta, and the accelerations. */
struct rolling_wheel_forces {
    double ideal[3], nonideal[3], acceleration[3];
};

struct rolling_wheel_law rolling_wheel_law(const struct rolling_wheel_param *,
                                           const struct rolling_wheel_input *,
                                           const struct rolling_wheel_loads *);
size_t rolling_wheel_scratch(const struct kind *);
int32_t rolling_wheel_flow(const struct view *, const double *y, double *dy);
void rolling_wheel_mark_cyclic(const struct view *, int *is_cyclic);
int32_t rolling_wheel_output(const struct view *, const double *y, void *out);

#endif
