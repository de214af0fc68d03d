/* SPDX-License-Identifier: MIT */
/* Real roots of c[0] + c[1] x + c[2] x^2. The highest coefficients may be zero or nearly zero. */
#ifndef NUM_POLY_H
#define NUM_POLY_H

#include <stddef.h>

/* Compute the distinct real roots, ascending; returns their number. No intermediate result
 * overflows. Roots that are not finite are omitted, as are those of the zero polynomial. */
size_t poly_quadratic(const double c[3], double roots[2]);

#endif
