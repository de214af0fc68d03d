/* SPDX-License-Identifier: MIT */
/* Cholesky factorisation in simple loops. */
#ifndef BARE_DENSE_H
#define BARE_DENSE_H

#include <math.h>

/* Factorise the lower triangle as L L^T, with reciprocals on the diagonal. */
static inline void bare_cholesky(double *a, int n)
{
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            double sum = a[i * n + j];
            for (int k = 0; k < j; k++)
                sum -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = i == j ? 1 / sqrt(sum) : sum * a[j * n + j];
        }
}

static inline void bare_forward(const double *l, int n, double *x)
{
    for (int i = 0; i < n; i++) {
        double sum = x[i];
        for (int k = 0; k < i; k++)
            sum -= l[i * n + k] * x[k];
        x[i] = sum * l[i * n + i];
    }
}

static inline void bare_backward(const double *l, int n, double *x)
{
    for (int i = n; i-- > 0;) {
        double sum = x[i];
        for (int k = i + 1; k < n; k++)
            sum -= l[k * n + i] * x[k];
        x[i] = sum * l[i * n + i];
    }
}

#endif
