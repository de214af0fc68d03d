/* SPDX-License-Identifier: MIT */
/* The smooth law of friction that relaxes slip. The friction force F of a contact follows from its
 * normal force N and a demanded force L; g is the compliance of the contact, p the sharpness of the
 * law:
 *
 *     F = s(|L|/(mu N)) L,   s(x) = (1 + x^p)^(-1/p)          [num/saturation.h]
 *     g (L - F) = -(u_t + lag)
 *
 * u_t is the tangential acceleration and `lag` the slip velocity divided by the relaxation time. In
 * a time step u_t is the slip velocity after the step, and `lag` follows from the slip velocity
 * before the step. While the contact sticks, L is the force that ends its slip. If |L| is far above
 * mu N, the contact slips and L points against the slip. |F| is always less than mu N, and 0 if N
 * is not above 0. If friction forces of several contacts are statically indeterminate, the term
 * SATURATED_CREEP g L is added to the left-hand side, which makes them unique. */
#include "friction/inside.h"
#include "friction/numbers.h"
#include "num/dense.h"
#include "num/elementary.h"
#include "num/saturation.h"

void saturated_evaluate(const struct friction_problem *p, struct friction_element *e)
{
    const double *x = e->demand;
    double limit = e->mu * x[0], demand = dense_norm(x + 1, 2), along[2] = {0, 0};
    struct saturation s = saturation(demand, limit, e->sharpness);
    if (s.part * demand > SATURATED_BELOW * limit)
        s.part = limit > 0 ? SATURATED_BELOW * limit / demand : 0;
    p->r[e->row] = x[0];
    for (size_t i = 0; i < 2; i++) {
        double force = s.part * x[1 + i];
        p->r[e->row + 1 + i] = force;
        e->rate[3 * i] = s.part > 0 ? s.log_slope * force / x[0] : 0;
        along[i] = demand > 0 ? x[1 + i] / demand : 0;
    }
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 2; j++)
            e->rate[3 * i + 1 + j] = s.part * ((i == j) - s.log_slope * along[i] * along[j]);
}

/* Solve y - y s(y) = slip for the demand y; both are relative to mu N. log(y - y s(y)) is a concave
 * function of log(y), so Newton steps for the logarithms approach the root from below, where they
 * start. */
static double demand_of_slip(double slip, double p)
{
    double y = num_fmax(num_pow(p * slip, 1 / (p + 1)), slip);
    for (int k = 0; k < SATURATED_GUESS_STEPS; k++) {
        struct saturation s = saturation(y, 1, p);
        double rest = 1 - s.part, slope = 1 - s.part * (1 - s.log_slope);
        if (!(rest > 0))
            break;
        y *= num_exp(rest / slope * num_log(slip / (y * rest)));
    }
    return y;
}

void saturated_guess_demand(struct friction_element *e)
{
    double x = e->steady[0] + e->lag[0], y = e->steady[1] + e->lag[1];
    double limit = e->mu * e->demand[0], size = friction_length(x, y);
    double slip = size / (e->compliance * limit);
    int slips = limit > 0 && slip > 0 && isfinite(slip);
    double demand = slips ? demand_of_slip(slip, e->sharpness) * limit / size : 0;
    e->demand[1] = -demand * x;
    e->demand[2] = -demand * y;
}
