/* SPDX-License-Identifier: MIT */
/* Real roots of polynomials c[0] + c[1] x + ... + c[degree] x^degree. Leading coefficients may be 0
 * or next to it. Nothing allocates. */
#ifndef NUM_POLY_H
#define NUM_POLY_H

#include <stddef.h>
#include <stdint.h>

enum { POLY_DEGREE = 8 };

/* The distinct real roots of c[0] + c[1] x + c[2] x^2, ascending; their number. No intermediate
 * result overflows; roots that are not finite and those of the polynomial 0 are left out. */
size_t poly_quadratic(const double c[3], double roots[2]);

/* The distinct real roots within [lo, hi], ascending, at most degree of them; infinite bounds are
 * allowed. Where the polynomial comes so close to 0 that rounding hides whether it touches, crosses
 * or misses it, there is one root. Terms that nowhere in the part of the interval which may hold
 * roots reach 1e-300 of the largest are lost. WD_OK; WD_EINVAL: degree above POLY_DEGREE, a
 * coefficient that is not finite, all of them 0, or not lo <= hi. */
int32_t poly_roots(const double *c, size_t degree, double lo, double hi, double *roots,
                   size_t *count);

#endif
