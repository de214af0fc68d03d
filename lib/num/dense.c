/* SPDX-License-Identifier: MIT */
#include "num/dense.h"

#include <float.h>
#include <math.h>

int dense_finite(const double *a, size_t n)
{
    double s0 = 0, s1 = 0; /* 0 * x is NaN for NaN and infinity; NaN stays in a product */
    size_t i = 0;
    for (; i + 2 <= n; i += 2) {
        s0 *= a[i];
        s1 *= a[i + 1];
    }
    if (i < n)
        s0 *= a[i];
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

double dense_scaled_norm(const double *a, size_t n)
{
    double largest = 0, sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (isnan(a[i]))
            return a[i];
        largest = fabs(a[i]) > largest ? fabs(a[i]) : largest;
    }
    if (largest == 0 || largest > DBL_MAX)
        return largest;
    int exponent;
    frexp(largest, &exponent);
    for (size_t i = 0; i < n; i++) {
        double scaled = ldexp(a[i], -exponent);
        sum += scaled * scaled;
    }
    return ldexp(sqrt(sum), exponent);
}

/* Entries are compared exactly first, because most are equal; NaN is unequal to itself. */
int dense_symmetric(const double *a, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            double lower = a[i * n + j], upper = a[j * n + i];
            if (lower == upper)
                continue;
            if (!(fabs(lower - upper) <=
                  DENSE_SYMMETRY * (fabs(a[i * n + i]) + fabs(a[j * n + j]))))
                return 0;
        }
    return 1;
}

/* y := A x and z := A w, row i of A at a + i * stride; w may be x, and then z may be y. Works on
 * two rows and two vectors at a time; a last single row is computed twice. Each product has the
 * same bits, whatever is computed beside it. */
static void two_products(const double *a, size_t rows, size_t columns, size_t stride,
                         const double *x, const double *w, double *y, double *z)
{
    for (size_t i = 0; i < rows; i += 2) {
        size_t pair = i + 1 < rows, j = 0;
        const double *a0 = a + i * stride, *a1 = a0 + pair * stride;
        two x0 = two_zero(), x1 = two_zero(), w0 = two_zero(), w1 = two_zero();
        for (; j + 2 <= columns; j += 2) {
            two b0 = two_load(a0 + j), b1 = two_load(a1 + j);
            two xj = two_load(x + j), wj = two_load(w + j);
            x0 = two_add(x0, two_multiply(b0, xj));
            w0 = two_add(w0, two_multiply(b0, wj));
            x1 = two_add(x1, two_multiply(b1, xj));
            w1 = two_add(w1, two_multiply(b1, wj));
        }
        if (j < columns) {
            x0 = two_add(x0, two_of(a0[j] * x[j], 0));
            w0 = two_add(w0, two_of(a0[j] * w[j], 0));
            x1 = two_add(x1, two_of(a1[j] * x[j], 0));
            w1 = two_add(w1, two_of(a1[j] * w[j], 0));
        }
        y[i] = two_sum(x0), y[i + pair] = two_sum(x1);
        z[i] = two_sum(w0), z[i + pair] = two_sum(w1);
    }
}

/* Compute a linear combination of six columns, `apart` doubles from each other, two entries at a
 * time. */
static void combine_six(const double *by, const double *columns, size_t apart, size_t n,
                        double *restrict sum)
{
    const double *x0 = columns, *x1 = x0 + apart, *x2 = x1 + apart, *x3 = x2 + apart,
                 *x4 = x3 + apart, *x5 = x4 + apart;
    double a = by[0], b = by[1], c = by[2], d = by[3], e = by[4], f = by[5];
    size_t k = 0;
    for (; k + 2 <= n; k += 2) {
        two ab = two_add(two_scale(a, two_load(x0 + k)), two_scale(b, two_load(x1 + k)));
        two cd = two_add(two_scale(c, two_load(x2 + k)), two_scale(d, two_load(x3 + k)));
        two ef = two_add(two_scale(e, two_load(x4 + k)), two_scale(f, two_load(x5 + k)));
        two_store(sum + k, two_add(two_add(ab, cd), ef));
    }
    if (k < n)
        sum[k] = (a * x0[k] + b * x1[k]) + (c * x2[k] + d * x3[k]) + (e * x4[k] + f * x5[k]);
}

void dense_square_of_six(const double *x, size_t n, double *columns, double *a)
{
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < 6; c++)
            columns[c * n + i] = x[6 * i + c];
    for (size_t i = 0; i < n; i++)
        combine_six(x + 6 * i, columns + i, n, n - i, a + i * n + i);
}

/* Copy the 2 x 2 block at row i and column k to row k and column i. */
static void mirror_four(double *a, size_t n, size_t i, size_t k)
{
    two first = two_load(a + i * n + k), second = two_load(a + (i + 1) * n + k);
    two_store(a + k * n + i, two_of(two_first(first), two_first(second)));
    two_store(a + (k + 1) * n + i, two_of(two_second(first), two_second(second)));
}

/* Eight columns are written together, because they share the cache lines of each row. */
void dense_mirror(double *a, size_t n)
{
    enum { TOGETHER = 8 };
    for (size_t first = 0; first < n; first += TOGETHER) {
        size_t k = first, end = first + TOGETHER;
        for (; k + 2 <= n; k += 2) {
            for (size_t i = first; i < (k < end ? k : end); i += 2)
                mirror_four(a, n, i, k);
            if (k < end)
                a[(k + 1) * n + k] = a[k * n + k + 1];
        }
        for (size_t i = first; k < n && i < (k < end ? k : end); i++)
            a[k * n + i] = a[i * n + k];
    }
}

