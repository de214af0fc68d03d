/* SPDX-License-Identifier: MIT */
/* Torques that stabilise the torus or bring its contact point onto a path. A law decides on the
 * accelerations, inverse dynamics give the torques. Nothing here has memory: what a law carries on
 * are its integrals, which are states of the wheel, and `half_turns`.
 *
 * The wheel rolls as well backwards along its track, and a reference that turns back at a cusp asks
 * for it. So there are two headings for each reference, and tracking keeps to the one that was
 * nearest when it started: whoever starts CONTROL_TRACK keeps control_half_turns() of that time. */
#ifndef TORUS_CONTROL_H
#define TORUS_CONTROL_H

#include "models/torus_wheel/dynamics_eqs.h"
#include "models/torus_wheel/path.h"

enum {
    CONTROL_NONE,
    CONTROL_STABILIZE,  /* the torque (55) about the lean */
    CONTROL_TRACK,      /* backstepping */
    CONTROL_TRACK_PID,  /* (73) */
    CONTROL_SET_POINT,  /* (80): to the reference, which rests, with any heading */
    CONTROL_ACCELERATE, /* the accelerations asked for */
};

/* Where nothing else is said a rate or a frequency in 1/s or rad/s. k2 and pid_regularisation are
 * chosen by the path where they are 0. */
struct control_gains {
    double k1, k2, k3, kv, kw; /* track; kw also set_point. k2 in rad/m2 */
    double ki;                 /* track: of the integral of the speed error, 1/s2 */
    double vmax;               /* track: m/s that an error along the track adds to the speed */
    double lean_frequency, lean_damping; /* of track, track_pid, set_point; damping without unit */
    double lean_target;                  /* rad */
    double precession_limit;             /* of the precession's acceleration, rad/s2 */
    double torque_limit;                 /* of each torque, N.m; infinity for none */
    double stab_angle, stab_gain, stab_gravity; /* La, Kp, fa of (55): rad, N.m/rad, 1 */
    double pid_damping, pid_frequency;          /* delta (1), omega_n of (73) */
    double pid_reset;                           /* tau_i of (73), s */
    double pid_regularisation;         /* m/s: below this speed the heading is not steered */
    double set_damping, set_frequency; /* of (80), as for (73) */
};

/* Of the error of the rolling speed (track) and of the position (track_pid). */
struct control_integrals {
    double speed, x, y;
};

struct control {
    const struct torus_body *body;
    const struct control_gains *gains;
    int mode;
    struct path_reference reference;
    double half_turns;
    struct torus_three acceleration; /* of accelerate */
};

struct control_result {
    struct torus_three torque;
    struct control_integrals rate;
};

/* How far the reference is ahead, to the left, and turned to the left of the wheel. */
struct control_error {
    double along, left, heading;
};

/* A reference that rests at a point. */
struct path_reference control_target(double x, double y);

/* Half turns, whole, between the reference's heading and the nearest to the precession. */
double control_half_turns(const struct path_reference *reference, double precession);

/* equations: those of the state. */
struct control_error control_error(const struct control *control, const struct torus_state *state,
                                   const struct torus_equations *equations);
struct control_result control_law(const struct control *control, const struct torus_state *state,
                                  const struct torus_equations *equations,
                                  const struct control_integrals *integrals);

#endif
