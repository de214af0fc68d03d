/* SPDX-License-Identifier: MIT */
#include "core/grid.h"
#include "num/bound.h"

#include <math.h>

static struct stretch adaptive_stretch(const struct wd_model *model, double target, double knot)
{
    double t = model->now.t, stop = smaller(target, knot);
    struct stretch stretch = {.from = t, .h = smaller(model->now.h, model_solver(model)->max_step)};
    if (stretch.h >= stop - t) {
        stretch.h = stop - t;
        stretch.to = stop;
    } else {
        stretch.to = t + stretch.h;
    }
    return stretch;
}

struct stretch grid_next(const struct wd_model *model, double target, double knot)
{
    int fixed = model_solver(model)->fixed_step > 0;
    return fixed ? grid_fixed(model, target, knot) : adaptive_stretch(model, target, knot);
}

void grid_cut(const struct wd_model *model, struct stretch *stretch, double t)
{
    stretch->h = t - stretch->from;
    stretch->to = smaller(t, stretch->to);
    double next = model->t0 + (double)stretch->k * model_solver(model)->fixed_step;
    if (stretch->to < next - grid_slack(model))
        stretch->k = model->now.k;
}
