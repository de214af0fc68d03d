/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "num/front_lu.h"

enum { PANEL = 16 };

static void swap_rows(double *x, double *y, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        double t = x[j];
        x[j] = y[j];
        y[j] = t;
    }
}

/* Two rows c0, c1 (stride n) of m columns minus (2 x k) l times (k x m) u. Four columns at a time
 * in registers. */
static void update_two(double *c0, double *c1, const double *l0, const double *l1, const double *u,
                       size_t k, size_t m, size_t n)
{
    size_t j = 0;
    for (; j + 4 <= m; j += 4) {
        double a0 = c0[j], a1 = c0[j + 1], a2 = c0[j + 2], a3 = c0[j + 3];
        double b0 = c1[j], b1 = c1[j + 1], b2 = c1[j + 2], b3 = c1[j + 3];
        const double *v = u + j;
        for (size_t t = 0; t < k; t++, v += n) {
            double x = l0[t], y = l1[t];
            double v0 = v[0], v1 = v[1], v2 = v[2], v3 = v[3];
            a0 -= x * v0, a1 -= x * v1, a2 -= x * v2, a3 -= x * v3;
            b0 -= y * v0, b1 -= y * v1, b2 -= y * v2, b3 -= y * v3;
        }
        c0[j] = a0, c0[j + 1] = a1, c0[j + 2] = a2, c0[j + 3] = a3;
        c1[j] = b0, c1[j + 1] = b1, c1[j + 2] = b2, c1[j + 3] = b3;
    }
    for (; j < m; j++) {
        double a0 = c0[j], b0 = c1[j];
        for (size_t t = 0; t < k; t++) {
            a0 -= l0[t] * u[t * n + j];
            b0 -= l1[t] * u[t * n + j];
        }
        c0[j] = a0;
        c1[j] = b0;
    }
}

static void update_one(double *c, const double *l, const double *u, size_t k, size_t m, size_t n)
{
    for (size_t t = 0; t < k; t++) {
        double x = l[t];
        for (size_t j = 0; j < m; j++)
            c[j] -= x * u[t * n + j];
    }
}

/* The rows [from, to) right of panel columns [k0, k1): minus their part of L times the panel's U.
 */
static void update(double *a, size_t n, size_t k0, size_t k1, size_t from, size_t to)
{
    size_t k = k1 - k0, m = n - k1, i = from;
    const double *u = a + k0 * n + k1;
    for (; i + 2 <= to; i += 2)
        update_two(a + i * n + k1, a + (i + 1) * n + k1, a + i * n + k0, a + (i + 1) * n + k0, u, k,
                   m, n);
    if (i < to)
        update_one(a + i * n + k1, a + i * n + k0, u, k, m, n);
}

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
        *smallest = fmin(*smallest, size);
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
                     double *smallest, size_t *replaced)
{
    for (size_t k0 = 0; k0 < p; k0 += PANEL) {
        size_t k1 = k0 + PANEL < p ? k0 + PANEL : p;
        panel(a, n, p, k0, k1, tiny, exchange, smallest, replaced);
        /* the panel's own rows of U, then all rows below */
        for (size_t i = k0 + 1; i < k1; i++)
            update_one(a + i * n + k1, a + i * n + k0, a + k0 * n + k1, i - k0, n - k1, n);
        update(a, n, k0, k1, k1, n);
    }
}
