/* SPDX-License-Identifier: MIT */
/* The linearised bicycle in closed form: M q'' + v C1 q' + (g K0 + v^2 K2) q = f with q = (roll,
 * steer) and the z-down axes of Meijaard, Papadopoulos, Ruina and Schwab (2007). */
#ifndef BICYCLE_CANONICAL_H
#define BICYCLE_CANONICAL_H

#include "models/bicycle/parameters.h"

/* The 2 x 2 matrices of the linear model, in row-major order. */
struct canonical {
    double M[4], C1[4], K0[4], K2[4];
};

struct canonical bicycle_canonical(const struct bicycle_parameters *);

#endif
