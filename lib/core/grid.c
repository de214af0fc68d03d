/* SPDX-License-Identifier: MIT */
#include "core/grid.h"
#include "num/elementary.h"

#include <math.h>

/* Last grid time at or before the present time; it may be later by up to grid_slack(). */
static double last_grid_time(const struct wd_model *model)
{
    return model->t0 + (double)model->now.k * model_solver(model)->fixed_step;
}

double grid_present(const struct wd_model *model)
{
    double grid = last_grid_time(model);
    return fabs(model->now.t - grid) <= grid_slack(model) ? grid : model->now.t;
}

struct stretch grid_fixed(const struct wd_model *model, double target, double knot)
{
    const struct point *now = &model->now;
    double h = model_solver(model)->fixed_step, slack = grid_slack(model);
    double grid = last_grid_time(model), next = model->t0 + (double)(now->k + 1) * h;
    double from = grid_present(model);
    int on_grid = from == grid;
    double stop = num_fmin(knot, target);
    if (on_grid && fabs(target - grid) <= slack)
        return (struct stretch){.from = from, .to = target, .h = 0, .k = now->k};
    if (stop < next - slack)
        return (struct stretch){.from = from, .to = stop, .h = stop - from, .k = now->k};
    double to = fabs(target - next) <= slack ? target : next;
    return (struct stretch){
        .from = from, .to = to, .h = on_grid ? h : next - from, .k = now->k + 1};
}

static struct stretch adaptive_stretch(const struct wd_model *model, double h, double target,
                                       double knot)
{
    double t = model->now.t, stop = num_fmin(knot, target);
    struct stretch stretch = {.from = t, .h = num_fmin(model_solver(model)->max_step, h)};
    if (stretch.h >= stop - t) {
        stretch.h = stop - t;
        stretch.to = stop;
    } else {
        stretch.to = t + stretch.h;
    }
    return stretch;
}

struct stretch grid_next(const struct wd_model *model, double h, double target, double knot)
{
    int fixed = model_solver(model)->fixed_step > 0;
    return fixed ? grid_fixed(model, target, knot) : adaptive_stretch(model, h, target, knot);
}

void grid_cut(const struct wd_model *model, struct stretch *stretch, double t)
{
    stretch->h = t - stretch->from;
    stretch->to = num_fmin(stretch->to, t);
    double next = model->t0 + (double)stretch->k * model_solver(model)->fixed_step;
    if (stretch->to < next - grid_slack(model))
        stretch->k = model->now.k;
}
