/* SPDX-License-Identifier: MIT */
/* The smooth saturation that both kinds of stiction share. */
#ifndef MODELS_SATURATION_H
#define MODELS_SATURATION_H

#include "num/elementary.h"
#include "num/power.h"

/* The part (1 + r^p)^(-1/p), r = |demand|/limit, of a demanded force that stays below the limit.
 * For r > 1 the factor 1/r is taken out of the root, so that no power overflows. Well below and
 * well above the limit the root is that of 1. */
static inline double saturation_part(double demand, double limit, double p)
{
    if (!(limit > 0))
        return 0;
    double r = fabs(demand) / limit, scale = r > 1 ? r : 1;
    double sum = 1 + power(r > 1 ? 1 / r : r, p);
    return (sum == 1 ? 1 : num_exp(-num_log(sum) / p)) / scale;
}

/* Trims the rounding error by which part times demand may pass the limit. */
static inline double saturation_limit(double force, double limit)
{
    return num_fmax(-limit, num_fmin(limit, force));
}

#endif
