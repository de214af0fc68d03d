/* SPDX-License-Identifier: MIT */
/* Location of a sign change of a function of one variable within a bracket that always contains it.
 * No allocation. */
#ifndef NUM_ROOTS_H
#define NUM_ROOTS_H

#include <stdint.h>

typedef double (*roots_fn)(double x, void *context);

/* f_lo and f_hi are the values at lo < hi. */
struct roots_bracket {
    double lo, hi, f_lo, f_hi;
};

/* Narrow a bracket whose values have opposite signs, or 0 at hi, until it is no longer than the
 * tolerance or its ends are adjacent doubles; a tolerance of 0 is allowed. Afterwards f_lo has
 * the sign that it had, and f_hi the opposite sign or is 0, so hi is at or after the crossing. If
 * there are several sign changes, one of them is found. A value of 0 at lo is a root: hi becomes
 * lo. Infinite values count by their sign. The length is halved at least every four evaluations.
 * WD_OK; WD_EINVAL: not a bracket, or invalid bounds or tolerance; WD_ENOCONV: the function is NaN
 * somewhere inside; the bracket is the last valid one. */
int32_t roots_narrow(struct roots_bracket *bracket, double tolerance, roots_fn fn, void *context);

#endif
