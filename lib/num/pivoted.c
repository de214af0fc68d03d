/* SPDX-License-Identifier: MIT */
#include "num/pivoted.h"

#include <math.h>

#include "num/dense.h"

struct factor {
    double *upper, *scale, *left;
    size_t n, *order;
};

static void swap(double *a, double *b)
{
    double x = *a;
    *a = *b, *b = x;
}

/* Exchange rows and columns j and k > j of a symmetric matrix stored in its upper triangle. */
static void exchange(struct factor *f, size_t j, size_t k)
{
    size_t n = f->n, row = f->order[j];
    double *u = f->upper;
    f->order[j] = f->order[k], f->order[k] = row;
    swap(&f->scale[j], &f->scale[k]);
    swap(&f->left[j], &f->left[k]);
    for (size_t i = 0; i < j; i++)
        swap(&u[i * n + j], &u[i * n + k]);
    for (size_t i = j + 1; i < k; i++)
        swap(&u[j * n + i], &u[i * n + k]);
    for (size_t i = k + 1; i < n; i++)
        swap(&u[j * n + i], &u[k * n + i]);
}

/* Compute row k of the factor and the remaining squares of the other rows; returns the row with the
 * largest remainder. */
static size_t eliminate(struct factor *f, size_t k)
{
    size_t n = f->n, best = k + 1;
    double *u = f->upper + k * n, *row = u + k + 1, *left = f->left + k + 1;
    dense_subtract_rows(row, f->upper + k, n, f->upper + k + 1, n, k, n - k - 1);
    u[k] = 1 / sqrt(f->left[k]);
    dense_scale(row, u[k], n - k - 1);
    for (size_t i = 0; i < n - k - 1; i++) {
        left[i] -= row[i] * row[i];
        best = left[i] > f->left[best] ? k + 1 + i : best;
    }
    return best;
}

size_t pivoted_factor(double *upper, size_t n, double dependent, size_t *order, double *scale,
                      double *left)
{
    struct factor f = {upper, scale, left, n, order};
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        left[i] = 1;
    for (size_t best = 0; k < n && left[best] > dependent; k++) {
        if (best != k)
            exchange(&f, k, best);
        best = eliminate(&f, k);
    }
    return k;
}
