/* SPDX-License-Identifier: MIT */
/* The collocation polynomial of a step: of degree 3, through its start and its stages. */
#ifndef NUM_RADAU_POLYNOMIAL_H
#define NUM_RADAU_POLYNOMIAL_H

#include "num/radau.h"

/* Guess the stages of a step of length h, into z: from the polynomial of another step from the same
 * start if there is one, else from that of the step before. Up to `furthest` times the length of
 * that step; zeros beyond, or without such a step. */
void radau_polynomial_guess(struct radau *, double h, double furthest);

#endif
