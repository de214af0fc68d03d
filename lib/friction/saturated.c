/* SPDX-License-Identifier: MIT */
/* The smooth law of friction that relaxes slip. With the normal force N, the demanded force L and
 * the compliance g of the contact
 *
 *     F = s(|L|/(mu N)) L,   s(x) = (1 + x^p)^(-1/p)          [num/saturation.h]
 *     g (L - F) = -(u_t + lag)
 *
 * While the contact sticks, L is the force that ends its slip; deep in slip L points against the
 * slip. |F| is always less than mu N, and 0 if N is not above 0. Where friction forces of several
 * contacts depend on each other, SATURATED_CREEP times g L joins the left side and decides. */
#include "friction/inside.h"
#include "friction/numbers.h"
#include "friction/saturated.h"
#include "num/dense.h"
#include "num/elementary.h"
#include "num/saturation.h"

void saturated_follow(const struct friction_problem *p, struct friction_element *e)
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
        e->rate[3 * i] = s.part > 0 ? s.bend * force / x[0] : 0;
        along[i] = demand > 0 ? x[1 + i] / demand : 0;
    }
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 2; j++)
            e->rate[3 * i + 1 + j] = s.part * ((i == j) - s.bend * along[i] * along[j]);
}

void saturated_stick(const struct friction_problem *p, struct friction_element *e)
{
    memcpy(p->r + e->row, e->demand, sizeof e->demand);
    for (size_t k = 0; k < 6; k++)
        e->rate[k] = k == 1 || k == 5;
}

/* Solve y - y s(y) = slip for y, both in parts of mu N. log(y - y s(y)) is a concave function of
 * log(y), so Newton steps for the logarithms approach the root from below, where they start. */
static double demand_of_slip(double slip, double p)
{
    double y = num_fmax(num_pow(p * slip, 1 / (p + 1)), slip);
    for (int k = 0; k < SATURATED_EXPECT_STEPS; k++) {
        struct saturation s = saturation(y, 1, p);
        double own = 1 - s.part, slope = 1 - s.part * (1 - s.bend);
        if (!(own > 0))
            break;
        y *= num_exp(own / slope * num_log(slip / (y * own)));
    }
    return y;
}

void saturated_expect(struct friction_element *e)
{
    double x = e->steady[0] + e->lag[0], y = e->steady[1] + e->lag[1];
    double limit = e->mu * e->demand[0], size = friction_length(x, y);
    double slip = size / (e->compliance * limit);
    int slips = limit > 0 && slip > 0 && isfinite(slip);
    double demand = slips ? demand_of_slip(slip, e->sharpness) * limit / size : 0;
    e->demand[1] = -demand * x;
    e->demand[2] = -demand * y;
}
