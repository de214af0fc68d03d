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
    if (isnan(square))
        return square;
    if (square > 1e-270 && square < 1e270)
        return sqrt(square);
    double largest = dense_largest(a, n);
    if (largest == 0 || largest > DBL_MAX)
        return largest;
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
            if (!(fabs(a[i * n + j] - a[j * n + i]) <= allowed))
                return 0;
        }
    return 1;
}

/* Row i of U, once the rows before it have been subtracted. a[i * n] keeps the diagonal of A. */
static int finish_row(double *a, size_t n, size_t i)
{
    double *row = a + i * n + i;
    if (!(row[0] > (double)n * DBL_EPSILON * a[i * n]))
        return 0;
    row[0] = 1 / sqrt(row[0]);
    for (size_t j = 1; j < n - i; j++)
        row[j] *= row[0];
    return 1;
}

/* Two rows at a time are subtracted from all that follow, which do not wait for each other. */
int dense_cholesky(double *a, size_t n)
{
    for (size_t i = 1; i < n; i++)
        a[i * n] = a[i * n + i];
    for (size_t k = 0; k < n; k += 2) {
        double *one = a + k * n, *two = one + n;
        if (!finish_row(a, n, k))
            return 0;
        if (k + 1 == n)
            break;
        dense_add(two + k + 1, -one[k + 1], one + k + 1, n - k - 1);
        if (!finish_row(a, n, k + 1))
            return 0;
        for (size_t i = k + 2; i < n; i++)
            dense_add_two(a + i * n + i, -one[i], one + i, -two[i], two + i, n - i);
    }
    return 1;
}

void dense_forward(const double *u, size_t n, size_t stride, double *x)
{
    dense_forward_rows(u, n, stride, x, 1);
}

/* The rows are independent of each other, so they go innermost. */
void dense_forward_rows(const double *u, size_t n, size_t stride, double *rows, size_t m)
{
    size_t j = 0;
    for (; j + 1 < n; j += 2) {
        const double *one = u + j * stride + j, *two = one + stride;
        for (size_t i = 0; i < m; i++) {
            double *x = rows + i * n + j;
            x[0] *= one[0];
            x[1] = (x[1] - x[0] * one[1]) * two[1];
            dense_add_two(x + 2, -x[0], one + 2, -x[1], two + 2, n - j - 2);
        }
    }
    for (size_t i = 0; j < n && i < m; i++)
        rows[i * n + j] *= u[j * stride + j];
}

void dense_backward(const double *u, size_t n, size_t stride, double *x)
{
    for (size_t i = n; i-- > 0;) {
        const double *ui = u + i * stride + i;
        x[i] = (x[i] - dense_dot(ui + 1, x + i + 1, n - i - 1)) * ui[0];
    }
}

void dense_forward_product(const double *u, size_t n, size_t stride, const double *x, double *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = 0;
    for (size_t i = 0; i < n; i++) {
        const double *ui = u + i * stride + i;
        y[i] += x[i] / ui[0];
        dense_add(y + i + 1, x[i], ui + 1, n - i - 1);
    }
}

double dense_growth(const double *u, size_t n, size_t stride, double *y)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        y[i] = 0;
    for (size_t i = 0; i < n; i++) {
        const double *ui = u + i * stride + i;
        y[i] = (y[i] < 0 ? y[i] - 1 : y[i] + 1) * ui[0];
        dense_add(y + i + 1, -y[i], ui + 1, n - i - 1);
        largest = fabs(y[i]) > largest ? fabs(y[i]) : largest;
    }
    return largest;
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
