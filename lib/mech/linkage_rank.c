/* SPDX-License-Identifier: MIT */
/* Which rows depend on others: Cholesky's factor of C M^-1 C^T with pivots, all rows scaled so that
 * it has a diagonal of ones. Rows of the factor come as they are asked for: only the diagonal is
 * kept up to date. */
#include "mech/linkage_parts.h"

#include <math.h>
#include <wheeldyn/wheeldyn.h>

#include "num/dense.h"

/* The square of the sine between a row and all others that makes it one that depends on them. */
#define DEPENDENT 1e-12

/* Is anything asked for along a row with this number? */
static int asks(const struct linkage *linkage, const struct linkage_hold *hold, size_t number)
{
    if (number >= 3 * linkage->wheels)
        return hold->held[number - 3 * linkage->wheels];
    int mode = hold->wheel[number / 3].mode;
    return mode == LINKAGE_STICK || (mode == LINKAGE_SLIP && number % 3 == 0);
}

static void activate(const struct linkage *linkage, const struct linkage_hold *hold,
                     struct linkage_work *work)
{
    work->active = 0;
    for (size_t i = 0; i < work->rows; i++)
        if (asks(linkage, hold, work->number[i]))
            work->order[work->active++] = i;
}

/* The upper triangle of the scaled matrix; 0 if nothing moves along a row. */
static int fill(struct linkage_work *work)
{
    size_t n = work->active, rows = work->rows;
    for (size_t i = 0; i < n; i++) {
        double own = work->matrix[work->order[i] * (rows + 1)];
        if (!(own > 0))
            return 0;
        work->scale[i] = 1 / sqrt(own);
        work->left[i] = 1;
    }
    for (size_t i = 0; i < n; i++) {
        const double *from = work->matrix + work->order[i] * rows;
        double *to = work->upper + i * n;
        for (size_t j = i + 1; j < n; j++)
            to[j] = from[work->order[j]] * (work->scale[i] * work->scale[j]);
    }
    return 1;
}

static void swap(double *a, double *b)
{
    double x = *a;
    *a = *b, *b = x;
}

/* Rows and columns j and k > j of a symmetric matrix, of which the upper triangle is there. */
static void exchange(struct linkage_work *work, size_t j, size_t k)
{
    size_t n = work->active, row = work->order[j];
    double *u = work->upper;
    work->order[j] = work->order[k], work->order[k] = row;
    swap(&work->scale[j], &work->scale[k]);
    swap(&work->left[j], &work->left[k]);
    for (size_t i = 0; i < j; i++)
        swap(&u[i * n + j], &u[i * n + k]);
    for (size_t i = j + 1; i < k; i++)
        swap(&u[j * n + i], &u[i * n + k]);
    for (size_t i = k + 1; i < n; i++)
        swap(&u[j * n + i], &u[k * n + i]);
}

/* Row k of the factor, and what it leaves of the squares of the others; the one of which most is
 * left. */
static size_t eliminate(struct linkage_work *work, size_t k)
{
    size_t n = work->active, best = k + 1;
    double *u = work->upper + k * n, *row = u + k + 1, *left = work->left + k + 1;
    dense_subtract_rows(row, work->upper + k, n, work->upper + k + 1, n, k, n - k - 1);
    u[k] = 1 / sqrt(work->left[k]);
    dense_scale(row, u[k], n - k - 1);
    for (size_t i = 0; i < n - k - 1; i++) {
        left[i] -= row[i] * row[i];
        best = left[i] > work->left[best] ? k + 1 + i : best;
    }
    return best;
}

int32_t linkage_rank_active(struct linkage_work *work)
{
    work->rank = 0;
    if (!fill(work))
        return WD_ESINGULAR;
    size_t k = 0;
    for (size_t best = 0; k < work->active && work->left[best] > DEPENDENT; k++) {
        if (best != k)
            exchange(work, k, best);
        best = eliminate(work, k);
    }
    work->rank = k;
    return WD_OK;
}

int32_t linkage_rank(const struct linkage *linkage, const struct linkage_hold *hold,
                     struct linkage_work *work)
{
    activate(linkage, hold, work);
    return linkage_rank_active(work);
}

void linkage_solve_rows(const struct linkage_work *work, double *x)
{
    dense_forward(work->upper, work->rank, work->active, x);
    dense_backward(work->upper, work->rank, work->active, x);
}
