/* SPDX-License-Identifier: MIT */
#include "num/complex_lu.h"

#include <float.h>
#include <math.h>

#include "num/dense.h"

struct number {
    double re, im;
};

static struct number product(struct number x, struct number y)
{
    return (struct number){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

/* |re| + |im|, which is within a factor of 1.5 of the absolute value. */
static double size_of(const double *a, size_t n, size_t row, size_t column)
{
    const double *entry = a + 2 * n * row + column;
    return fabs(entry[0]) + fabs(entry[n]);
}

/* Return the row of the largest entry of column k among the rows from k on. *size: the largest
 * entry of the whole column; the rows above k already hold entries of U. */
static size_t find_pivot(const double *a, size_t n, size_t k, double *size)
{
    size_t best = k;
    double above = 0, most = size_of(a, n, k, k);
    for (size_t i = 0; i < k; i++) {
        double entry = size_of(a, n, i, k);
        above = entry > above ? entry : above;
    }
    for (size_t i = k + 1; i < n; i++) {
        double entry = size_of(a, n, i, k);
        if (entry > most)
            best = i, most = entry;
    }
    *size = most > above ? most : above;
    return best;
}

static void swap_rows(double *a, size_t n, size_t i, size_t j)
{
    double *x = a + 2 * n * i, *y = a + 2 * n * j;
    for (size_t k = 0; k < 2 * n; k++) {
        double kept = x[k];
        x[k] = y[k];
        y[k] = kept;
    }
}

/* Return 1/x by Smith's division, which does not overflow unless the quotient does. */
static struct number reciprocal(struct number x)
{
    if (fabs(x.re) >= fabs(x.im)) {
        double ratio = x.im / x.re, whole = x.re + x.im * ratio;
        return (struct number){1 / whole, -ratio / whole};
    }
    double ratio = x.re / x.im, whole = x.im + x.re * ratio;
    return (struct number){ratio / whole, -1 / whole};
}

/* y := y - f x for `count` entries; the imaginary parts are stored n places after the real ones.
 */
static void subtract(double *y, struct number f, const double *x, size_t n, size_t count)
{
    double *y_im = y + n;
    const double *x_im = x + n;
    size_t i = 0;
    for (; i + 2 <= count; i += 2) {
        two re = two_load(x + i), im = two_load(x_im + i);
        two fx_re = two_subtract(two_scale(f.re, re), two_scale(f.im, im));
        two fx_im = two_add(two_scale(f.re, im), two_scale(f.im, re));
        two_store(y + i, two_subtract(two_load(y + i), fx_re));
        two_store(y_im + i, two_subtract(two_load(y_im + i), fx_im));
    }
    if (i < count) {
        double re = y[i] - (f.re * x[i] - f.im * x_im[i]);
        y_im[i] -= f.re * x_im[i] + f.im * x[i];
        y[i] = re;
    }
}

int complex_lu_factor(double *a, size_t n, size_t *pivot)
{
    for (size_t k = 0; k < n; k++) {
        double size;
        pivot[k] = find_pivot(a, n, k, &size);
        if (!(size_of(a, n, pivot[k], k) > (double)n * DBL_EPSILON * size))
            return 0;
        if (pivot[k] != k)
            swap_rows(a, n, k, pivot[k]);
        double *own = a + 2 * n * k + k;
        struct number per = reciprocal((struct number){own[0], own[n]});
        if (!(isfinite(per.re) && isfinite(per.im)))
            return 0;
        own[0] = per.re, own[n] = per.im;
        for (size_t i = k + 1; i < n; i++) {
            double *entry = a + 2 * n * i + k;
            struct number f = product((struct number){entry[0], entry[n]}, per);
            entry[0] = f.re, entry[n] = f.im;
            subtract(entry + 1, f, own + 1, n, n - k - 1);
        }
    }
    return 1;
}

/* Return the sum of `count` products; the imaginary parts are stored n places after the real ones.
 */
static struct number dot(const double *a, const double *x, size_t n, size_t count)
{
    const double *a_im = a + n, *x_im = x + n;
    return (struct number){dense_dot(a, x, count) - dense_dot(a_im, x_im, count),
                           dense_dot(a, x_im, count) + dense_dot(a_im, x, count)};
}

void complex_lu_solve(const double *a, size_t n, const size_t *pivot, double *x)
{
    for (size_t k = 0; k < n; k++) {
        size_t from = pivot[k];
        struct number moved = {x[from], x[n + from]};
        x[from] = x[k], x[n + from] = x[n + k];
        x[k] = moved.re, x[n + k] = moved.im;
    }
    for (size_t i = 1; i < n; i++) {
        struct number sum = dot(a + 2 * n * i, x, n, i);
        x[i] -= sum.re, x[n + i] -= sum.im;
    }
    for (size_t i = n; i-- > 0;) {
        const double *own = a + 2 * n * i + i;
        struct number sum = dot(own + 1, x + i + 1, n, n - i - 1);
        struct number left = {x[i] - sum.re, x[n + i] - sum.im};
        struct number result = product(left, (struct number){own[0], own[n]});
        x[i] = result.re, x[n + i] = result.im;
    }
}
