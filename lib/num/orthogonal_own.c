/* SPDX-License-Identifier: MIT */
/* Orthogonal factorisations by the library's own code, with Householder reflections. A vector is n
 * numbers at a stride: a row or a column. */
#include "num/orthogonal.h"

#include <float.h>
#include <math.h>

#include "num/build_info.h"
#include "num/elementary.h"

const char *build_info(void)
{
    return BUILD_INFO("own", "MIT");
}

static double norm_of(const double *x, size_t stride, size_t n)
{
    double largest = 0, sum = 0;
    for (size_t i = 0; i < n; i++)
        largest = num_fmax(largest, fabs(x[i * stride]));
    if (largest == 0)
        return 0;
    for (size_t i = 0; i < n; i++) {
        double part = x[i * stride] / largest;
        sum += part * part;
    }
    return largest * sqrt(sum);
}

/* Compute the reflection I - tau v v^T, v = (1, v_1, ...), that maps x to (+-|x|, 0, ...). x is
 * overwritten by +-|x|, v_1, ... Returns tau; 0 if x already has this form. */
static double reflection(double *x, size_t stride, size_t n)
{
    double rest = n > 1 ? norm_of(x + stride, stride, n - 1) : 0;
    if (rest == 0)
        return 0;
    double ends[2] = {*x, rest}, norm = -copysign(norm_of(ends, 1, 2), *x), pivot = *x - norm;
    for (size_t i = 1; i < n; i++)
        x[i * stride] /= pivot;
    *x = norm;
    return -pivot / norm;
}

/* x := x - tau v (v.x). The first entry of v is taken as 1, whatever is stored there. */
static void reflect(const double *v, size_t v_stride, double tau, double *x, size_t stride,
                    size_t n)
{
    double sum = x[0];
    for (size_t i = 1; i < n; i++)
        sum += v[i * v_stride] * x[i * stride];
    x[0] -= tau * sum;
    for (size_t i = 1; i < n; i++)
        x[i * stride] -= tau * sum * v[i * v_stride];
}

/* ---- Hessenberg form ---- */

#define LEAST_GAIN 0.95 /* fraction to which balancing must reduce the sum of norms */

/* Return the power of two by which to divide row i and multiply column i so that their norms become
 * similar; 1 if that reduces their sum by less than a twentieth. */
static double balancing(const double *a, size_t n, size_t i)
{
    double row = 0, column = 0, factor = 1;
    for (size_t j = 0; j < n; j++)
        if (j != i) {
            row += fabs(a[i * n + j]);
            column += fabs(a[j * n + i]);
        }
    if (row == 0 || column == 0)
        return 1;
    double before = row + column;
    for (; column < row / 2; column *= 2, row /= 2)
        factor *= 2;
    for (; row < column / 2; row *= 2, column /= 2)
        factor /= 2;
    return row + column < LEAST_GAIN * before ? factor : 1;
}

static void balance(double *a, size_t n)
{
    for (int changed = 1; changed;) {
        changed = 0;
        for (size_t i = 0; i < n; i++) {
            double factor = balancing(a, n, i);
            changed |= factor != 1;
            for (size_t j = 0; factor != 1 && j < n; j++) {
                a[i * n + j] /= factor;
                a[j * n + i] *= factor;
            }
        }
    }
}

void orthogonal_hessenberg(double *a, size_t n, double *scaling, double *tau)
{
    (void)scaling, (void)tau; /* balancing factors are not needed here */
    balance(a, n);
    for (size_t i = 0; i + 2 < n; i++) {
        double *v = a + (i + 1) * n + i, factor = reflection(v, n, n - i - 1);
        for (size_t j = i + 1; j < n; j++)
            reflect(v, n, factor, a + (i + 1) * n + j, n, n - i - 1);
        for (size_t j = 0; j < n; j++)
            reflect(v, n, factor, a + j * n + i + 1, 1, n - i - 1);
    }
}

/* ---- QR with column pivoting ---- */

static void exchange_columns(double *a, size_t rows, size_t columns, size_t i, size_t j)
{
    for (size_t k = 0; k < rows; k++) {
        double kept = a[k * columns + i];
        a[k * columns + i] = a[k * columns + j];
        a[k * columns + j] = kept;
    }
}

/* Return the norm of the remaining column after removing the entry in this row; it is recomputed
 * from the entries below if the difference has lost half of its digits. */
static double norm_below(const double *entry, size_t stride, size_t below, double norm)
{
    double share = norm > 0 ? fabs(*entry) / norm : 0;
    double left = share < 1 ? norm * sqrt((1 - share) * (1 + share)) : 0;
    return left < norm * sqrt(DBL_EPSILON) ? norm_of(entry + stride, stride, below) : left;
}

void orthogonal_factor(double *a, size_t rows, size_t columns, double *tau, size_t *permutation,
                       double *norm)
{
    for (size_t j = 0; j < columns; j++) {
        permutation[j] = j;
        norm[j] = norm_of(a + j, columns, rows);
    }
    for (size_t i = 0; i < rows && i < columns; i++) {
        size_t most = i;
        for (size_t j = i + 1; j < columns; j++)
            most = norm[j] > norm[most] ? j : most;
        size_t number = permutation[i];
        permutation[i] = permutation[most];
        permutation[most] = number;
        norm[most] = norm[i];
        exchange_columns(a, rows, columns, i, most);
        double *v = a + i * columns + i;
        tau[i] = reflection(v, columns, rows - i);
        for (size_t j = i + 1; j < columns; j++) {
            double *x = a + i * columns + j;
            reflect(v, columns, tau[i], x, columns, rows - i);
            norm[j] = norm_below(x, columns, rows - i - 1, norm[j]);
        }
    }
}

void orthogonal_product(double *a, size_t rows, size_t columns, double *tau, double *x)
{
    for (size_t i = rows < columns ? rows : columns; i-- > 0;)
        reflect(a + i * columns + i, columns, tau[i], x + i, 1, rows - i);
}
