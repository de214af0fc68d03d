/* SPDX-License-Identifier: MIT */
#include "num/lu.h"

#include <float.h>
#include <math.h>

#include "num/dense.h"

/* The largest entry of column k from row k on; *size: of the whole column. */
static size_t choose(const double *a, size_t n, size_t k, double *size)
{
    const double *entry = a + k;
    double above = 0, most;
    size_t best = k;
    for (size_t i = 0; i < k; i++, entry += n)
        above = fabs(*entry) > above ? fabs(*entry) : above;
    most = fabs(*entry);
    for (size_t i = k + 1; i < n; i++) {
        entry += n;
        if (fabs(*entry) > most)
            best = i, most = fabs(*entry);
    }
    *size = most > above ? most : above;
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
        double size;
        pivot[k] = choose(a, n, k, &size);
        if (!(fabs(a[pivot[k] * n + k]) > (double)n * DBL_EPSILON * size))
            return 0;
        if (pivot[k] != k)
            swap_rows(a, n, k, pivot[k]);
        double per = 1 / a[k * n + k];
        const double *from = a + k * n + k + 1;
        for (double *row = a + (k + 1) * n + k, *end = a + n * n; row < end; row += n) {
            *row *= per;
            dense_add(row + 1, -*row, from, n - k - 1);
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
