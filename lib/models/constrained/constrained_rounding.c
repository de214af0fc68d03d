/* SPDX-License-Identifier: MIT */
/* Bounds of the rounding errors in the right-hand sides that constraints set for positions,
 * velocities and accelerations. Where rows of A are nearly dependent, with a small singular value
 * s, the inverse amplifies these errors. An error eps of phi causes a position error eps/s; it
 * causes an error of A and of A v, so that the velocity from A v = c has an error eps v/s^2.
 * Components within their bound are left unchanged; the projection corrects them when s has grown.
 */
#include "models/constrained/constrained.h"
#include "num/elementary.h"

#include <math.h>

/* Return the rate at which the rows of A turn, with `scale` as the radius of curvature. */
static double turning_rate(const struct constrained *c)
{
    double rate = 0;
    for (size_t j = 0; j < c->e.n; j++)
        rate = num_fmax(rate, fabs(c->v[j]) / c->scale[j]);
    return rate;
}

/* Set the bounds of one right-hand side, one for each power of 1/s. For accelerations the
 * right-hand side is b, a quadratic form of the velocities. */
static void bound_row(const struct constrained *c, size_t i, double rate, double bound[3])
{
    double eps = c->uk.inverse.rounding, velocity = eps * c->reach_rate[i], position = 0;
    for (size_t j = 0; j < c->e.n; j++)
        position += eps * fabs(c->e.A[i * c->e.n + j]) * (fabs(c->q[j]) + c->scale[j]);
    const double by_order[][3] = {
        [CONSTRAINED_POSITIONS] = {position, 0, 0},
        [CONSTRAINED_VELOCITIES] = {velocity, rate * position, 0},
        [CONSTRAINED_ACCELERATIONS] = {eps * fabs(c->right[i]), 2 * rate * velocity,
                                       2 * rate * rate * position},
    };
    for (size_t k = 0; k < 3; k++)
        bound[k] = by_order[c->order][k];
}

static const double *bounds(void *context)
{
    struct constrained *c = context;
    double rate = turning_rate(c);
    for (size_t i = 0; i < c->e.m; i++)
        bound_row(c, i, rate, c->bound + 3 * i);
    return c->bound;
}

void constrained_bound_rounding(struct constrained *c, int order)
{
    c->order = order;
    c->uk.inverse.bounds = order == CONSTRAINED_UNBOUNDED ? NULL : bounds;
    c->uk.inverse.context = c;
}
