/* SPDX-License-Identifier: MIT */
/* Polynomials, and power series of which the first terms are kept: c[0] + c[1] t + c[2] t^2 ... */
#ifndef NUM_SERIES_H
#define NUM_SERIES_H

#include <math.h>
#include <stddef.h>

/* By Horner's rule. */
static inline double series_value(const double *c, size_t degree, double t)
{
    double value = c[degree];
    for (size_t k = degree; k-- > 0;)
        value = value * t + c[k];
    return value;
}

/* Of the derivative. */
static inline double series_slope(const double *c, size_t degree, double t)
{
    double slope = 0;
    for (size_t k = degree; k > 0; k--)
        slope = slope * t + (double)k * c[k];
    return slope;
}

/* Up to t > 0 the place (x, y) is no farther from where it is at 0, both coordinates together. */
static inline double series_way(const double *x, const double *y, size_t degree, double t)
{
    double sum = 0;
    for (size_t k = degree; k > 0; k--)
        sum = (sum + fabs(x[k]) + fabs(y[k])) * t;
    return sum;
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

/* On [0, end] the polynomial is nowhere smaller: by Horner's rule, with intervals for numbers. */
static inline double series_least(const double *c, size_t degree, double end)
{
    double least = c[degree];
    for (size_t k = degree; k-- > 0;)
        least = c[k] + (least < 0 ? least * end : 0);
    return least;
}

/* Bernstein's form on [0, end], the sums of Pascal's triangle: there the polynomial is between the
 * smallest and the largest of b[0 ... degree]. */
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
