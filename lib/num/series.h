/* SPDX-License-Identifier: MIT */
/* Polynomials, and truncated power series: c[0] + c[1] t + c[2] t^2 + ... */
#ifndef NUM_SERIES_H
#define NUM_SERIES_H

#include <math.h>
#include <stddef.h>

/* Return the value at t, by Horner's rule. */
static inline double series_value(const double *c, size_t degree, double t)
{
    double value = c[degree];
    for (size_t k = degree; k-- > 0;)
        value = value * t + c[k];
    return value;
}

/* Return the first derivative at t. */
static inline double series_slope(const double *c, size_t degree, double t)
{
    double slope = 0;
    for (size_t k = degree; k > 0; k--)
        slope = slope * t + (double)k * c[k];
    return slope;
}

/* Return an upper bound, for all times up to t > 0, of the distance of (x, y) from its place at
 * time 0. */
static inline double series_way(const double *x, const double *y, size_t degree, double t)
{
    double sum = 0;
    for (size_t k = degree; k > 0; k--)
        sum = (sum + fabs(x[k]) + fabs(y[k])) * t;
    return sum;
}

/* Return term k of the product of two series, whose terms 0 to k are known. */
static inline double series_product(const double *a, const double *b, size_t k)
{
    double sum = 0;
    for (size_t i = 0; i <= k; i++)
        sum += a[i] * b[k - i];
    return sum;
}

/* Replace c(t) by c(t + by). */
static inline void series_shift(double *c, size_t degree, double by)
{
    for (size_t j = 0; j < degree; j++)
        for (size_t k = degree; k-- > j;)
            c[k] += by * c[k + 1];
}

/* Return a lower bound of the polynomial on [0, end], except for rounding errors: Horner's rule for
 * the whole interval. */
static inline double series_least(const double *c, size_t degree, double end)
{
    double least = c[degree];
    for (size_t k = degree; k-- > 0;)
        least = c[k] + (least < 0 ? least * end : 0);
    return least;
}

/* Compute the Bernstein coefficients b[0 ... degree] on [0, end]. On this interval the polynomial
 * is between the smallest and the largest of them. */
static inline void series_bernstein(const double *c, size_t degree, double end, double *b)
{
    double binomial = 1, power = 1;
    for (size_t k = 0; k <= degree; k++) {
        b[k] = c[k] * power / binomial;
        binomial = binomial * (double)(degree - k) / (double)(k + 1);
        power *= end;
    }
    for (size_t j = 1; j <= degree; j++)
        for (size_t i = degree; i >= j; i--)
            b[i] += b[i - 1];
}

#endif
