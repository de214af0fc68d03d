/* SPDX-License-Identifier: MIT */
#include "num/lu.h"

#include <float.h>
#include <math.h>

#include "num/dense.h"

/* Return the row of the largest entry of column k among the rows from k on. *size is the largest
 * entry of the whole column. */
static size_t find_pivot(const double *a, size_t n, size_t k, double *size)
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

/* Eliminate column k of two rows, whose entries from k on are in `row` and n doubles after it, with
 * the entries of the pivot row after k. Both rows together need half as many loads of the pivot
 * row. */
static void eliminate_two(double *row, size_t n, double per, const double *from, size_t count)
{
    double *other = row + n, f = *row *= per, g = *other *= per;
    size_t i = 0;
    row++, other++;
    for (; i + 2 <= count; i += 2) {
        two x = two_load(from + i);
        two_store(row + i, two_add(two_load(row + i), two_scale(-f, x)));
        two_store(other + i, two_add(two_load(other + i), two_scale(-g, x)));
    }
    if (i < count) {
        row[i] += -f * from[i];
        other[i] += -g * from[i];
    }
}

/* A pivot is compared with the largest entry of its column of U and of the part still to be
 * factorised. The reciprocals of the pivots are stored. */
int lu_factor(double *a, size_t n, size_t *pivot)
{
    for (size_t k = 0; k < n; k++) {
        double size;
        pivot[k] = find_pivot(a, n, k, &size);
        if (!(fabs(a[pivot[k] * n + k]) > (double)n * DBL_EPSILON * size))
            return 0;
        if (pivot[k] != k)
            swap_rows(a, n, k, pivot[k]);
        double per = a[k * n + k] = 1 / a[k * n + k];
        if (!isfinite(per))
            return 0;
        const double *from = a + k * n + k + 1;
        double *row = a + (k + 1) * n + k, *end = a + n * n;
        for (; row + n < end; row += 2 * n)
            eliminate_two(row, n, per, from, n - k - 1);
        if (row < end) {
            *row *= per;
            dense_add(row + 1, -*row, from, n - k - 1);
        }
    }
    return 1;
}

int lu_sign(const double *a, size_t n, const size_t *pivot)
{
    int sign = 1;
    for (size_t k = 0; k < n; k++)
        sign = (a[k * (n + 1)] < 0) != (pivot[k] != k) ? -sign : sign;
    return sign;
}

/* x := x - f column - g (next column). Column-oriented, because a sum along a row is a chain of
 * dependent additions. */
static void subtract_two_columns(double *x, double f, double g, const double *column, size_t stride,
                                 size_t n)
{
    for (size_t i = 0; i < n; i++, column += stride)
        x[i] -= f * column[0] + g * column[1];
}

static void exchange(const size_t *pivot, double *x, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        double y = x[pivot[k]];
        x[pivot[k]] = x[k];
        x[k] = y;
    }
}

void lu_solve(const double *a, size_t n, const size_t *pivot, double *x)
{
    exchange(pivot, x, n);
    for (size_t k = 0; k + 2 <= n; k += 2) {
        const double *below = a + (k + 1) * n + k;
        x[k + 1] -= x[k] * below[0];
        if (k + 2 < n)
            subtract_two_columns(x + k + 2, x[k], x[k + 1], below + n, n, n - k - 2);
    }
    size_t k = n;
    for (; k >= 2; k -= 2) {
        const double *own = a + (k - 2) * (n + 1);
        x[k - 1] *= own[n + 1];
        x[k - 2] = (x[k - 2] - x[k - 1] * own[1]) * own[0];
        subtract_two_columns(x, x[k - 2], x[k - 1], a + k - 2, n, k - 2);
    }
    if (k == 1)
        x[0] *= a[0];
}
