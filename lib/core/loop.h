/* SPDX-License-Identifier: MIT */
/* Start and advance a model in time. */
#ifndef CORE_LOOP_H
#define CORE_LOOP_H

#include "core/model.h"

/* Compute the data that calls share until a setting changes. */
void loop_prepare(struct wd_model *);
/* Start a model that is set up, at time t0. */
int32_t loop_init(struct wd_model *, double t0);
/* Advance to time `target` and compute the outputs; `stop`: return WD_EVENT after the first event.
 * A failure restores the point and the log. */
int32_t loop_advance(struct wd_model *, double target, int stop);

/* If model.defers is set, calls that move the model may leave results due (model.due): the
 * projection of the point onto its constraints, and the outputs. The first call that reads due
 * results computes them. Calls that move the model further drop them. All other calls that change
 * the model compute them before, so that they are those of the call that has left them.
 *
 * loop_compute() computes the results that are due and needed, DUE_STATES or DUE_ALL. Several
 * threads may call it for one model: one computes, the others wait. It writes no error text and
 * calls no function of the user. If outputs cannot be computed, they are NaN and
 * model.output_status says why. */
void loop_compute(struct wd_model *, int needed);

static inline void loop_resolve(const struct wd_model *model, int needed)
{
    struct wd_model *owner = (struct wd_model *)model; /* no model is a constant object */
    if (atomic_load_explicit(&owner->due, memory_order_acquire) & needed)
        loop_compute(owner, needed);
}

/* A const call may use the memory in which due results are computed from loop_borrow(), which
 * computes all of them, until loop_return(). Other threads that compute or borrow wait. Both run
 * between host_suspend() and host_resume(). */
void loop_borrow(const struct wd_model *);
void loop_return(const struct wd_model *);

#endif
