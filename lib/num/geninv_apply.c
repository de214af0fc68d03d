/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inverses that geninv.c has factored, applied to right-hand sides. */
#include <string.h>
#include <wheeldyn/constrained.h>

#include "num/dense.h"
#include "num/geninv.h"
#include "num/svd.h"

/* Rows this near to orthogonal need no correction. */
#define EXACT_GROWTH 2

/* u := (T1 T1^T)^-1 u */
static void gram_solve(const struct geninv *g, size_t count)
{
    size_t m = g->m;
    dense_forward_rows(g->gram, m, m, g->u, count);
    dense_backward_two(g->gram, m, m, g->u, g->u + (count - 1) * m);
}

/* y += T1^T (T1 T1^T)^-1 (z - T1 y) for y = T1^T u; the columns of X_sym that T1 has besides B make
 * the term with u. */
static void correct(const struct geninv *g, size_t count, double *y)
{
    size_t n = g->n, m = g->m, last = count - 1;
    double *product = g->side;
    dense_two_products(g->rows, m, n, n, y, y + last * n, product, product + last * m);
    for (size_t i = 0; i < m; i++)
        for (size_t k = i; k < count * m; k += m)
            g->u[k] = g->z[k] - product[k] - g->slack[i] * g->slack[i] * g->u[k];
    gram_solve(g, count);
    for (size_t k = 0; k < count; k++)
        dense_add_transposed_product(g->rows, m, n, g->u + k * m, y + k * n);
}

/* y := T1^T (T1 T1^T)^-1 z, corrected once: what the squared condition number costs comes back. */
static void apply_cholesky(const struct geninv *g, size_t count, double *y)
{
    size_t n = g->n, m = g->m, last = count - 1;
    const double *u = g->coupled ? g->u : g->z;
    if (g->coupled) {
        for (size_t k = 0; k < count * m; k++) /* memcpy() would wait for stores of z */
            g->u[k] = g->z[k];
        gram_solve(g, count);
    }
    dense_two_transposed(g->rows, m, n, u, u + last * m, y, y + last * n);
    if (g->growth >= EXACT_GROWTH)
        correct(g, count, y);
}

/* T1^T P = Q R: y := Q R^-T P^T z */
static void apply_orthogonal(struct geninv *g, const double *z, double *y)
{
    memset(g->v, 0, g->columns * sizeof *g->v);
    for (size_t k = 0; k < g->rank; k++)
        g->v[k] = z[g->permutation[k]];
    dense_forward(g->factor, g->rank, g->m, g->v);
    qr_product(g->factor, g->columns, g->m, g->tau, g->v);
    memcpy(y, g->v, g->n * sizeof *y);
}

static void apply_singular(struct geninv *g, const double *z, double *y)
{
    size_t n = g->n, m = g->m, count = g->columns < m ? g->columns : m;
    const double *left = g->columns < m ? g->right : g->factor;
    const double *right = g->columns < m ? g->factor : g->right;
    memset(y, 0, n * sizeof *y);
    for (size_t k = 0; k < g->rank; k++) {
        double sum = 0;
        for (size_t i = 0; i < m; i++)
            sum += right[i * count + k] * z[i];
        sum /= g->sigma[k];
        for (size_t j = 0; j < n; j++)
            y[j] += left[j * count + k] * sum;
    }
}

void geninv_apply(struct geninv *g, const double *r, size_t count, double *y)
{
    size_t n = g->n, m = g->m;
    const double *side = g->turned ? g->side : r;
    for (size_t k = 0; g->turned && k < count; k++)
        dense_transposed_product(g->basis, m, m, r + k * m, g->side + k * m);
    const double *other = side + (count - 1) * m; /* may be the same */
    double *z = g->z, *other_z = z + (count - 1) * m;
    for (size_t i = 0; i < m; i++) {
        double gain = g->gain[i];
        z[i] = side[i] * gain;
        other_z[i] = other[i] * gain;
    }
    if (g->rank == 0)
        memset(y, 0, count * n * sizeof *y);
    else if (g->used == WD_UK_CHOLESKY)
        apply_cholesky(g, count, y);
    else
        for (size_t k = 0; k < count; k++)
            (g->used == WD_UK_QR ? apply_orthogonal : apply_singular)(g, g->z + k * m, y + k * n);
}
