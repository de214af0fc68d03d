/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of a kind at one time: its inputs, its right-hand side. */
#ifndef CORE_FLOW_H
#define CORE_FLOW_H

#include "core/model.h"

/* Comes first in each call that computes: takes the held inputs into input_at, where they stay, and
 * sees whether there are others. */
void flow_open(struct wd_model *);
/* Bring all signals to the piece of the present time. */
void flow_seek(struct wd_model *);
/* The first knot of a signal after that time; infinity if there is none. */
double flow_knot(const struct wd_model *);
/* The view at time t, with the inputs in input_at. */
int32_t flow_view(struct wd_model *, double t);
/* The status of a function of the kind, with an error text if it is a failure. */
int32_t flow_fail(struct wd_model *, int32_t status);

/* What an error text says of numbers that are not finite: the name and the value of one, NULL if
 * there is none, and what the kind said, after a colon if it said anything. */
struct culprit {
    const char *name;
    double value;
    const char *colon, *why;
};

/* The first number that is not finite among y, states and energies, or derivatives of these. */
struct culprit flow_culprit(const struct wd_model *, const double *y);
/* The right-hand side that the stepper sees; the context is the model. */
int32_t flow_rhs(double t, const double *y, double *dy, void *context);
/* Outputs and input values for the present point. */
int32_t flow_outputs(struct wd_model *);

#endif
