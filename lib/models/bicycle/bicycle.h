/* SPDX-License-Identifier: MIT */
/* The kind bicycle: its variables, and the functions that the core calls. */
#ifndef BICYCLE_H
#define BICYCLE_H

#include "kind/kind.h"
#include "models/bicycle/assemble.h"
#include "models/bicycle/canonical.h"

enum { BICYCLE_MOORE_PENROSE, BICYCLE_MASS_WEIGHTED, BICYCLE_NO_PROJECTION };
enum { BICYCLE_REAR_LIFTS, BICYCLE_FRONT_LIFTS, BICYCLE_LIMIT, BICYCLE_GUARDS };

struct bicycle_input {
    double steer_torque, roll_torque, rear_torque, front_torque;
};

struct bicycle_solver {
    struct common_solver common;
    double acceleration, projection, project_every;
};

struct bicycle_output {
    struct common_output common;
    double roll, steer, yaw, pitch, rear_angle, front_angle, roll_rate, steer_rate, yaw_rate,
        roll_acc, steer_acc, yaw_acc, rear_x, rear_y, front_x, front_y;
    double lambda[BICYCLE_ROWS];
    double rear_normal, rear_longitudinal, rear_lateral, front_normal, front_longitudinal,
        front_lateral, position_error, velocity_error;
    struct canonical canonical;
};

/* Layout of y: the bodies, the energies of the core, then the errors of the last projection. */
struct bicycle_point {
    struct mech_state body[BICYCLE_BODIES];
    double work, dissipated;
    struct mech_errors error;
    double steps; /* number of steps since the last projection */
};

enum {
    BICYCLE_STATES = offsetof(struct bicycle_point, work) / sizeof(double),
    BICYCLE_EXTRAS = sizeof(struct bicycle_point) / sizeof(double) - BICYCLE_STATES - 2,
    BICYCLE_EVENT_VALUES = 6
};

/* Accelerations and multipliers; the multipliers have the order of lib/mech. */
struct bicycle_motion {
    struct mech_rate rate[BICYCLE_BODIES];
    double lambda[BICYCLE_ROWS];
};

/* Rates of roll and steer, and of the wheels relative to their frames. */
struct bicycle_rates {
    double roll, steer, rear, front;
};

struct bicycle_rates bicycle_rates(const struct bicycle *, const struct mech_state *,
                                   const struct mech_pose *);

/* Set the initial state from view->init, which is a struct bicycle_start. */
int32_t bicycle_begin(struct motion *);
/* Compute work->pose and motion. */
int32_t bicycle_accelerate(const struct view *, const struct mech_state *, struct mech_work *work,
                           struct bicycle_motion *motion);
int32_t bicycle_flow(const struct view *, const double *y, double *dy);
void bicycle_mark_cyclic(const struct view *, int *is_cyclic);
int32_t bicycle_project(const struct view *, double *y);
struct energy bicycle_energy(const struct view *, const double *y);
int32_t bicycle_output(const struct view *, const double *y, void *out);
int32_t bicycle_guard(const struct view *, const double *y, double *value, double *rate);
int32_t bicycle_jump(const struct view *, const uint64_t *triggered, double *y, int64_t *mode,
                     struct events *);
/* Linear model of roll, steer and their rates, with the torques of struct bicycle_input as
 * inputs. */
enum { BICYCLE_LINEAR = 4 };
int32_t bicycle_linear(const struct view *, const double *y, double *A);
int32_t bicycle_linear_input(const struct view *, const double *y, const struct var *input,
                             double *column, size_t stride);

#endif
