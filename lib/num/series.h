/* SPDX-License-Identifier: MIT */
/* Polynomials, and power series of which the first terms are kept: c[0] + c[1] t + c[2] t^2 ... */
#ifndef NUM_SERIES_H
#define NUM_SERIES_H

#include <stddef.h>

/* By Horner's rule. */
static inline double series_value(const double *c, size_t degree, double t)
{
    double value = c[degree];
    for (size_t k = degree; k-- > 0;)
        value = value * t + c[k];
    return value;
}

/* Term k of a product of two series, whose terms 0 to k are known. */
static inline double series_product(const double *a, const double *b, size_t k)
{
    double sum = 0;
    for (size_t i = 0; i <= k; i++)
        sum += a[i] * b[k - i];
    return sum;
}

/* Makes c(t) c(t + by). */
static inline void series_shift(double *c, size_t degree, double by)
{
    for (size_t j = 0; j < degree; j++)
        for (size_t k = degree; k-- > j;)
            c[k] += by * c[k + 1];
}

#endif
