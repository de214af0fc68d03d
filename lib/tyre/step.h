/* SPDX-License-Identifier: MIT */
/* One tyre in an implicit Euler step of length h, as rows of the contact problem of a time-stepping
 * (Moreau) scheme. With the impulses r = h F along the rows, the velocities u at the end of the
 * step and the matrix W the problem is
 *
 *     u = W r + q,   and each row has the pair (r, u + compliance r + offset) in its set:
 *
 *     load        r >= 0 _|_ velocity >= 0               u = -d', > 0 away from the ground
 *     grip        |r| <= mu r_load, a cone with load     u = v_sx, v_sy
 *     twist       |r| <= limit, a band                   u = W_z
 *     rolling     |r| <= limit, a band                   u = R_e Omega
 *
 * tyre.h and coefficients.h explain the symbols. In the first half of a step the wheel moves with
 * the velocities before the step, in the second half with those at its end. The law is evaluated at
 * the end: rates, deflection d, deflections of the carcass, and N = k_z d + k_z2 d^2 + c_z d'.
 *
 * The forces of magic jump where the rolling direction changes, the sign of V_x + V_r. At such a
 * jump the law at the end of the step need not have a solution, so a step uses the rolling
 * direction at its beginning.
 *
 * Compliances and offsets depend on the rates at the end: tyre_step_rows() uses the rates of the
 * last iterate. The iteration converges to rates at which tyre_step_close() returns the forces r/h.
 * Order in a step: tyre_step_open(); tyre_step_rows() and the contact problem, repeated until rates
 * and load have converged; tyre_step_bend() with the forces of the problem, or tyre_step_close().
 */
#ifndef TYRE_STEP_H
#define TYRE_STEP_H

#include "tyre/tyre.h"

/* compliance: velocity per impulse; offset: a velocity (m/s, rad/s); limit: impulse of a band. */
struct tyre_row {
    double compliance, offset, limit;
};

struct tyre_rows {
    struct tyre_row load, grip[2], twist, rolling; /* only twist and rolling have a limit */
    double mu;                                     /* coefficient of friction of the cone */
    double over; /* M_x at the iterate, applied by the caller as a given moment about the heading */
    /* N: known part of the force along the row rolling, on which its band is centred. */
    double rolling_centre;
    /* The force along the row rolling includes P_c, the reaction of a cambered tyre. The caller
     * then sets at->reverses to 1 if the impulse of the row is within its band. */
    int reverses;
    double resistance; /* N: P, if `reverses` is set: the spring is at its limit */
};

/* Begin a step of length h. The first iterate is the given motion: the pose in the middle of the
 * step with the velocities before the step. Returns 1 if the tyre touches the ground at the end of
 * the step when it continues to move like this. Else the tyre has no rows, and its load in
 * tyre_step_close() is 0. */
int tyre_step_open(const struct tyre *, const struct tyre_motion *, double h,
                   struct tyre_contact *);

/* Set an iterate: the motion at the end of the step, and the load. */
void tyre_step_iterate(const struct tyre *, struct tyre_contact *, const struct tyre_motion *end,
                       double load);

/* Compute the rows at an iterate from the motion at the end of the step; `bend` holds the
 * deflections at the start of the step. */
void tyre_step_rows(const struct tyre *, const struct tyre_motion *end, struct tyre_contact *,
                    const double bend[TYRE_BENDS], struct tyre_rows *);

/* Move the deflections `bend` from the start to the end of the step, by the forces of the step:
 * F_x, F_y, M_z, and P + P_c along the row rolling. `rows` are those with which the forces were
 * found; the contact is the last iterate. */
void tyre_step_bend(const struct tyre *, const struct tyre_contact *, const struct tyre_rows *,
                    const double force[TYRE_BENDS], double bend[TYRE_BENDS]);

/* Compute the forces of the step by the law, and the deflections at its end, from the last iterate.
 * `bend_end` may be `bend`. */
void tyre_step_close(const struct tyre *, const struct tyre_contact *,
                     const double bend[TYRE_BENDS], struct tyre_result *,
                     double bend_end[TYRE_BENDS]);

#endif
