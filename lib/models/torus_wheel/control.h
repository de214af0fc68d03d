/* SPDX-License-Identifier: MIT */
/* Control laws: torques that stabilise the torus or bring its contact point onto a path. The laws
 * except CONTROL_STABILIZE compute accelerations, and inverse dynamics give the torques. The
 * functions have no memory: the integrals of a law are states of the wheel, and the caller keeps
 * `half_turns`. The wheel can roll forwards and backwards along its track, and a reference with a
 * cusp requires both directions. So there are two headings for each reference. CONTROL_TRACK keeps
 * the heading that was nearest when the law started: the caller keeps the value that
 * control_half_turns() had at that time. The other laws take the nearest heading at every instant.
 */
#ifndef TORUS_CONTROL_H
#define TORUS_CONTROL_H

#include "models/torus_wheel/dynamics_eqs.h"
#include "models/torus_wheel/path.h"

enum {
    CONTROL_NONE,
    CONTROL_STABILIZE,  /* the torque (55) about the lean */
    CONTROL_TRACK,      /* backstepping */
    CONTROL_TRACK_PID,  /* (73) */
    CONTROL_SET_POINT,  /* (80): to a reference at rest, with any heading */
    CONTROL_ACCELERATE, /* given accelerations */
};

/* Gains and limits, in 1/s or rad/s unless noted. If k2 or pid_regularisation is 0, the path
 * determines it. */
struct control_gains {
    double k1, k2, k3, kv, kw; /* track; kw also set_point. k2 in rad/m2 */
    double ki;                 /* track: gain of the integral of the speed error, 1/s2 */
    double vmax;               /* track: largest speed added for an error along the track, m/s */
    double lean_frequency, lean_damping; /* track, track_pid, set_point; damping without unit */
    double lean_target;                  /* rad */
    double precession_limit;             /* limit of the precession's acceleration, rad/s2 */
    double torque_limit;                 /* limit of each torque, N.m; infinity: no limit */
    double stab_angle, stab_gain, stab_gravity; /* La, Kp, fa of (55): rad, N.m/rad, 1 */
    double pid_damping, pid_frequency;          /* delta (1), omega_n of (73) */
    double pid_reset;                           /* tau_i of (73), s */
    double pid_regularisation;                  /* m/s: below this speed the steering fades out */
    double set_damping, set_frequency;          /* delta (1), omega_n of (80) */
};

/* Integrals of the error of the rolling speed (track) and of the position (track_pid). */
struct control_integrals {
    double speed, x, y;
};

struct control {
    const struct torus_body *body;
    const struct control_gains *gains;
    int mode;
    struct path_reference reference;
    double half_turns;
    struct torus_three acceleration; /* demanded by CONTROL_ACCELERATE */
};

struct control_result {
    struct torus_three torque;
    struct control_integrals rate;
};

/* Reference relative to the wheel: distances ahead and to the left, and angle of its heading,
 * positive to the left. */
struct control_error {
    double along, left, heading;
};

/* Return a reference at rest at a point. */
struct path_reference control_target(double x, double y);

/* Return the number of half turns to add to the reference's heading so that it is nearest to the
 * precession. */
double control_half_turns(const struct path_reference *reference, double precession);

/* Compute the error; `equations` must be those of the given state. */
struct control_error control_error(const struct control *control, const struct torus_state *state,
                                   const struct torus_equations *equations);
/* Compute the torques of the law, each within torque_limit, and the rates of the integrals. */
struct control_result control_law(const struct control *control, const struct torus_state *state,
                                  const struct torus_equations *equations,
                                  const struct control_integrals *integrals);

#endif
