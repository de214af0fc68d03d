/* SPDX-License-Identifier: MIT */
/* Derivatives of the end of a motion by differences of copies of the model. */
#ifndef CORE_GRADIENT_H
#define CORE_GRADIENT_H

#include "core/model.h"

/* Checked arguments of wd_model_gradient() */
struct gradient_task {
    double t0, t_end;
    const uint32_t *outputs;
    size_t n_outputs;
    const uint32_t *variables;
    const size_t *numbers; /* NULL: values of all variables */
    size_t n_variables, threads;
    double *gradient, *errors; /* errors may be NULL */
    int32_t *sides;
};

/* Compute the derivatives. WD_OK, or a failure with its text and nothing written. */
int32_t gradient_compute(struct wd_model *, const struct gradient_task *);

#endif
