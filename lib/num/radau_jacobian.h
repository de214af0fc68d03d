/* SPDX-License-Identifier: MIT */
/* The Jacobian of a right-hand side by differences. */
#ifndef NUM_RADAU_JACOBIAN_H
#define NUM_RADAU_JACOBIAN_H

#include "num/radau.h"

/* Compute the Jacobian at the start of a step of about the length h by one evaluation for each
 * number that is not cyclic; radau->rate must hold the right-hand side there. WD_OK, the status of
 * the right-hand side, or WD_ENOCONV if it is not finite. */
int32_t radau_jacobian_make(struct radau *, double t, double h, const double *y);

#endif
