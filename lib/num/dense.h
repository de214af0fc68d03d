/* SPDX-License-Identifier: MIT */
/* Small dense linear algebra, row major. No allocation; lengths of zero are allowed. */
#ifndef NUM_DENSE_H
#define NUM_DENSE_H

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "num/two.h"

/* Return the scalar product, from four partial sums: they make the result independent of
 * optimisation and avoid one long chain of dependent additions. */
static inline double dense_dot(const double *a, const double *b, size_t n)
{
    two s01 = two_zero(), s23 = two_zero();
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        s01 = two_add(s01, two_multiply(two_load(a + i), two_load(b + i)));
        s23 = two_add(s23, two_multiply(two_load(a + i + 2), two_load(b + i + 2)));
    }
    double s0 = two_first(s01);
    for (; i < n; i++)
        s0 += a[i] * b[i];
    return (s0 + two_second(s01)) + two_sum(s23);
}

/* x := f x */
static inline void dense_scale(double *x, double f, size_t n)
{
    size_t i = 0;
    for (; i + 2 <= n; i += 2)
        two_store(x + i, two_scale(f, two_load(x + i)));
    if (i < n)
        x[i] *= f;
}

/* y += f x */
static inline void dense_add(double *y, double f, const double *x, size_t n)
{
    size_t i = 0;
    for (; i + 2 <= n; i += 2)
        two_store(y + i, two_add(two_load(y + i), two_scale(f, two_load(x + i))));
    if (i < n)
        y[i] += f * x[i];
}

/* y += f x + g z */
static inline void dense_add_two(double *y, double f, const double *x, double g, const double *z,
                                 size_t n)
{
    size_t i = 0;
    for (; i + 2 <= n; i += 2) {
        two sum = two_add(two_scale(f, two_load(x + i)), two_scale(g, two_load(z + i)));
        two_store(y + i, two_add(two_load(y + i), sum));
    }
    if (i < n)
        y[i] += f * x[i] + g * z[i];
}

/* y -= f[0] x + f[1] (the row after x) + ..., for four rows */
static inline void dense_subtract_four(double *y, const double *f, const double *x, size_t stride,
                                       size_t n)
{
    const double *x1 = x + stride, *x2 = x1 + stride, *x3 = x2 + stride;
    double f0 = f[0], f1 = f[1], f2 = f[2], f3 = f[3];
    size_t i = 0;
    for (; i + 2 <= n; i += 2) {
        two sum01 = two_add(two_scale(f0, two_load(x + i)), two_scale(f1, two_load(x1 + i)));
        two sum23 = two_add(two_scale(f2, two_load(x2 + i)), two_scale(f3, two_load(x3 + i)));
        two_store(y + i, two_subtract(two_load(y + i), two_add(sum01, sum23)));
    }
    if (i < n)
        y[i] -= (f0 * x[i] + f1 * x1[i]) + (f2 * x2[i] + f3 * x3[i]);
}

/* The same for eight rows, four after the other four; y is read and written once. */
static inline void dense_subtract_eight(double *y, const double *f, size_t f_stride,
                                        const double *x, size_t stride, size_t n)
{
    const double *x1 = x + stride, *x2 = x1 + stride, *x3 = x2 + stride, *x4 = x3 + stride,
                 *x5 = x4 + stride, *x6 = x5 + stride, *x7 = x6 + stride;
    double f0 = f[0], f1 = f[f_stride], f2 = f[2 * f_stride], f3 = f[3 * f_stride],
           f4 = f[4 * f_stride], f5 = f[5 * f_stride], f6 = f[6 * f_stride], f7 = f[7 * f_stride];
    size_t i = 0;
    for (; i + 2 <= n; i += 2) {
        two sum01 = two_add(two_scale(f0, two_load(x + i)), two_scale(f1, two_load(x1 + i)));
        two sum23 = two_add(two_scale(f2, two_load(x2 + i)), two_scale(f3, two_load(x3 + i)));
        two sum45 = two_add(two_scale(f4, two_load(x4 + i)), two_scale(f5, two_load(x5 + i)));
        two sum67 = two_add(two_scale(f6, two_load(x6 + i)), two_scale(f7, two_load(x7 + i)));
        two left = two_subtract(two_load(y + i), two_add(sum01, sum23));
        two_store(y + i, two_subtract(left, two_add(sum45, sum67)));
    }
    if (i < n) {
        y[i] -= (f0 * x[i] + f1 * x1[i]) + (f2 * x2[i] + f3 * x3[i]);
        y[i] -= (f4 * x4[i] + f5 * x5[i]) + (f6 * x6[i] + f7 * x7[i]);
    }
}

