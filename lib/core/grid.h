/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the next step goes: to the target, the next knot of a signal, or the next grid time. */
#ifndef CORE_GRID_H
#define CORE_GRID_H

#include "core/model.h"

/* Proposal at init and after an event [s]; the step-size rule corrects it in a few steps. */
#define GRID_FIRST_STEP 1e-3

/* A step on its way: from time `from`, h long, called `to` at its end, where the last grid time
 * passed is number k. h = 0: only the name of the time changes. */
struct leg {
    double from, h, to;
    int64_t k;
};

/* Times this close are the same grid time; 0 when steps are adaptive. */
double grid_slack(const struct wd_model *);
struct leg grid_leg(const struct wd_model *, double target, double knot);
/* End the leg at time t, where an event is. */
void grid_cut(const struct wd_model *, struct leg *, double t);

#endif
