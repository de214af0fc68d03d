/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small dense algebra, row major. Nothing allocates; lengths of zero are fine. */
#ifndef NUM_DENSE_H
#define NUM_DENSE_H

#include <stddef.h>

/* Four running sums: the sum is the same with and without optimisation, and not one long chain. */
static inline double dense_dot(const double *a, const double *b, size_t n)
{
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        s0 += a[i] * b[i];
        s1 += a[i + 1] * b[i + 1];
        s2 += a[i + 2] * b[i + 2];
        s3 += a[i + 3] * b[i + 3];
    }
    for (; i < n; i++)
        s0 += a[i] * b[i];
    return (s0 + s1) + (s2 + s3);
}

/* y += factor x; loads before stores, so that the compiler may take two at a time */
static inline void dense_add(double *y, double factor, const double *x, size_t n)
{
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        double y0 = y[i] + factor * x[i], y1 = y[i + 1] + factor * x[i + 1];
        double y2 = y[i + 2] + factor * x[i + 2], y3 = y[i + 3] + factor * x[i + 3];
        y[i] = y0, y[i + 1] = y1, y[i + 2] = y2, y[i + 3] = y3;
    }
    for (; i < n; i++)
        y[i] += factor * x[i];
}

/* y += f x + g z */
static inline void dense_add_two(double *y, double f, const double *x, double g, const double *z,
                                 size_t n)
{
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        double y0 = y[i] + f * x[i] + g * z[i], y1 = y[i + 1] + f * x[i + 1] + g * z[i + 1];
        double y2 = y[i + 2] + f * x[i + 2] + g * z[i + 2];
        double y3 = y[i + 3] + f * x[i + 3] + g * z[i + 3];
        y[i] = y0, y[i + 1] = y1, y[i + 2] = y2, y[i + 3] = y3;
    }
    for (; i < n; i++)
        y[i] += f * x[i] + g * z[i];
}

int dense_finite(const double *a, size_t n);

/* Largest absolute value; 0 if n is 0. */
double dense_largest(const double *a, size_t n);

/* Euclidean norm, without overflow or underflow on the way. */
double dense_norm(const double *a, size_t n);

/* Do all entries off the diagonal of the n x n matrix vanish? */
int dense_diagonal(const double *a, size_t n);

/* Is the n x n matrix symmetric up to rounding (1e-12 of the diagonal entries beside it)? */
int dense_symmetric(const double *a, size_t n);

/* A = U^T U in place: the upper triangle becomes U with the reciprocals of its diagonal, the rest
 * is scratch. Only the upper triangle is read. 0 if A is not numerically positive definite: a
 * pivot is no more than rounding of its diagonal entry, or not a number. */
int dense_cholesky(double *a, size_t n);

/* In what follows U is upper triangular with reciprocals on its diagonal, row i at u + i * stride.
 */

/* x := U^-T x, x := U^-1 x and y := U^T x. */
void dense_forward(const double *u, size_t n, size_t stride, double *x);
void dense_backward(const double *u, size_t n, size_t stride, double *x);
void dense_forward_product(const double *u, size_t n, size_t stride, const double *x, double *y);

/* Every row x of the m x n matrix := U^-T x. */
void dense_forward_rows(const double *u, size_t n, size_t stride, double *rows, size_t m);

/* Lower bound of the largest entry of |U^-T| 1, usually within a small factor of it: the solution
 * of U^T y = d with those signs d = +-1 that make y grow. y: n doubles. */
double dense_growth(const double *u, size_t n, size_t stride, double *y);

/* y := A x and y := A^T x for A rows x columns. */
void dense_product(const double *a, size_t rows, size_t columns, const double *x, double *y);
void dense_transposed_product(const double *a, size_t rows, size_t columns, const double *x,
                              double *y);

#endif
