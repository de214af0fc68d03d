/* SPDX-License-Identifier: MIT */
#include "num/envelope.h"

#include <float.h>
#include <math.h>

#include "num/dense.h"

int envelope_factor(double *a, size_t n, const size_t *first)
{
    for (size_t i = 0; i < n; i++) {
        double *row = a + i * n;
        size_t from = first[i];
        double diagonal = row[i];
        for (size_t j = from; j < i; j++) {
            const double *above = a + j * n;
            row[j] = (row[j] - dense_dot(row + from, above + from, j - from)) * above[j];
        }
        double pivot = diagonal - dense_dot(row + from, row + from, i - from);
        if (!(pivot > (double)n * DBL_EPSILON * diagonal))
            return 0;
        row[i] = 1 / sqrt(pivot);
    }
    return 1;
}

void envelope_solve(const double *l, size_t n, const size_t *first, double *x)
{
    for (size_t i = 0; i < n; i++) {
        const double *row = l + i * n;
        x[i] = (x[i] - dense_dot(row + first[i], x + first[i], i - first[i])) * row[i];
    }
    for (size_t i = n; i-- > 0;) {
        const double *row = l + i * n;
        x[i] *= row[i];
        dense_add(x + first[i], -x[i], row + first[i], i - first[i]);
    }
}
