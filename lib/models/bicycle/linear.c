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

/* Write the accelerations divided by `per` into one column of a matrix. */
static int32_t column(const struct view *view, const struct bicycle_input *torque,
                      const struct bicycle_start *start, double per, double *to, size_t stride)
{
    static const struct bicycle_solver tree;
    struct view straight = *view;
    straight.solver = &tree;
    straight.input = torque;
    struct bicycle_point point = {.work = 0};
    struct bicycle_output out;
    if (bicycle_stand(view->course, start, point.body))
        return WD_EDOMAIN;
    int32_t status = bicycle_output(&straight, (const double *)&point, &out);
    if (status != WD_OK)
        return status;
    to[0] = to[stride] = 0;
    to[2 * stride] = out.roll_acc / per;
    to[3 * stride] = out.steer_acc / per;
    return WD_OK;
}

/* Riding straight and upright at the present speed. */
static struct bicycle_start straight_start(const struct view *view, const double *y)
{
    const struct bicycle *bicycle = view->course;
    const struct mech_state *body = ((const struct bicycle_point *)y)->body;
    double speed = bicycle->wheel[0].radius * (body[REAR_WHEEL].w.y - body[REAR_FRAME].w.y);
    return (struct bicycle_start){.speed = speed};
}

int32_t bicycle_linear(const struct view *view, const double *y, double *A)
{
    enum { N = BICYCLE_LINEAR };
    const struct bicycle_input none = {0, 0, 0, 0};
    int32_t status = WD_OK;
    for (size_t j = 0; status == WD_OK && j < N; j++) {
        struct bicycle_start start = straight_start(view, y);
        double *const moved[N] = {&start.roll, &start.steer, &start.roll_rate, &start.steer_rate};
        *moved[j] = h;
        status = column(view, &none, &start, h, A + j, N);
    }
    A[2] = A[N + 3] = 1;
    return status;
}

int32_t bicycle_linear_input(const struct view *view, const double *y, const struct var *input,
                             double *to, size_t stride)
{
    struct bicycle_input torque = {0, 0, 0, 0};
    struct bicycle_start start = straight_start(view, y);
    ((double *)&torque)[input->slot] = 1;
    return column(view, &torque, &start, 1, to, stride);
}
