/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "num/dense.h"

#include <float.h>
#include <math.h>

int dense_finite(const double *a, size_t n)
{
    double s0 = 0, s1 = 0; /* 0 * x is NaN for NaN and infinity; NaN stays in a sum */
    size_t i = 0;
    for (; i + 2 <= n; i += 2) {
        s0 += 0 * a[i];
        s1 += 0 * a[i + 1];
    }
    if (i < n)
        s0 += 0 * a[i];
    return s0 + s1 == 0;
}

double dense_largest(const double *a, size_t n)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        if (fabs(a[i]) > largest)
            largest = fabs(a[i]);
    return largest;
}

double dense_norm(const double *a, size_t n)
{
    double square = dense_dot(a, a, n);
    if (square > 1e-270 && square < 1e270)
        return sqrt(square);
    double largest = dense_largest(a, n);
    if (largest == 0)
        return 0;
    int exponent;
    frexp(largest, &exponent);
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        double scaled = ldexp(a[i], -exponent);
        sum += scaled * scaled;
    }
    return ldexp(sqrt(sum), exponent);
}

int dense_diagonal(const double *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (a[i * n + j] != 0 && i != j)
                return 0;
    return 1;
}

int dense_symmetric(const double *a, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            double allowed = 1e-12 * (fabs(a[i * n + i]) + fabs(a[j * n + j]));
            if (fabs(a[i * n + j] - a[j * n + i]) > allowed)
                return 0;
        }
    return 1;
}

int dense_cholesky(double *a, size_t n)
{
    double rounding = (double)n * DBL_EPSILON;
    for (size_t i = 0; i < n; i++) {
        double *ai = a + i * n;
        for (size_t j = 0; j < i; j++)
            ai[j] = (ai[j] - dense_dot(ai, a + j * n, j)) * a[j * n + j];
        double pivot = ai[i] - dense_dot(ai, ai, i);
        if (!(pivot > rounding * ai[i]))
            return 0;
        ai[i] = 1 / sqrt(pivot);
    }
    return 1;
}

void dense_forward(const double *l, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = (x[i] - dense_dot(l + i * n, x, i)) * l[i * n + i];
}

void dense_backward(const double *l, size_t n, double *x)
{
    for (size_t i = n; i-- > 0;) {
        x[i] *= l[i * n + i];
        dense_add(x, -x[i], l + i * n, i);
    }
}

void dense_lower_product(const double *l, size_t n, const double *x, double *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = dense_dot(l + i * n, x, i) + x[i] / l[i * n + i];
}

/* The rows are independent of each other, so they go innermost. */
void dense_forward_rows(const double *l, size_t n, double *rows, size_t m)
{
    for (size_t j = 0; j < n; j++) {
        const double *lj = l + j * n;
        for (size_t i = 0; i < m; i++) {
            double *x = rows + i * n;
            x[j] = (x[j] - dense_dot(lj, x, j)) * lj[j];
        }
    }
}

void dense_product(const double *a, size_t rows, size_t columns, const double *x, double *y)
{
    for (size_t i = 0; i < rows; i++)
        y[i] = dense_dot(a + i * columns, x, columns);
}

void dense_transposed_product(const double *a, size_t rows, size_t columns, const double *x,
                              double *y)
{
    for (size_t j = 0; j < columns; j++)
        y[j] = 0;
    for (size_t i = 0; i < rows; i++)
        dense_add(y, x[i], a + i * columns, columns);
}

double dense_growth(const double *t, size_t n, size_t row, size_t column, int inverted, double *y)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j < i; j++)
            sum += t[i * row + j * column] * y[j];
        double diagonal = t[i * row + i * column];
        y[i] = -(sum < 0 ? sum - 1 : sum + 1);
        y[i] = inverted ? y[i] * diagonal : y[i] / diagonal;
        largest = fmax(largest, fabs(y[i]));
    }
    return largest;
}
