/* SPDX-License-Identifier: MIT */
/* Extrapolated difference quotients of one output: from above, from below, of both sides, and the
 * kink between them. */
#ifndef CORE_SLOPES_H
#define CORE_SLOPES_H

#include "core/gradient_shift.h"
#include "num/richardson.h"

/* For a smooth output, the errors of central quotients have even powers of the shift, and the
 * differences of one-sided quotients have odd powers and the limit 0. */
struct slopes {
    struct richardson side[SIDES], central;
    struct richardson kink; /* half of the derivative from above less that from below */
    double early_kink;      /* largest half difference of one-sided quotients in the first rows */
    double noise;           /* change of an output that errors of two motions may cause */
    double base, scale;     /* unshifted output; magnitude of the shifted value, at least 1 */
};

/* A derivative with its estimated error; NAN and INFINITY if there is none. */
struct slope {
    double value, error;
};

/* Begin with no quotient. `atol`: error of an output that motions may have. */
void slopes_open(struct slopes *, double base, double scale, double atol);
/* Add the outputs of shifts by `width` to each side; those of width 0 are not used. */
void slopes_add(struct slopes *, const double *shifted, const double *width);
/* Return 1 if no further row is needed for the derivative from this side; SIDES: from both. */
int slopes_done(const struct slopes *, int from);
/* Derivative from one side; SIDES: from both, if they are the same as far as the estimates tell. */
struct slope slopes_result(const struct slopes *, int from);

#endif
