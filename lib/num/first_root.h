/* SPDX-License-Identifier: MIT */
/* First time at which a polynomial becomes negative. */
#ifndef NUM_FIRST_ROOT_H
#define NUM_FIRST_ROOT_H

#include <stddef.h>

enum { FIRST_ROOT_DEGREE = 40 };

/* Return the smallest t in [0, end] after which c[0] + c[1] t + ... + c[degree] t^degree is
 * negative, or infinity. If the first k coefficients are zero, t^k is divided out. Sign changes
 * hidden by rounding of the largest coefficient may be missed, no others. degree <=
 * FIRST_ROOT_DEGREE, end finite. */
double first_root(const double *c, size_t degree, double end);

#endif
