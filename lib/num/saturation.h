/* SPDX-License-Identifier: MIT */
/* The smooth saturation that all laws of relaxed stiction share. */
#ifndef NUM_SATURATION_H
#define NUM_SATURATION_H

#include "num/elementary.h"
#include "num/power.h"

struct saturation {
    double part; /* (1 + r^p)^(-1/p) */
    double bend; /* r^p/(1 + r^p): by 1 + x the ratio r makes the part smaller by bend x */
};

/* The part of a demanded force that stays below the limit, r = |demand|/limit. For r > 1 the factor
 * 1/r is taken out of the root, so that no power overflows. Well below and well above the limit the
 * root is that of 1. */
static inline struct saturation saturation(double demand, double limit, double p)
{
    if (!(limit > 0))
        return (struct saturation){0, 1};
    double r = fabs(demand) / limit, scale = r > 1 ? r : 1;
    double small = power(r > 1 ? 1 / r : r, p), sum = 1 + small;
    return (struct saturation){(sum == 1 ? 1 : num_exp(-num_log(sum) / p)) / scale,
                               r > 1 ? 1 / sum : small / sum};
}

static inline double saturation_part(double demand, double limit, double p)
{
    return saturation(demand, limit, p).part;
}

/* Trims the rounding error by which part times demand may pass the limit. */
static inline double saturation_limit(double force, double limit)
{
    return num_fmax(-limit, num_fmin(limit, force));
}

#endif
