/* SPDX-License-Identifier: MIT */
/* Real roots of c[0] + c[1] x + c[2] x^2. The highest coefficients may be 0 or next to it. */
#ifndef NUM_POLY_H
#define NUM_POLY_H

#include <stddef.h>

/* The distinct real roots, ascending; their number. No intermediate result overflows; roots that
 * are not finite and those of the polynomial 0 are left out. */
size_t poly_quadratic(const double c[3], double roots[2]);

#endif
