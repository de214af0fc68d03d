/* SPDX-License-Identifier: MIT */
/* Equations of the sliding block. Numbers in brackets are those of Ikoki, "The Rolling Wheel
 * Equations without Magic". */
#include "num/saturation.h"
#include "models/sliding_block/sliding_block.h"
#include "num/elementary.h"

/* (1) as printed: F = -mu N tanh(T/(mu N)). This law bounds the force but never lets the block
 * rest, since T + F > 0 for every T > 0. */
static double published(double traction, double limit)
{
    return limit > 0 ? -limit * num_tanh(traction / limit) : 0;
}

/* Law saturated, in place of (1): the force that would stop the block within the relaxation time,
 * saturated smoothly at its limit. */
static double saturated(const struct block_param *p, double traction, double x_dot, double limit)
{
    double demand = -(traction + p->mass * x_dot / p->relaxation_time);
    return saturation_limit(saturation_part(demand, limit, p->sharpness) * demand, limit);
}

static double friction_limit(const struct view *view)
{
    const struct block_param *p = view->param;
    const struct block_input *u = view->input;
    return u->mu * p->mass * p->gravity;
}

static double friction(const struct view *view, double x_dot)
{
    const struct block_param *p = view->param;
    const struct block_input *u = view->input;
    double limit = friction_limit(view);
    return p->law == BLOCK_PUBLISHED ? published(u->traction, limit)
                                     : saturated(p, u->traction, x_dot, limit);
}

int32_t block_flow(const struct view *view, const double *y, double *dy)
{
    const struct block_param *p = view->param;
    const struct block_input *u = view->input;
    const struct block_state *q = (const struct block_state *)y;
    double force = friction(view, q->x_dot);
    dy[0] = q->x_dot;
    dy[1] = (u->traction + force) / p->mass;
    dy[2] = u->traction * q->x_dot;
    dy[3] = -force * q->x_dot;
    return WD_OK;
}

void block_mark_cyclic(const struct view *view, int *is_cyclic)
{
    (void)view;
    is_cyclic[SLOT(block_state, x)] = 1;
}

int32_t block_output(const struct view *view, const double *y, void *out)
{
    const struct block_param *p = view->param;
    const struct block_state *q = (const struct block_state *)y;
    struct block_output *o = out;
    o->common.speed = q->x_dot;
    o->common.kinetic_energy = 0.5 * p->mass * q->x_dot * q->x_dot;
    o->common.potential_energy = 0;
    o->friction_force = friction(view, q->x_dot);
    o->friction_limit = friction_limit(view);
    return WD_OK;
}
