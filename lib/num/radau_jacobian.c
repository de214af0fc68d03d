/* SPDX-License-Identifier: MIT */
#include "num/radau_jacobian.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

#include "num/dense.h"
#include "num/elementary.h"

/* Rounding of the right-hand side f changes the state by eps h |f| in a step of length h. Relative
 * to the tolerances, a difference is at least this multiple of the largest such change, so that
 * rounding changes h J by no more than a thousandth. CVODE's value. */
#define ABOVE_ROUNDING 1000

/* Return the length of a difference as a multiple of the tolerance of each number. For the largest
 * number the length is sqrt(epsilon) of its magnitude, or more because of rounding. */
static double relative_length(const struct radau *radau, double h)
{
    double rounding = 0;
    for (size_t i = 0; i < radau->n; i++)
        rounding = num_fmax(rounding, fabs(radau->rate[i]) / radau->tolerance[i]);
    rounding *= DBL_EPSILON * h;
    return num_fmax(sqrt(DBL_EPSILON) / radau->relative, ABOVE_ROUNDING * rounding);
}

int32_t radau_jacobian_make(struct radau *radau, double t, double h, const double *y)
{
    size_t n = radau->n, rows = n + radau->quadratures;
    double *rate = radau->f, *stage = radau->stage, sum = 0;
    double relative = relative_length(radau, h);
    memcpy(stage, y, radau->size * sizeof *stage);
    radau->past->has_jacobian = 0;
    radau->factored_h = 0;
    memset(radau->jacobian, 0, rows * n * sizeof *radau->jacobian);
    for (size_t k = 0; k < radau->columns; k++) {
        size_t j = radau->column[k];
        /* The difference points in the direction of the motion, because after a jump a law may be
         * valid only from the start of the step on. */
        double length = relative * radau->tolerance[j];
        stage[j] = radau->rate[j] < 0 ? y[j] - length : y[j] + length;
        length = stage[j] - y[j]; /* the length after rounding */
        int32_t status = radau->rhs(t, stage, rate, radau->context);
        if (status != WD_OK)
            return status;
        if (!dense_finite(rate, rows))
            return WD_ENOCONV;
        for (size_t i = 0; i < rows; i++)
            sum += radau->jacobian[i * n + j] = (rate[i] - radau->rate[i]) / length;
        stage[j] = y[j];
    }
    if (!(sum - sum == 0))
        return WD_ENOCONV;
    radau->past->has_jacobian = radau->is_fresh = 1;
    return WD_OK;
}
