/* SPDX-License-Identifier: MIT */
/* Matrices for tests, row major. The loops are independent of the library that they check. */
#ifndef MATRIX_H
#define MATRIX_H

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "random.h"

/* Set the numbers of a to random numbers between -1 and 1. */
static inline void fill(double *a, size_t count)
{
    for (size_t i = 0; i < count; i++)
        a[i] = uniform(-1, 1);
}

static inline void zero(double *a, size_t count)
{
    memset(a, 0, count * sizeof *a);
}

/* Set a to the n x n diagonal matrix with entries d, or to the identity if d is NULL. */
static inline void diagonal(double *a, const double *d, size_t n)
{
    zero(a, n * n);
    for (size_t i = 0; i < n; i++)
        a[i * n + i] = d ? d[i] : 1;
}

/* c := a b for a of rows x inner and b of inner x columns */
static inline void times(const double *a, const double *b, size_t rows, size_t inner,
                         size_t columns, double *c)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++) {
            double sum = 0;
            for (size_t k = 0; k < inner; k++)
                sum += a[i * inner + k] * b[k * columns + j];
            c[i * columns + j] = sum;
        }
}

/* Largest magnitude of the numbers; infinity if one is NaN. */
static inline double largest(const double *a, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = isnan(a[i]) ? (double)INFINITY : fmax(most, fabs(a[i]));
    return most;
}

/* Largest difference of numbers of a and b; infinity if one is NaN. */
static inline double distance(const double *a, const double *b, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        double d = fabs(a[i] - b[i]);
        most = isnan(d) ? (double)INFINITY : fmax(most, d);
    }
    return most;
}

/* Largest difference of the n x n matrix from its transpose. Differences that are NaN are ignored.
 */
static inline double asymmetry(const double *a, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            most = fmax(most, fabs(a[i * n + j] - a[j * n + i]));
    return most;
}

/* Set a to the symmetric positive definite matrix R R^T + I, with a random R. */
static inline void definite(double *a, size_t n)
{
    double r[32]; /* a column of R, so n is at most 32 */
    diagonal(a, NULL, n);
    for (size_t k = 0; k < n; k++) {
        fill(r, n);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                a[i * n + j] += r[i] * r[j];
    }
}

#endif
