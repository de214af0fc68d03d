/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models/impact_wheel/law_share.h"

#include <math.h>
#include <string.h>

#include "num/dense.h"

#define SLACK 1e-12 /* of the forces */

/* What a unit of N and one of T of contact i add to (f_x, f_y, sum of T). */
static void columns(const struct law_problem *p, size_t i, double normal[3], double tangent[3])
{
    normal[0] = p->nx[i], normal[1] = p->ny[i], normal[2] = 0;
    tangent[0] = -p->ny[i], tangent[1] = p->nx[i], tangent[2] = 1;
}

/* ---- one contact alone ---- */

static int alone(const struct law_problem *p, const struct law_share *share, const double need[3],
                 double slack, size_t i, struct law_result *result)
{
    double N = p->nx[i] * need[0] + p->ny[i] * need[1], T = need[2];
    double along = p->nx[i] * need[1] - p->ny[i] * need[0];
    int carries = share->part[i] == LAW_CONE
                      ? fabs(T) <= share->edge[i] * N + slack
                      : share->part[i] == LAW_EDGE && fabs(T - share->edge[i] * N) <= slack;
    if (!(carries && N >= -slack && fabs(along - T) <= slack))
        return 0;
    memset(result->normal, 0, sizeof result->normal);
    memset(result->friction, 0, sizeof result->friction);
    result->normal[i] = N;
    result->friction[i] = T;
    return 1;
}

/* ---- least norm ---- */

/* The nearest point to (N, T) among what the part may carry, and the derivative of that. */
static void nearest(enum law_part part, double edge, double *N, double *T, double D[2][2])
{
    double full = part == LAW_CONE && fabs(*T) <= edge * *N, along = 0, e[2] = {0, 0};
    if (full == 0 && part != LAW_NOTHING) {
        double slope = part == LAW_EDGE ? edge : copysign(edge, *T), size = hypot(1, slope);
        e[0] = 1 / size, e[1] = slope / size;
        along = fmax(0, e[0] * *N + e[1] * *T);
    }
    for (int j = 0; j < 2; j++)
        for (int k = 0; k < 2; k++)
            D[j][k] = full > 0 ? j == k : along > 0 ? e[j] * e[k] : 0;
    if (full == 0)
        *N = along * e[0], *T = along * e[1];
}

/* Forces at the multipliers x; their sum less what is needed in `rest`, its derivative in H (upper
 * triangle, row major). Returns the function whose gradient `rest` is. */
static double dual(const struct law_problem *p, const struct law_share *share, const double need[3],
                   const double x[3], struct law_result *forces, double rest[3], double H[9])
{
    double value = 0;
    memset(H, 0, 9 * sizeof *H);
    for (int k = 0; k < 3; k++) {
        rest[k] = -need[k];
        value -= need[k] * x[k];
    }
    for (size_t i = 0; i < p->n; i++) {
        double c[2][3], D[2][2];
        columns(p, i, c[0], c[1]);
        double N = dense_dot(c[0], x, 3), T = dense_dot(c[1], x, 3);
        nearest(share->part[i], share->edge[i], &N, &T, D);
        forces->normal[i] = N;
        forces->friction[i] = T;
        value += (N * N + T * T) / 2;
        for (int j = 0; j < 3; j++) {
            rest[j] += N * c[0][j] + T * c[1][j];
            for (int k = j; k < 3; k++)
                for (int l = 0; l < 4; l++)
                    H[3 * j + k] += c[l / 2][j] * D[l / 2][l % 2] * c[l % 2][k];
        }
    }
    return value;
}

/* The least sum of squares of forces that add up to `need` are the nearest points to A^T x, where
 * the smooth convex function of the three multipliers x is least: Newton's method, which on the few
 * quadratic pieces of the function ends. 0: it has not, and forces are of no use. */
static int least(const struct law_problem *p, const struct law_share *share, const double need[3],
                 struct law_result *forces)
{
    enum { STEPS = 60, HALVINGS = 40 };
    double size = dense_norm(need, 3), x[3] = {0}, rest[3], H[9];
    double value = dual(p, share, need, x, forces, rest, H);
    for (int step = 0; step < STEPS && dense_norm(rest, 3) > 1e-15 * size; step++) {
        double d[3], y[3], t = 1, raise = 1e-8 * (H[0] + H[4] + H[8]) + 1e-12;
        for (int k = 0; k < 3; k++) {
            H[4 * k] += raise;
            d[k] = -rest[k];
        }
        if (!dense_cholesky(H, 3))
            return 0;
        dense_forward(H, 3, 3, d);
        dense_backward(H, 3, 3, d);
        double slope = dense_dot(rest, d, 3), next = value, before = value;
        for (int k = 0; k < HALVINGS; k++, t /= 2) {
            for (int j = 0; j < 3; j++)
                y[j] = x[j] + t * d[j];
            next = dual(p, share, need, y, forces, rest, H);
            if (next <= before + 1e-4 * t * slope + 1e-15 * fabs(before))
                break;
        }
        memcpy(x, y, sizeof x);
        value = next;
    }
    return dense_norm(rest, 3) <= SLACK * size;
}

/* Are there more forces than equations for them? */
static int redundant(const struct law_problem *p, const struct law_share *share)
{
    double basis[3][3];
    size_t rank = 0, forces = 0;
    for (size_t i = 0; i < p->n; i++) {
        double c[2][3];
        columns(p, i, c[0], c[1]);
        if (share->part[i] == LAW_EDGE)
            dense_add(c[0], share->edge[i], c[1], 3);
        size_t count = share->part[i] == LAW_CONE ? 2 : share->part[i] == LAW_EDGE;
        for (size_t k = 0; k < count; k++, forces++) {
            double size = dense_norm(c[k], 3);
            for (size_t j = 0; j < rank; j++)
                dense_add(c[k], -dense_dot(basis[j], c[k], 3), basis[j], 3);
            double left = dense_norm(c[k], 3);
            if (rank == 3 || !(left > 1e-9 * size))
                continue;
            dense_scale(c[k], 1 / left, 3);
            memcpy(basis[rank++], c[k], sizeof basis[0]);
        }
    }
    return forces > rank;
}

void law_share(const struct law_wheel *wheel, const struct law_problem *problem,
               const struct law_share *share, struct law_result *result)
{
    const double need[3] = {wheel->mass * (result->u[0] - problem->free[0]),
                            wheel->mass * (result->u[1] - problem->free[1]),
                            wheel->inertia * (problem->free[2] - result->u[2]) / wheel->radius};
    double slack = SLACK * wheel->mass * law_scale(wheel, problem);
    for (size_t i = 0; i < problem->n; i++)
        if (alone(problem, share, need, slack, i, result))
            return;
    result->hyperstatic = redundant(problem, share);
    struct law_result other = *result;
    if (result->hyperstatic && least(problem, share, need, &other))
        *result = other;
}
