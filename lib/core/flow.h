/* SPDX-License-Identifier: MIT */
/* Evaluation of a kind at one time: inputs, right-hand side, projection, outputs. */
#ifndef CORE_FLOW_H
#define CORE_FLOW_H

#include "core/model.h"
#include "num/seldom.h"

#include <math.h>

/* Copy all inputs into input_at, where held inputs stay, and the held inputs also into input_now.
 * Set `driven` if an input is not held. Called before any computation with changed settings. */
void flow_open(struct wd_model *);
/* Work units (num/interrupt.h) of one integration step. For an event-driven kind this number covers
 * a fixed part and the calls of input functions; the kind counts its other work itself. */
size_t flow_step_work(const struct wd_model *);
/* Implementations of flow_seek(), flow_knot() and flow_view() below for a model with signals. Other
 * files call flow_seek(), flow_knot() and flow_view(). */
void flow_seek_signals(struct wd_model *);
double flow_knot_of_signals(const struct wd_model *);
int32_t flow_inputs(struct wd_model *, double t);

/* Select in each signal the piece that contains the present time. */
static inline void flow_seek(struct wd_model *model)
{
    if (model->driven)
        flow_seek_signals(model);
}

/* Time of the first knot after the present time; infinity if there is none. */
static inline double flow_knot(const struct wd_model *model)
{
    return model->driven ? flow_knot_of_signals(model) : (double)INFINITY;
}

/* Set the view to time t, with the inputs in input_at. */
static inline int32_t flow_view(struct wd_model *model, double t)
{
    model->view.t = t;
    model->why = NULL;
    model->misfit.tolerance = NAN;
    return model->driven ? flow_inputs(model, t) : WD_OK;
}

/* Write the error text of a failed function of the kind. Returns its status. */
SELDOM int32_t flow_failed(struct wd_model *, int32_t status);

/* Return the status of a function of the kind; write the error text if it failed. */
static inline int32_t flow_fail(struct wd_model *model, int32_t status)
{
    return status < 0 ? flow_failed(model, status) : status;
}

/* Write the error text for a step of size h with a non-finite number: a derivative, or the sum of
 * finite terms in a stage or in the result. Returns WD_ENOCONV. */
int32_t flow_not_finite(struct wd_model *, double h);
/* Right-hand side for the integrator; the context is the model. */
int32_t flow_rhs(double t, const double *y, double *dy, void *context);
/* Do the same as flow_rhs() at the present point and set model->energy; kind->flow_with_energy must
 * exist. */
int32_t flow_rhs_with_energy(double t, const double *y, double *dy, void *context);
/* Project a state at time t with kind->project, which must exist. */
int32_t flow_onto_constraints(struct wd_model *, double t, double *y);
/* Reduce the error estimate of a trial step to time t with kind->project_error, which must exist.
 */
int32_t flow_project_error(struct wd_model *, double t);

static inline int32_t flow_project(struct wd_model *model, double t, double *y)
{
    return model->kind->project ? flow_onto_constraints(model, t, y) : WD_OK;
}

/* True if the kind's advance() moves the model with the present settings. */
int flow_uses_advance(const struct wd_model *);
/* Compute outputs and input values at the present point; they are unchanged if the call is
 * stopped. */
int32_t flow_outputs(struct wd_model *);
/* Compute outputs and input values at time t and the state y, with the signal pieces that are
 * selected for the present time. */
int32_t flow_outputs_at(struct wd_model *, double t, const double *y);

#endif
