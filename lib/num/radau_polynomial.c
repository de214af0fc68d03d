/* SPDX-License-Identifier: MIT */
#include "num/radau_polynomial.h"

#include <string.h>

#include "num/radau_newton.h"

/* Return the value at x of the polynomial of degree 3 that is 1 at stage time j, and 0 at the other
 * stage times and at 0. */
static double basis(size_t j, double x)
{
    const double *c = radau_newton_times;
    double product = x / c[j];
    for (size_t i = 0; i < RADAU_STAGES; i++)
        if (i != j)
            product *= (x - c[i]) / (c[j] - c[i]);
    return product;
}

/* Set the weights of the stages in the change of the polynomial between two times. */
static void set_weights(double *weight, double from, double to)
{
    for (size_t j = 0; j < RADAU_STAGES; j++)
        weight[j] = basis(j, to) - basis(j, from);
}

void radau_polynomial_guess(struct radau *radau, double h, double furthest)
{
    size_t n = radau->n;
    int is_here = radau->solved_h > 0;
    const double *z = is_here ? radau->z : radau->past_z;
    double from = is_here ? 0 : radau->past->end, of = is_here ? radau->solved_h : radau->past->h;
    double m[RADAU_STAGES][RADAU_STAGES];
    if (!(h <= furthest * of)) {
        memset(radau->z, 0, RADAU_STAGES * n * sizeof *radau->z);
        return;
    }
    for (size_t i = 0; i < RADAU_STAGES; i++)
        set_weights(m[i], from, from + radau_newton_times[i] * h / of);
    for (size_t k = 0; k < n; k++) {
        double x1 = z[k], x2 = z[n + k], x3 = z[2 * n + k];
        for (size_t i = 0; i < RADAU_STAGES; i++)
            radau->z[i * n + k] = m[i][0] * x1 + m[i][1] * x2 + m[i][2] * x3;
    }
}

void radau_interpolate(const struct radau *radau, double h, const double *y, double *y_at)
{
    size_t n = radau->n, q = radau->quadratures;
    const double *z = radau->z, *integral = radau->integral;
    double weight[RADAU_STAGES];
    set_weights(weight, 0, h / radau->solved_h);
    for (size_t i = 0; i < n; i++)
        y_at[i] = y[i] + (weight[0] * z[i] + weight[1] * z[n + i] + weight[2] * z[2 * n + i]);
    for (size_t i = 0; i < q; i++)
        y_at[n + i] = y[n + i] + (weight[0] * integral[i] + weight[1] * integral[q + i] +
                                  weight[2] * integral[2 * q + i]);
    memcpy(y_at + n + q, y + n + q, (radau->size - n - q) * sizeof *y_at);
}
