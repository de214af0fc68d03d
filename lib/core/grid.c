/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/grid.h"
#include "num/bound.h"

#include <math.h>

double grid_slack(const struct wd_model *model)
{
    return 1e-9 * model_solver(model)->fixed_step;
}

static struct leg adaptive_leg(const struct wd_model *model, double target, double knot)
{
    double t = model->now.t, stop = least(target, knot);
    struct leg leg = {.from = t, .h = least(model->now.h, model_solver(model)->max_step)};
    if (leg.h >= stop - t) {
        leg.h = stop - t;
        leg.to = stop;
    } else {
        leg.to = t + leg.h;
    }
    return leg;
}

/* Grid times are computed by multiplication, so that they do not depend on the calls before. A time
 * that is a grid time within the slack counts as that grid time, but keeps its own bits. */
static struct leg fixed_leg(const struct wd_model *model, double target, double knot)
{
    const struct point *now = &model->now;
    double h = model_solver(model)->fixed_step, slack = grid_slack(model);
    double grid = model->t0 + (double)now->k * h, next = model->t0 + (double)(now->k + 1) * h;
    int on_grid = fabs(now->t - grid) <= slack;
    double from = on_grid ? grid : now->t;
    double stop = least(target, knot);
    if (on_grid && fabs(target - grid) <= slack)
        return (struct leg){.from = from, .to = target, .h = 0, .k = now->k};
    if (stop < next - slack)
        return (struct leg){.from = from, .to = stop, .h = stop - from, .k = now->k};
    double to = fabs(target - next) <= slack ? target : next;
    return (struct leg){.from = from, .to = to, .h = on_grid ? h : next - from, .k = now->k + 1};
}

struct leg grid_leg(const struct wd_model *model, double target, double knot)
{
    int fixed = model_solver(model)->fixed_step > 0;
    return fixed ? fixed_leg(model, target, knot) : adaptive_leg(model, target, knot);
}

void grid_cut(const struct wd_model *model, struct leg *leg, double t)
{
    leg->h = t - leg->from;
    leg->to = least(t, leg->to);
    double next = model->t0 + (double)leg->k * model_solver(model)->fixed_step;
    if (leg->to < next - grid_slack(model))
        leg->k = model->now.k;
}
