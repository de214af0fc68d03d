/* SPDX-License-Identifier: MIT */
/* Where the next step goes: to the target, the next knot of a signal, or the next grid time. */
#ifndef CORE_GRID_H
#define CORE_GRID_H

#include "core/model.h"

#include <math.h>

/* Proposal at init and after an event [s]; the step-size rule corrects it in a few steps. */
#define GRID_FIRST_STEP 1e-3

/* A step on its way: from time `from`, h long, called `to` at its end, where the last grid time
 * passed is number k. h = 0: only the name of the time changes. */
struct stretch {
    double from, h, to;
    int64_t k;
};

/* Of a fixed step: far more than rounding of any grid time, far less than anybody asks for. */
#define GRID_SLACK 1e-9

/* Times this close are the same grid time; 0 when steps are adaptive. */
static inline double grid_slack(const struct wd_model *model)
{
    return GRID_SLACK * model_solver(model)->fixed_step;
}

/* Grid times are computed by multiplication, so that they do not depend on the calls before. A time
 * that is a grid time within the slack counts as that grid time, but keeps its own bits. */
struct stretch grid_fixed(const struct wd_model *, double target, double knot);
/* The time at which the next step starts: the present time, or the grid time that it counts as. */
double grid_present(const struct wd_model *);
struct stretch grid_next(const struct wd_model *, double target, double knot);
/* End the stretch at time t, where an event is. */
void grid_cut(const struct wd_model *, struct stretch *, double t);

#endif
