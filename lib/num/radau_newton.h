/* SPDX-License-Identifier: MIT */
/* The nonlinear system of a step of Radau IIA. */
#ifndef NUM_RADAU_NEWTON_H
#define NUM_RADAU_NEWTON_H

#include "num/radau.h"

enum { RADAU_NEWTON_MOST = 7 }; /* maximum number of corrections: Hairer and Wanner's value */

/* Times of the stages, in units of the step. */
extern const double radau_newton_times[RADAU_STAGES];

/* Factorise the matrices of Newton's iteration for a step of length h. 0: a matrix is singular. */
int radau_newton_factor(struct radau *, double h);

/* Solve for the stages of a step of length h by Newton's iteration, from the guess in z and with
 * the factorised matrices. WD_OK, WD_ENOCONV, or a status of the right-hand side. */
int32_t radau_newton_solve(struct radau *, double t, double h, const double *y);

/* x := (gamma / h - J)^-1 x, for the error estimate: gamma is the real eigenvalue of A^-1. */
void radau_newton_filter(const struct radau *, double *x);

#endif
