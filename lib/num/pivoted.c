/* SPDX-License-Identifier: MIT */
#include "num/pivoted.h"

#include <math.h>

#include "num/dense.h"

struct factor {
    const struct pivoted_matrix *matrix;
    double *upper, *scale, *left;
    size_t n, *order;
    size_t first; /* rows before this place are preferred as pivots */
    size_t end;   /* rows from this place on are left out, because they are dependent */
    size_t best;  /* the next pivot */
};

static void swap(double *a, double *b)
{
    double x = *a;
    *a = *b, *b = x;
}

/* Exchange rows and columns j and k of the matrix, of which `done` rows are factorised. */
static inline void exchange(struct factor *f, size_t j, size_t k, size_t done)
{
    size_t n = f->n, row = f->order[j];
    f->order[j] = f->order[k], f->order[k] = row;
    swap(&f->scale[j], &f->scale[k]);
    swap(&f->left[j], &f->left[k]);
    for (size_t i = 0; i < done; i++)
        swap(&f->upper[i * n + j], &f->upper[i * n + k]);
}

/* Set the entries of u in the columns from `from` to `to` to those of row k of the matrix. */
static inline void take_row(const struct pivoted_matrix *matrix, const size_t *order,
                            const double *scale, size_t k, size_t from, size_t to, double *u)
{
    if (!matrix->entries) {
        matrix->fill(matrix->context, order[k], order + from, to - from, u + from);
        for (size_t j = from; j < to; j++)
            u[j] *= scale[k] * scale[j];
        return;
    }
    const double *row = matrix->entries + order[k] * matrix->stride;
    for (size_t j = from; j < to; j++)
        u[j] = row[order[j]] * (scale[k] * scale[j]);
}

/* Compute row k of the factor and the remaining squares of the other rows; returns the row with the
 * largest remainder. */
static size_t eliminate(struct factor *f, size_t k)
{
    size_t n = f->n, end = f->end, best = k + 1;
    double *u = f->upper + k * n, *row = u + k + 1, *left = f->left + k + 1;
    take_row(f->matrix, f->order, f->scale, k, k + 1, end, u);
    dense_subtract_rows(row, f->upper + k, n, f->upper + k + 1, n, k, end - k - 1);
    u[k] = 1 / sqrt(f->left[k]);
    dense_scale(row, u[k], end - k - 1);
    for (size_t i = 0; i < end - k - 1; i++) {
        left[i] -= row[i] * row[i];
        best = left[i] > f->left[best] ? k + 1 + i : best;
    }
    return best;
}

/* Move the rows from k on that are dependent behind the others, after those that were moved
 * before. */
static void leave_out_dependent(struct factor *f, size_t k, double dependent)
{
    for (size_t i = f->end; i-- > k;) {
        size_t from = i;
        if (f->left[i] > dependent) /* false for NaN */
            continue;
        if (i < f->first) {
            from = --f->first;
            exchange(f, i, from, k);
        }
        exchange(f, from, --f->end, k);
    }
}

/* Return the row with the largest remainder among the rows from `from` to `to`; `to` if there are
 * none. */
static size_t find_largest(const struct factor *f, size_t from, size_t to)
{
    size_t best = from;
    for (size_t i = from; i < to; i++)
        best = f->left[i] > f->left[best] ? i : best;
    return best;
}

/* Leave out dependent rows and find the next pivot, at place k or later: a preferred row, unless
 * the remainders of all these are too small. No row is preferred from then on. The struct is passed
 * by value, which lets the compiler keep that of pivoted_factor() in registers. */
static struct factor prefer(struct factor f, size_t k, double dependent)
{
    leave_out_dependent(&f, k, dependent);
    size_t best = find_largest(&f, k, f.end), preferred = find_largest(&f, k, f.first);
    if (k >= f.first || !(f.left[preferred] >= PIVOTED_THRESHOLD * f.left[best]))
        f.first = 0, preferred = best;
    f.best = preferred;
    return f;
}

size_t pivoted_factor(const struct pivoted_matrix *matrix, double *upper, size_t n, size_t most,
                      double dependent, size_t first, size_t *order, double *scale, double *left)
{
    struct factor f = {matrix, upper, scale, left, n, order, first, n, 0};
    size_t k = 0, end = n < most ? n : most;
    for (size_t i = 0; i < n; i++)
        left[i] = 1;
    for (; k < end && left[f.best] > dependent; k++) {
        if (f.best != k)
            exchange(&f, k, f.best, k);
        f.best = eliminate(&f, k);
        if (first > 0)
            f = prefer(f, k + 1, dependent);
    }
    return k;
}

void pivoted_complete(const struct pivoted_matrix *matrix, double *upper, size_t n, size_t rank,
                      const size_t *order, const double *scale)
{
    for (size_t k = 0; k < rank; k++) {
        double *u = upper + k * n;
        take_row(matrix, order, scale, k, rank, n, u);
        dense_subtract_rows(u + rank, upper + k, n, upper + rank, n, k, n - rank);
        dense_scale(u + rank, u[k], n - rank);
    }
}
