/* SPDX-License-Identifier: MIT */
/* Linear model about the present point, or about the steady motion near it that the kind
 * chooses. */
#ifndef CORE_LINEAR_H
#define CORE_LINEAR_H

#include "core/model.h"

/* Number of states of the linear model. With kind->linear_states the model must be running. */
size_t linear_size(const struct wd_model *);
const char *linear_name(const struct wd_model *, size_t i); /* NULL beyond the end */

/* Compute A = df/dy, n x n, and B = df/du, n x count, for the inputs `refs`; row major, either may
 * be NULL. */
int32_t linear_matrices(struct wd_model *, double *A, const uint32_t *refs, size_t count,
                        double *B);
/* Compute the eigenvalues of A, linear_size() of them. */
int32_t linear_eigenvalues(struct wd_model *, double *re, double *im);

#endif
