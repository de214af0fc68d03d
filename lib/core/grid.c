/* SPDX-License-Identifier: MIT */
#include "core/grid.h"
#include "num/bound.h"

#include <math.h>

static struct leg adaptive_leg(const struct wd_model *model, double target, double knot)
{
    double t = model->now.t, stop = smaller(target, knot);
    struct leg leg = {.from = t, .h = smaller(model->now.h, model_solver(model)->max_step)};
    if (leg.h >= stop - t) {
        leg.h = stop - t;
        leg.to = stop;
    } else {
        leg.to = t + leg.h;
    }
    return leg;
}

struct leg grid_leg(const struct wd_model *model, double target, double knot)
{
    int fixed = model_solver(model)->fixed_step > 0;
    return fixed ? grid_fixed_leg(model, target, knot) : adaptive_leg(model, target, knot);
}

void grid_cut(const struct wd_model *model, struct leg *leg, double t)
{
    leg->h = t - leg->from;
    leg->to = smaller(t, leg->to);
    double next = model->t0 + (double)leg->k * model_solver(model)->fixed_step;
    if (leg->to < next - grid_slack(model))
        leg->k = model->now.k;
}
