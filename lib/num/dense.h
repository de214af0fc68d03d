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

/* y += factor x */
static inline void dense_add(double *y, double factor, const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] += factor * x[i];
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

/* A = L L^T in place: the lower triangle becomes L with the reciprocals of its diagonal, the rest
 * is not touched. Only the lower triangle is read. 0 if A is not numerically positive definite: a
 * pivot is no more than rounding of its diagonal entry. */
int dense_cholesky(double *a, size_t n);

/* x := L^-1 x, x := L^-T x and y := L x for an L of dense_cholesky(). */
void dense_forward(const double *l, size_t n, double *x);
void dense_backward(const double *l, size_t n, double *x);
void dense_lower_product(const double *l, size_t n, const double *x, double *y);

/* Every row x of the m x n matrix := L^-1 x. */
void dense_forward_rows(const double *l, size_t n, double *rows, size_t m);

/* y := A x and y := A^T x for A rows x columns. */
void dense_product(const double *a, size_t rows, size_t columns, const double *x, double *y);
void dense_transposed_product(const double *a, size_t rows, size_t columns, const double *x,
                              double *y);

/* Lower bound of the largest entry of |T^-1| 1, usually within a small factor of it: forward
 * substitution T y = d with the signs d = +-1 that make y grow. T is lower triangular, entry (i, j)
 * at t[i * row + j * column], with `inverted` its diagonal holds reciprocals. y: n doubles. */
double dense_growth(const double *t, size_t n, size_t row, size_t column, int inverted, double *y);

#endif
