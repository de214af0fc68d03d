/* SPDX-License-Identifier: MIT */
/* One tyre in an implicit Euler step of length h, as rows of the contact problem of a time-stepping
 * (Moreau) scheme. With the impulses r = h F along the rows, the velocities u at the end of the
 * step and the matrix W the problem is
 *
 *     u = W r + q,   and each row has the pair (r, u + compliance r + offset) in its set:
 *
 *     load        r >= 0 _|_ velocity >= 0               u = -d', apart from the ground
 *     grip        |r| <= mu r_load, a cone with load     u = v_sx, v_sy
 *     twist       |r| <= limit, a band                   u = W_z
 *     rolling     |r| <= limit, a band                   u = R_e Omega
 *
 * A step moves the first half of h with the velocities before it and the second half with those at
 * its end. All of the law is that of the end: rates, deflection d and its bends, and
 * N = k_z d + k_z2 d^2 + c_z d'.
 *
 * Compliances and offsets depend on the rates at the end: tyre_step_rows() takes those of the last
 * iterate. The iteration converges to rates at which tyre_step_close() has the forces r/h.
 * Order in a step: tyre_step_open(); tyre_step_rows() and the problem, until rates and load change
 * by rounding only; tyre_step_close(). */
#ifndef TYRE_STEP_H
#define TYRE_STEP_H

#include "tyre/tyre.h"

struct tyre_row {
    double compliance, offset, limit; /* of an impulse; m/s or rad/s; largest impulse */
};

struct tyre_rows {
    struct tyre_row load, grip[2], twist, rolling; /* limit: of twist and rolling only */
    double mu;                                     /* of the cone */
    double over,
        camber_rolling; /* M_x on W_h and P_c on R_e Omega: applied forces of the iterate */
};

/* Begin a step of length h with the motion in its middle, with the velocities before it, as the
 * first iterate. Returns 1 if the tyre touches the ground at its end as it moves now; else it has
 * no rows, and a load of 0 at the close. */
int tyre_step_open(const struct tyre *, const struct tyre_motion *, double h,
                   struct tyre_contact *);

/* Set an iterate: the motion at the end of the step, and the load. */
void tyre_step_iterate(const struct tyre *, struct tyre_contact *, const struct tyre_motion *end,
                       double load);

/* Rows at an iterate, whose motion at the end of the step is given; `bend` are the deflections of
 * the begin. */
void tyre_step_rows(const struct tyre *, const struct tyre_motion *end, const struct tyre_contact *,
                    const double bend[TYRE_BENDS], struct tyre_rows *);

/* Forces of the step and deflections at its end, from the last iterate; bend may be changed in
 * place. */
void tyre_step_close(const struct tyre *, const struct tyre_contact *,
                     const double bend[TYRE_BENDS], struct tyre_result *,
                     double bend_end[TYRE_BENDS]);

#endif
