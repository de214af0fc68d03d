/* SPDX-License-Identifier: MIT */
/* The equations of a kind at one time: its inputs, its right-hand side. */
#ifndef CORE_FLOW_H
#define CORE_FLOW_H

#include "core/model.h"
#include "num/seldom.h"

#include <math.h>

/* Comes before all that computes with the present settings: takes the held inputs into input_at,
 * where they stay, and sees whether there are others. */
void flow_open(struct wd_model *);
/* What one step of integration is counted as, or one of a kind that counts itself what it does. */
size_t flow_step_work(const struct wd_model *);
/* Signals, of a model that has any. */
void flow_seek_signals(struct wd_model *);
double flow_knot_of_signals(const struct wd_model *);
int32_t flow_inputs(struct wd_model *, double t);

/* Bring all signals to the piece of the present time. */
static inline void flow_seek(struct wd_model *model)
{
    if (model->driven)
        flow_seek_signals(model);
}

/* The first knot of a signal after that time; infinity if there is none. */
static inline double flow_knot(const struct wd_model *model)
{
    return model->driven ? flow_knot_of_signals(model) : (double)INFINITY;
}

/* The view at time t, with the inputs in input_at. */
static inline int32_t flow_view(struct wd_model *model, double t)
{
    model->view.t = t;
    model->why = NULL;
    model->misfit.tolerance = NAN;
    return model->driven ? flow_inputs(model, t) : WD_OK;
}

/* Write the error text of a failure of a function of the kind. Returns its status. */
SELDOM int32_t flow_failed(struct wd_model *, int32_t status);

/* The status of a function of the kind, with an error text if it is a failure. */
static inline int32_t flow_fail(struct wd_model *model, int32_t status)
{
    return status < 0 ? flow_failed(model, status) : status;
}

/* WD_ENOCONV, and why, of a step of size h in which a number was not finite: a derivative, or a sum
 * with finite ones in a stage or in the result. */
int32_t flow_not_finite(struct wd_model *, double h);
/* The right-hand side that the stepper sees; the context is the model. */
int32_t flow_rhs(double t, const double *y, double *dy, void *context);
/* The kind's projection of a state at time t, of a kind that has one. */
int32_t flow_onto_constraints(struct wd_model *, double t, double *y);

static inline int32_t flow_project(struct wd_model *model, double t, double *y)
{
    return model->kind->project ? flow_onto_constraints(model, t, y) : WD_OK;
}

/* Outputs and input values for the present point; none if the call is stopped. */
int32_t flow_outputs(struct wd_model *);

#endif
