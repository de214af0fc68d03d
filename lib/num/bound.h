/* SPDX-License-Identifier: MIT */
/* Minimum and maximum of two numbers in one instruction each. If either is NaN the second argument
 * is returned; num_fmin() and num_fmax() return the other number. */
#ifndef NUM_BOUND_H
#define NUM_BOUND_H

static inline double smaller(double x, double y)
{
    return x < y ? x : y;
}

static inline double larger(double x, double y)
{
    return x > y ? x : y;
}

/* x clipped to [-bound, bound]. */
static inline double bound_clip(double x, double bound)
{
    return smaller(larger(x, -bound), bound);
}

#endif
