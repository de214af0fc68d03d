/* SPDX-License-Identifier: MIT */
#include "num/pivoted.h"

#include <math.h>

#include "num/dense.h"

struct factor {
    const double *matrix;
    double *upper, *scale, *left;
    size_t stride, n, *order;
};

static void swap(double *a, double *b)
{
    double x = *a;
    *a = *b, *b = x;
}

/* Exchange rows and columns j and k of the matrix, of which j rows are factorised. */
static void exchange(struct factor *f, size_t j, size_t k)
{
    size_t n = f->n, row = f->order[j];
    f->order[j] = f->order[k], f->order[k] = row;
    swap(&f->scale[j], &f->scale[k]);
    swap(&f->left[j], &f->left[k]);
    for (size_t i = 0; i < j; i++)
        swap(&f->upper[i * n + j], &f->upper[i * n + k]);
}

/* Compute row k of the factor and the remaining squares of the other rows; returns the row with the
 * largest remainder. */
static size_t eliminate(struct factor *f, size_t k)
{
    size_t n = f->n, best = k + 1;
    double *u = f->upper + k * n, *row = u + k + 1, *left = f->left + k + 1;
    const double *from = f->matrix + f->order[k] * f->stride;
    for (size_t j = k + 1; j < n; j++)
        u[j] = from[f->order[j]] * (f->scale[k] * f->scale[j]);
    dense_subtract_rows(row, f->upper + k, n, f->upper + k + 1, n, k, n - k - 1);
    u[k] = 1 / sqrt(f->left[k]);
    dense_scale(row, u[k], n - k - 1);
    for (size_t i = 0; i < n - k - 1; i++) {
        left[i] -= row[i] * row[i];
        best = left[i] > f->left[best] ? k + 1 + i : best;
    }
    return best;
}

size_t pivoted_factor(const double *matrix, size_t stride, double *upper, size_t n, size_t most,
                      double dependent, size_t *order, double *scale, double *left)
{
    struct factor f = {matrix, upper, scale, left, stride, n, order};
    size_t k = 0, end = n < most ? n : most;
    for (size_t i = 0; i < n; i++)
        left[i] = 1;
    for (size_t best = 0; k < end && left[best] > dependent; k++) {
        if (best != k)
            exchange(&f, k, best);
        best = eliminate(&f, k);
    }
    return k;
}
