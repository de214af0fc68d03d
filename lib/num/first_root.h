/* SPDX-License-Identifier: MIT */
/* When what a polynomial of the time measures falls below zero for the first time. */
#ifndef NUM_FIRST_ROOT_H
#define NUM_FIRST_ROOT_H

#include <stddef.h>

enum { FIRST_ROOT_DEGREE = 40 };

/* The first t in [0, end] after which c[0] + c[1] t + ... + c[degree] t^degree is below zero, or
 * infinity. Leading coefficients that are zero are no fall: t^k is divided out. Falls that rounding
 * of the largest coefficient hides may be missed, no others. degree <= FIRST_ROOT_DEGREE, end
 * finite. */
double first_root(const double *c, size_t degree, double end);

#endif