/* y -= f[0] x + f[f_stride] (the row after x) + ..., for `rows` rows of n */
static inline void dense_subtract_rows(double *y, const double *f, size_t f_stride, const double *x,
                                       size_t stride, size_t rows, size_t n)
{
    for (; rows >= 8; rows -= 8, f += 8 * f_stride, x += 8 * stride)
        dense_subtract_eight(y, f, f_stride, x, stride, n);
    for (; rows >= 4; rows -= 4, f += 4 * f_stride, x += 4 * stride) {
        const double four[] = {f[0], f[f_stride], f[2 * f_stride], f[3 * f_stride]};
        dense_subtract_four(y, four, x, stride, n);
    }
    if (rows >= 2) {
        dense_add_two(y, -f[0], x, -f[f_stride], x + stride, n);
        rows -= 2, f += 2 * f_stride, x += 2 * stride;
    }
    if (rows == 1)
        dense_add(y, -f[0], x, n);
}

/* True if all n numbers are finite. */
int dense_finite(const double *a, size_t n);

/* Return the largest absolute value; 0 if n is 0. */
double dense_largest(const double *a, size_t n);

/* A sum of squares between these limits has no error from underflow or overflow beyond its
 * rounding. */
#define DENSE_LEAST_SQUARE 1e-270
#define DENSE_LARGEST_SQUARE 1e270
/* Relative to 1: smaller numbers are negligible. The product of two larger numbers is still normal.
 */
#define DENSE_NEGLIGIBLE 1e-140
/* Relative to the sum of the two diagonal entries: allowed difference of two entries of a symmetric
 * matrix, which callers may have computed in two ways. */
#define DENSE_SYMMETRY 1e-12

static inline int dense_square_fits(double square)
{
    return square > DENSE_LEAST_SQUARE && square < DENSE_LARGEST_SQUARE;
}

/* Return the Euclidean norm of n numbers without intermediate underflow or overflow: dense_norm()
 * in general, dense_root() with a known sum of squares, dense_scaled_norm() for numbers whose
 * squares leave the range. */
double dense_scaled_norm(const double *a, size_t n);

static inline double dense_root(double square, const double *a, size_t n)
{
    return dense_square_fits(square) ? sqrt(square) : dense_scaled_norm(a, n);
}

static inline double dense_norm(const double *a, size_t n)
{
    return dense_root(dense_dot(a, a, n), a, n);
}

static inline uint64_t dense_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* True if all off-diagonal entries of the n x n matrix are zero. Between two diagonal entries there
 * are n others; all bits of a zero except its sign are zero. */
static inline int dense_diagonal(const double *a, size_t n)
{
    for (const double *last = a + n * n; a + n < last; a += n + 1) {
        uint64_t some = dense_bits(a[1]);
        for (size_t j = 1 + n % 2; j < n; j += 2)
            some |= dense_bits(a[j]) | dense_bits(a[j + 1]);
        if (some << 1 != 0)
            return 0;
    }
    return 1;
}

/* True if the n x n matrix is symmetric to DENSE_SYMMETRY. */
int dense_symmetric(const double *a, size_t n);

/* dense_cholesky(), dense_forward() and dense_backward() are inline, because they take less time if
 * the compiler knows n: the inertia of a free body has six rows. */

/* Factorise A = U^T U in place: the upper triangle becomes U with the reciprocals of its diagonal.
 * Only the upper triangle is read and written. 0 if A is not numerically positive definite: a pivot
 * is NaN or zero to rounding of its diagonal entry. */
static inline int dense_cholesky(double *a, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double *row = a + i * n + i, diagonal = *row;
        dense_subtract_rows(row, a + i, n, a + i, n, i, n - i);
        if (!(*row > (double)n * DBL_EPSILON * diagonal))
            return 0;
        *row = 1 / sqrt(*row);
        dense_scale(row + 1, *row, n - i - 1);
    }
    return 1;
}

