/* SPDX-License-Identifier: MIT */
/* Partial LU factorisation of a dense frontal matrix, in panels of columns. */
#include <math.h>

#include "num/elementary.h"
#include "num/four.h"
#include "num/front_lu.h"
#include "num/wide.h"

enum { PANEL = 8 };

static void swap_rows(double *x, double *y, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        double t = x[j];
        x[j] = y[j];
        y[j] = t;
    }
}

/* c := c - l u for one row c of m columns; l has k entries, u is k x m. */
NUM_WIDE static void update_one(double *c, const double *l, const double *u, size_t k, size_t m,
                                size_t n)
{
    size_t j = 0;
    for (; j + 4 <= m; j += 4) {
        four c0, v;
        four_load(&c0, c + j);
        for (size_t t = 0; t < k; t++) {
            four_load(&v, u + t * n + j);
            four_subtract(&c0, l[t], &v);
        }
        four_store(c + j, &c0);
    }
    for (; j < m; j++) {
        double c0 = c[j];
        for (size_t t = 0; t < k; t++)
            c0 -= l[t] * u[t * n + j];
        c[j] = c0;
    }
}

/* c := c - l u for four rows c (stride n) of m columns; l is 4 x k, u is k x m. Works on four
 * columns at a time. */
NUM_WIDE static void update_four(double *c, const double *l, const double *u, size_t k, size_t m,
                                 size_t n)
{
    size_t j = 0;
    for (; j + 4 <= m; j += 4) {
        four c0, c1, c2, c3, v;
        four_load(&c0, c + j);
        four_load(&c1, c + n + j);
        four_load(&c2, c + 2 * n + j);
        four_load(&c3, c + 3 * n + j);
        for (size_t t = 0; t < k; t++) {
            four_load(&v, u + t * n + j);
            four_subtract(&c0, l[t], &v);
            four_subtract(&c1, l[n + t], &v);
            four_subtract(&c2, l[2 * n + t], &v);
            four_subtract(&c3, l[3 * n + t], &v);
        }
        four_store(c + j, &c0);
        four_store(c + n + j, &c1);
        four_store(c + 2 * n + j, &c2);
        four_store(c + 3 * n + j, &c3);
    }
    for (size_t r = 0; j < m && r < 4; r++)
        update_one(c + r * n + j, l + r * n, u + j, k, m - j, n);
}

/* Update rows [from, to) to the right of the panel columns [k0, k1): subtract their part of L times
 * the U of the panel. */
static void update(double *a, size_t n, size_t k0, size_t k1, size_t from, size_t to,
                   struct interrupt *interrupt)
{
    size_t k = k1 - k0, m = n - k1, i = from, tally = 0;
    const double *u = a + k0 * n + k1;
    for (; i + 4 <= to; i += 4) {
        update_four(a + i * n + k1, a + i * n + k0, u, k, m, n);
        if (interrupt_tally(interrupt, &tally, 3 * k * m))
            return;
    }
    for (; i < to; i++)
        update_one(a + i * n + k1, a + i * n + k0, u, k, m, n);
}

/* Eliminate columns k0 to k1 - 1 within the panel, with pivots among the first p rows. A pivot
 * whose magnitude is not above `tiny` is replaced by `tiny` with its sign, and counted. */
static void panel(double *a, size_t n, size_t p, size_t k0, size_t k1, double tiny,
                  uint32_t *exchange, double *smallest, size_t *replaced)
{
    for (size_t k = k0; k < k1; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < p; i++)
            if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
                best = i;
        exchange[k] = (uint32_t)best;
        if (best != k)
            swap_rows(a + k * n, a + best * n, n);
        double *row = a + k * n, size = fabs(row[k]);
        *smallest = num_fmin(*smallest, size);
        if (!(size > tiny)) {
            row[k] = row[k] < 0 ? -tiny : tiny;
            ++*replaced;
        }
        double inverse = 1 / row[k];
        for (size_t i = k + 1; i < n; i++) {
            double *other = a + i * n, l = other[k];
            if (l == 0)
                continue;
            other[k] = l *= inverse;
            for (size_t j = k + 1; j < k1; j++)
                other[j] -= l * row[j];
        }
    }
}

void front_eliminate(double *a, size_t n, size_t p, double tiny, uint32_t *exchange,
                     double *smallest, size_t *replaced, struct interrupt *interrupt)
{
    for (size_t k0 = 0; k0 < p; k0 += PANEL) {
        size_t k1 = k0 + PANEL < p ? k0 + PANEL : p;
        panel(a, n, p, k0, k1, tiny, exchange, smallest, replaced);
        /* first the panel's own rows of U, then all rows below */
        for (size_t i = k0 + 1; i < k1; i++)
            update_one(a + i * n + k1, a + i * n + k0, a + k0 * n + k1, i - k0, n - k1, n);
        update(a, n, k0, k1, k1, n, interrupt);
        if (k1 < p && interrupted(interrupt, 16 * n))
            return;
    }
}