/* Set y[0] and y[1] to the products of the rows a and b with x, in the order of dense_dot(). */
static void multiply_two_rows(double *y, const double *a, const double *b, const double *x,
                              size_t n)
{
    two a01 = two_zero(), a23 = two_zero(), b01 = two_zero(), b23 = two_zero();
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        two x01 = two_load(x + i), x23 = two_load(x + i + 2);
        a01 = two_add(a01, two_multiply(two_load(a + i), x01));
        a23 = two_add(a23, two_multiply(two_load(a + i + 2), x23));
        b01 = two_add(b01, two_multiply(two_load(b + i), x01));
        b23 = two_add(b23, two_multiply(two_load(b + i + 2), x23));
    }
    double first = two_first(a01), second = two_first(b01);
    for (; i < n; i++)
        first += a[i] * x[i], second += b[i] * x[i];
    y[0] = (first + two_second(a01)) + two_sum(a23);
    y[1] = (second + two_second(b01)) + two_sum(b23);
}

void dense_product(double *y, const double *a, size_t rows, size_t stride, const double *x,
                   size_t n)
{
    size_t i = 0;
    for (; i + 2 <= rows; i += 2, a += 2 * stride)
        multiply_two_rows(y + i, a, a + stride, x, n);
    if (i < rows)
        y[i] = dense_dot(a, x, n);
}

void dense_add_symmetric(double *y, const double *a, const double *x, size_t n)
{
    size_t i = 0;
    for (; i + 2 <= n; i += 2, a += 2 * n)
        dense_add_two(y, x[i], a, x[i + 1], a + n, n);
    if (i < n)
        dense_add(y, x[i], a, n);
}

void dense_forward_columns(const double *u, size_t n, size_t stride, double *x, size_t columns)
{
    for (size_t i = 0; i < n; i++) {
        double *row = x + i * columns;
        dense_subtract_rows(row, u + i, stride, x, columns, i, columns);
        dense_scale(row, u[i * stride + i], columns);
    }
}

/* Solve for the first four entries of x with the rows of U that begin at u, and reduce the other
 * entries of x by them. */
static void forward_four(const double *u, size_t n, size_t stride, double *x)
{
    const double *u1 = u + stride, *u2 = u1 + stride, *u3 = u2 + stride;
    double x0 = x[0] * u[0];
    double x1 = (x[1] - x0 * u[1]) * u1[1];
    double x2 = (x[2] - x0 * u[2] - x1 * u1[2]) * u2[2];
    double x3 = (x[3] - x0 * u[3] - x1 * u1[3] - x2 * u2[3]) * u3[3];
    x[0] = x0, x[1] = x1, x[2] = x2, x[3] = x3;
    dense_subtract_four(x + 4, (double[]){x0, x1, x2, x3}, u + 4, stride, n - 4);
}

/* The rows are independent, so the loop over them is innermost. */
void dense_forward_rows(const double *u, size_t n, size_t stride, double *rows, size_t m)
{
    size_t j = 0;
    for (; j + 4 <= n; j += 4)
        for (size_t i = 0; i < m; i++)
            forward_four(u + j * stride + j, n - j, stride, rows + i * n + j);
    for (; j < n; j++)
        for (size_t i = 0; i < m; i++) {
            const double *uj = u + j * stride + j;
            double *x = rows + i * n + j;
            x[0] *= uj[0];
            dense_add(x + 1, -x[0], uj + 1, n - j - 1);
        }
}

/* Two entries at a time; x and y are read before they are written. */
void dense_backward_two(const double *u, size_t n, size_t stride, double *x, double *y)
{
    size_t i = n;
    for (; i >= 2; i -= 2) {
        const double *u0 = u + (i - 2) * stride + i, *u1 = u0 + stride;
        double d[2] = {0, 0}, e[2] = {0, 0};
        if (i < n)
            two_products(u0, 2, n - i, stride, x + i, y + i, d, e);
        double x1 = (x[i - 1] - d[1]) * u1[-1], y1 = (y[i - 1] - e[1]) * u1[-1];
        double x0 = (x[i - 2] - d[0] - u0[-1] * x1) * u0[-2];
        double y0 = (y[i - 2] - e[0] - u0[-1] * y1) * u0[-2];
        x[i - 1] = x1, y[i - 1] = y1, x[i - 2] = x0, y[i - 2] = y0;
    }
    if (i == 1) {
        double d = dense_dot(u + 1, x + 1, n - 1), e = dense_dot(u + 1, y + 1, n - 1);
        double x0 = (x[0] - d) * u[0], y0 = (y[0] - e) * u[0];
        x[0] = x0, y[0] = y0;
    }
}

void dense_forward_product(const double *u, size_t n, size_t stride, const double *x, double *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = 0;
    size_t i = 0;
    for (; i + 2 <= n; i += 2) {
        const double *u0 = u + i * stride + i, *u1 = u0 + stride;
        y[i] += x[i] / u0[0];
        y[i + 1] += x[i] * u0[1] + x[i + 1] / u1[1];
        dense_add_two(y + i + 2, x[i], u0 + 2, x[i + 1], u1 + 2, n - i - 2);
    }
    if (i < n)
        y[i] += x[i] / u[i * stride + i];
}

double dense_growth(const double *u, size_t n, size_t stride, double *y)
{
    double largest = fabs(u[0]);
    y[0] = u[0];
    for (size_t i = 1; i < n; i++)
        y[i] = -u[0] * u[i];
    for (size_t i = 1; i < n; i++) {
        const double *ui = u + i * stride + i;
        y[i] = (y[i] < 0 ? y[i] - 1 : y[i] + 1) * ui[0];
        dense_add(y + i + 1, -y[i], ui + 1, n - i - 1);
        largest = fabs(y[i]) > largest ? fabs(y[i]) : largest;
    }
    return largest;
}
