/* SPDX-License-Identifier: MIT */
/* Riding straight and upright, linearised from the equations of motion. */
#include "models/bicycle/bicycle.h"

#include <string.h>

/* Step of the difference quotient f(h)/h. The bicycle is symmetric about its plane. So about riding
 * straight the accelerations f of roll and steer are odd functions of roll, steer and their rates.
 * Then f(h)/h is the derivative with an error of order h^2, which is 0 in double precision for this
 * h. No digit is lost: f(0) = 0 needs no subtraction, and each odd intermediate value is a sum of
 * odd terms only, which are of order h, so that its rounding error is small relative to h. This
 * holds in mech_tree. A solution by singular values would mix odd and even terms. */
static const double h = 0x1p-100;

/* Write the accelerations divided by h into one column of A or B. */
static int32_t column(const struct view *straight, const struct bicycle_start *start, double per,
                      double *matrix, size_t j)
{
    struct bicycle_point point = {.work = 0};
    struct bicycle_output out;
    if (bicycle_stand(straight->course, start, point.body))
        return WD_EDOMAIN;
    int32_t status = bicycle_output(straight, (const double *)&point, &out);
    if (status != WD_OK)
        return status;
    matrix[2 * BICYCLE_LINEAR + j] = out.roll_acc / per;
    matrix[3 * BICYCLE_LINEAR + j] = out.steer_acc / per;
    return WD_OK;
}

int32_t bicycle_linear(const struct view *view, const double *y, double *A, double *B)
{
    enum { N = BICYCLE_LINEAR };
    static const struct bicycle_solver tree;
    const struct bicycle *bicycle = view->course;
    const struct mech_state *body = ((const struct bicycle_point *)y)->body;
    double speed = bicycle->wheel[0].radius * (body[REAR_WHEEL].w.y - body[REAR_FRAME].w.y);
    struct bicycle_input torque = {0, 0, 0, 0};
    struct view straight = *view;
    straight.solver = &tree;
    straight.input = &torque;
    memset(A, 0, N * N * sizeof *A);
    memset(B, 0, N * N * sizeof *B);
    A[2] = A[N + 3] = 1;
    int32_t status = WD_OK;
    for (size_t j = 0; status == WD_OK && j < N; j++) {
        struct bicycle_start start = {.speed = speed};
        double *const moved[N] = {&start.roll, &start.steer, &start.roll_rate, &start.steer_rate};
        *moved[j] = h;
        status = column(&straight, &start, h, A, j);
    }
    double *const torques = (double *)&torque;
    for (size_t j = 0; status == WD_OK && j < N; j++) {
        torques[j] = 1;
        status = column(&straight, &(struct bicycle_start){.speed = speed}, 1, B, j);
        torques[j] = 0;
    }
    return status;
}
