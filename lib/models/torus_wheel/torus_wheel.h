/* SPDX-License-Identifier: MIT */
/* The kind torus_wheel: its variables, and the loads on the torus of dynamics_eqs.h. */
#ifndef TORUS_WHEEL_H
#define TORUS_WHEEL_H

#include "kind/kind.h"
#include "models/torus_wheel/control.h"

#define TORUS_UPRIGHT (NUM_PI / 2) /* rad: lean of the upright wheel, measured from flat */

enum { TORUS_SHELL, TORUS_CUSTOM };

struct torus_wheel_param {
    double tube_radius, ring_radius, mass, servo_mass, gravity;
    double inertia_law, inertia_equatorial, inertia_polar;
    double rolling_torque, rolling_torque_speed, touchdown_angle, friction_limit;
    struct path_curve path;
    struct control_gains gain;
};

/* Data that init builds once: the body, and the user's path. */
struct torus_wheel_course {
    struct torus_body body;
    double path[];
};

struct torus_wheel_input {
    struct torus_three torque;
    double control_mode, target_x, target_y;
    struct torus_three acceleration;
};

struct torus_wheel_state {
    struct torus_state torus;
    struct control_integrals integral;
};

/* Modes kept between steps: the control mode in the last step, and the half turns that tracking
 * keeps (control.h). */
enum { TORUS_WHEEL_CONTROL, TORUS_WHEEL_HALF_TURNS, TORUS_WHEEL_MODES };

struct torus_wheel_output {
    struct common_output common;
    struct torus_reactions reaction;
    double friction_demand, friction_margin, slip_residual[2], velocity[2];
    struct torus_three acceleration, torque;
    double tracking_error, heading_error, reference[2];
};

enum {
    TORUS_WHEEL_LINEAR = 4,
    TORUS_WHEEL_EVENT_VALUES = sizeof(struct torus_state) / sizeof(double)
};

int32_t torus_wheel_start(struct motion *);
int32_t torus_wheel_enter(const struct view *, double *y, int64_t *mode);
int32_t torus_wheel_flow(const struct view *, const double *y, double *dy);
void torus_wheel_mark_cyclic(const struct view *, int *is_cyclic);
int32_t torus_wheel_flow_with_energy(const struct view *, const double *y, double *dy,
                                     struct energy *);
struct energy torus_wheel_energy(const struct view *, const double *y);
int32_t torus_wheel_output(const struct view *, const double *y, void *out);
int32_t torus_wheel_guard(const struct view *, const double *y, double *value, double *rate);
int32_t torus_wheel_jump(const struct view *, const uint64_t *triggered, double *y, int64_t *mode,
                         struct events *);
int32_t torus_wheel_linear(const struct view *, const double *y, double *A);
int32_t torus_wheel_linear_input(const struct view *, const double *y, const struct var *input,
                                 double *column, size_t stride);

#endif
