/* SPDX-License-Identifier: MIT */
/* The friction problem of an evaluation. */
#include "models/vehicle/vehicle.h"

void vehicle_build_problem(struct vehicle_eval *m, const double *free, size_t count)
{
    struct friction_problem *p = &m->friction;
    p->rows = m->work.rows;
    p->count = count;
    p->W = m->work.matrix;
    p->q = free;
    p->interrupt = m->view->interrupt;
    p->cones = m->view->workspace;
    p->is_regular = 0;
    /* Without this step a wheel on a tyre that its brake holds turns slowly with the residual:
     * 1.7e-12 rad/s in test-vehicle-tyre-hold. */
    p->polishes = m->tyres.rows > 0;
}