/* A := X X^T for n rows of six numbers; columns: scratch of the size of X. Only the upper triangle
 * of A is valid afterwards; dense_mirror() completes it. */
void dense_square_of_six(const double *x, size_t n, double *columns, double *a);

/* Copy the upper triangle of the n x n matrix to the lower one. */
void dense_mirror(double *a, size_t n);

/* y := A x, with the same bits as dense_dot() of each row; row i has n numbers at a + i *
 * stride. */
void dense_product(double *y, const double *a, size_t rows, size_t stride, const double *x,
                   size_t n);

/* y += A x for a symmetric matrix */
void dense_add_symmetric(double *y, const double *a, const double *x, size_t n);

/* Triangular solves. U is upper triangular with reciprocals on its diagonal, row i at u + i *
 * stride. */

/* X := U^-T X for n rows of `columns` numbers, or for one column. */
void dense_forward_columns(const double *u, size_t n, size_t stride, double *x, size_t columns);

/* Solve for the first four entries of x, and reduce the others by them. The sums have the order of
 * those of dense_forward_columns(). */
static inline void dense_forward_block(const double *u, size_t n, size_t stride, double *x)
{
    const double *u1 = u + stride, *u2 = u1 + stride, *u3 = u2 + stride;
    double a = x[0] * u[0];
    double b = (x[1] - u[1] * a) * u1[1];
    double c = (x[2] + (-u[2] * a + -u1[2] * b)) * u2[2];
    double d = (x[3] + (-u[3] * a + -u1[3] * b) - u2[3] * c) * u3[3];
    x[0] = a, x[1] = b, x[2] = c, x[3] = d;
    dense_subtract_four(x + 4, (double[]){a, b, c, d}, u + 4, stride, n - 4);
}

static inline void dense_forward(const double *u, size_t n, size_t stride, double *x)
{
    for (; n >= 4; n -= 4, u += 4 * (stride + 1), x += 4)
        dense_forward_block(u, n, stride, x);
    if (n > 0)
        x[0] *= u[0];
    if (n > 1)
        x[1] = (x[1] - u[1] * x[0]) * u[stride + 1];
    if (n > 2)
        x[2] = (x[2] + (-u[2] * x[0] + -u[stride + 2] * x[1])) * u[2 * stride + 2];
}

/* x := U^-T x for every row x of the m x n matrix. */
void dense_forward_rows(const double *u, size_t n, size_t stride, double *rows, size_t m);

/* x := U^-1 x for one x, or for two, which may be the same. */
static inline void dense_backward(const double *u, size_t n, size_t stride, double *x)
{
    size_t i = n;
    for (; i >= 2; i -= 2) {
        const double *u0 = u + (i - 2) * stride + i, *u1 = u0 + stride;
        two d0 = two_zero(), d1 = two_zero();
        size_t j = 0;
        for (; j + 2 <= n - i; j += 2) {
            two xj = two_load(x + i + j);
            d0 = two_add(d0, two_multiply(two_load(u0 + j), xj));
            d1 = two_add(d1, two_multiply(two_load(u1 + j), xj));
        }
        if (j < n - i) {
            d0 = two_add(d0, two_of(u0[j] * x[i + j], 0));
            d1 = two_add(d1, two_of(u1[j] * x[i + j], 0));
        }
        double x1 = (x[i - 1] - two_sum(d1)) * u1[-1];
        double x0 = (x[i - 2] - two_sum(d0) - u0[-1] * x1) * u0[-2];
        two_store(x + i - 2, two_of(x0, x1)); /* loaded as a pair */
    }
    if (i == 1)
        x[0] = (x[0] - dense_dot(u + 1, x + 1, n - 1)) * u[0];
}

void dense_backward_two(const double *u, size_t n, size_t stride, double *x, double *y);

/* y := U^T x */
void dense_forward_product(const double *u, size_t n, size_t stride, const double *x, double *y);

/* Return a lower bound of the largest entry of |U^-T| e, usually within a small factor, where all
 * entries of e are 1. The bound is the largest |y_i| of the solution of U^T y = d, in which each
 * entry of d is 1 or -1, with the sign that makes y grow. y: n > 0 doubles, which get the solution.
 */
double dense_growth(const double *u, size_t n, size_t stride, double *y);

#endif
