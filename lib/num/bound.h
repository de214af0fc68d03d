/* SPDX-License-Identifier: MIT */
/* Smaller and larger of two numbers in one instruction each. Where one of them is not a number, the
 * second is taken; num_fmin() and num_fmax() take the other. */
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

/* x within [-bound, bound] */
static inline double bound_clip(double x, double bound)
{
    return smaller(larger(x, -bound), bound);
}

#endif
