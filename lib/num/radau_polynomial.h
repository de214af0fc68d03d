/* SPDX-License-Identifier: MIT */
/* The collocation polynomial of a step: of degree 3, through its start and its stages. */
#ifndef NUM_RADAU_POLYNOMIAL_H
#define NUM_RADAU_POLYNOMIAL_H

#include "num/radau.h"

/* Write a guess of the stages of a step of length h to z. The guess is read from the polynomial of
 * another step from the same start if there is one, else from that of the previous step. The guess
 * is zero if h exceeds `furthest` times the length of that step, or if there is no such step. */
void radau_polynomial_guess(struct radau *, double h, double furthest);

#endif
