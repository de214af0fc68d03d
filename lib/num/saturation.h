/* SPDX-License-Identifier: MIT */
/* Smooth saturation function of all laws of relaxed stiction. */
#ifndef NUM_SATURATION_H
#define NUM_SATURATION_H

#include "num/elementary.h"
#include "num/power.h"

struct saturation {
    double part;      /* (1 + r^p)^(-1/p) with r = demand/limit */
    double log_slope; /* r^p/(1 + r^p) = -d(log part)/d(log r) */
};

/* Return the fraction of a demanded force that the limit admits; r = |demand|/limit. For r > 1 the
 * factor 1/r is taken out of the root, so that no power overflows. Far below and far above the
 * limit the root is exactly 1. */
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

/* Remove the rounding error by which part times demand may exceed the limit. */
static inline double saturation_limit(double force, double limit)
{
    return num_fmax(-limit, num_fmin(limit, force));
}

#endif
