/* SPDX-License-Identifier: MIT */
/* The equations of a model for an integrator of the user: derivatives, indicators, events. These
 * equations exist only for kinds that the core integrates. Arrays of states hold all states and
 * then the two energies (work and dissipated energy). */
#ifndef CORE_EXCHANGE_H
#define CORE_EXCHANGE_H

#include "core/model.h"

/* True if the core integrates the model with its present settings, and the model is not on a
 * terrain. */
int exchange_flows(const struct wd_model *);

static inline size_t exchange_states(const struct wd_model *model)
{
    return model->kind->states + KIND_ENERGIES;
}

/* Row of state i in the variable table. */
const struct var *exchange_row(const struct wd_model *, size_t i);
/* Typical magnitude of state i. */
double exchange_nominal(const struct wd_model *, size_t i);
/* First knot of a signal after the present time; infinity if there is none. */
double exchange_knot(const struct wd_model *);

/* Compute the derivatives at time t in `rates`, which a failure leaves unchanged. The model does
 * not change. */
int32_t exchange_derivative(struct wd_model *, double t, const double *states, double *rates);
/* Compute the event indicators at time t, one for each guard. The model is unchanged. */
int32_t exchange_indicators(struct wd_model *, double t, const double *states, double *values);
/* Compute the outputs of the model at time t. Nothing else of the model changes. */
int32_t exchange_outputs(struct wd_model *, double t, const double *states);
/* Move the model to time t and the states, project them, make the jumps that are due and enter the
 * next modes. Returns WD_EVENT if an integrator must restart from the new `states`, WD_OK if it may
 * continue, WD_END if the motion has ended, or a failure, which leaves model and `states`
 * unchanged. */
int32_t exchange_update(struct wd_model *, double t, double *states);

#endif
