/* SPDX-License-Identifier: MIT */
/* Characteristic polynomials of small matrices, and distances from their roots. */
#ifndef MODEL_ROOTS_H
#define MODEL_ROOTS_H

#include <math.h>
#include <string.h>

enum { MOST_ROOTS = 6 };

/* Compute the coefficients c of the characteristic polynomial of the n x n matrix A, c[n] = 1 of
 * the highest power (Faddeev and LeVerrier). */
static inline void characteristic_polynomial(int n, const double *A, double *c)
{
    double M[MOST_ROOTS * MOST_ROOTS] = {0};
    c[n] = 1;
    for (int k = 1; k <= n; k++) {
        double next[MOST_ROOTS * MOST_ROOTS] = {0}, trace = 0;
        for (int i = 0; i < n; i++)
            M[i * n + i] += c[n - k + 1];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int l = 0; l < n; l++)
                    next[i * n + j] += A[i * n + l] * M[l * n + j];
        for (int i = 0; i < n; i++)
            trace += next[i * n + i];
        memcpy(M, next, sizeof M);
        c[n - k] = -trace / k;
    }
}

/* Relative distance of re + i im from the nearest root: the step of Newton's method. */
static inline double distance_from_root(int n, const double *c, double re, double im)
{
    double p[2] = {0, 0}, d[2] = {0, 0};
    for (int k = n; k >= 0; k--) {
        const double slope[2] = {d[0] * re - d[1] * im + p[0], d[0] * im + d[1] * re + p[1]};
        const double value[2] = {p[0] * re - p[1] * im + c[k], p[0] * im + p[1] * re};
        memcpy(d, slope, sizeof d);
        memcpy(p, value, sizeof p);
    }
    return hypot(p[0], p[1]) / (hypot(d[0], d[1]) * hypot(re, im));
}

#endif
