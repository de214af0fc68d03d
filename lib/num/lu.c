/* SPDX-License-Identifier: MIT */
#include "num/lu.h"

#include <float.h>
#include <math.h>

#include "num/dense.h"

static double column_size(const double *a, size_t n, size_t k)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        largest = fabs(a[i * n + k]) > largest ? fabs(a[i * n + k]) : largest;
    return largest;
}

/* The largest entry of column k from row k on. */
static size_t choose(const double *a, size_t n, size_t k)
{
    size_t best = k;
    for (size_t i = k + 1; i < n; i++)
        if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
            best = i;
    return best;
}

static void swap_rows(double *a, size_t n, size_t i, size_t j)
{
    for (size_t k = 0; k < n; k++) {
        double x = a[i * n + k];
        a[i * n + k] = a[j * n + k];
        a[j * n + k] = x;
    }
}

/* The size of a column is that of its entries of U so far and of what is left below. */
int lu_factor(double *a, size_t n, size_t *pivot)
{
    for (size_t k = 0; k < n; k++) {
        double size = column_size(a, n, k);
        pivot[k] = choose(a, n, k);
        if (!(fabs(a[pivot[k] * n + k]) > (double)n * DBL_EPSILON * size))
            return 0;
        if (pivot[k] != k)
            swap_rows(a, n, k, pivot[k]);
        double per = 1 / a[k * n + k];
        for (size_t i = k + 1; i < n; i++) {
            a[i * n + k] *= per;
            dense_add(a + i * n + k + 1, -a[i * n + k], a + k * n + k + 1, n - k - 1);
        }
    }
    return 1;
}

void lu_solve(const double *a, size_t n, const size_t *pivot, double *x)
{
    for (size_t k = 0; k < n; k++) {
        double y = x[pivot[k]];
        x[pivot[k]] = x[k];
        x[k] = y;
    }
    for (size_t i = 1; i < n; i++)
        x[i] -= dense_dot(a + i * n, x, i);
    for (size_t i = n; i-- > 0;)
        x[i] = (x[i] - dense_dot(a + i * n + i + 1, x + i + 1, n - i - 1)) / a[i * n + i];
}
