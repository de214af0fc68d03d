/* SPDX-License-Identifier: MIT */
/* Planning of the next step. It ends at the target, at the next knot of a signal, at the next grid
 * time of fixed steps, or after the proposed length of an adaptive step. */
#ifndef CORE_GRID_H
#define CORE_GRID_H

#include "core/model.h"

#include <math.h>

/* s. Proposed step size at init and after an event; the step-size control corrects it within a few
 * steps. */
#define GRID_FIRST_STEP 1e-3

/* A planned step: it starts at `from`, has length h and sets the time to `to`; k is the number of
 * the last grid time at or before its end. h = 0: only the value of the time changes. h = infinity:
 * an event-driven kind moves to `to` in steps that it chooses itself. */
struct stretch {
    double from, h, to;
    int64_t k;
};

/* Fraction of a fixed step. Times closer than this count as one grid time. Chosen far above the
 * rounding error of a grid time and far below any intended difference. */
#define GRID_SLACK 1e-9

/* Largest difference of times that count as the same grid time; 0 with adaptive steps. */
static inline double grid_slack(const struct wd_model *model)
{
    return GRID_SLACK * model_solver(model)->fixed_step;
}

/* Plan a fixed step. Grid times are computed by multiplication, so that they do not depend on
 * earlier calls. A target within the slack of a grid time counts as that grid time, but the time
 * keeps the bits of the target. */
struct stretch grid_fixed(const struct wd_model *, double target, double knot);
/* Start time of the next step: the present time, or the grid time that it counts as. */
double grid_present(const struct wd_model *);
/* Plan the next step, fixed or adaptive; h is the proposed length of an adaptive step. */
struct stretch grid_next(const struct wd_model *, double h, double target, double knot);
/* End the stretch at the event time t. */
void grid_cut(const struct wd_model *, struct stretch *, double t);

#endif
