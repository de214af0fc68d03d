/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models/bicycle/linear.h"

#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* The bicycle is its own mirror image. So about riding straight the accelerations of roll and steer
 * are odd functions of roll, steer and their rates, and f(h)/h is the derivative up to h^2: with
 * such an h exactly, in double precision. No digit is lost either: that f(0) is 0 needs no
 * subtraction, and each number on the way to f that is odd, too, is a sum of odd terms only, small
 * like h and with errors as small. This holds in mech_tree, not with singular values, which mix
 * odd and even. */
static const double h = 0x1p-100;

/* Second derivatives of roll and steer. */
static int32_t accelerations(const struct bicycle *bicycle, const struct bicycle_start *start,
                             struct mech_work *work, double second[2])
{
    static const double no_torques[BICYCLE_HINGES];
    static const struct mech_load no_loads[BICYCLE_BODIES];
    const struct mech_drive coast = {no_torques, no_loads};
    struct mech_state state[BICYCLE_BODIES];
    struct mech_rate rate[BICYCLE_BODIES];
    double lambda[BICYCLE_ROWS];
    if (bicycle_stand(bicycle, start, state))
        return WD_EDOMAIN;
    mech_place(&bicycle->system, state, work);
    int32_t status = mech_tree(&bicycle->system, state, &coast, work, rate, lambda);
    const struct mech_pose *frame = &work->pose[REAR_FRAME];
    second[0] = vec_dot(frame->heading, mat_turn(&frame->R, rate[REAR_FRAME].w)) +
                mech_angle_rates(frame).x * vec_dot(frame->left, frame->W);
    second[1] =
        vec_dot(bicycle->hinge[STEERING].n, vec_sub(rate[FRONT_FRAME].w, rate[REAR_FRAME].w));
    return status;
}

int32_t bicycle_linear(const struct bicycle *bicycle, double speed, struct mech_work *work,
                       double *A)
{
    enum { N = BICYCLE_LINEAR };
    memset(A, 0, N * N * sizeof *A);
    A[2] = A[N + 3] = 1;
    for (size_t j = 0; j < N; j++) {
        struct bicycle_start start = {.speed = speed};
        double *const moved[N] = {&start.roll, &start.steer, &start.roll_rate, &start.steer_rate};
        *moved[j] = h;
        double second[2];
        int32_t status = accelerations(bicycle, &start, work, second);
        if (status != WD_OK)
            return status;
        for (size_t i = 0; i < 2; i++)
            A[(2 + i) * N + j] = second[i] / h;
    }
    return WD_OK;
}
