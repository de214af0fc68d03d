/* SPDX-License-Identifier: MIT */
/* Application of the inverses factorised by geninv.c to two right-hand sides at once, which are
 * stored as pairs: numbers 2 i and 2 i + 1 are element i of the first and of the second one. */
#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>

#include "num/dense.h"
#include "num/geninv.h"
#include "num/invariant.h"
#include "num/orthogonal.h"

/* Growth factor below which rows are so nearly orthogonal that no correction is necessary. */
#define EXACT_GROWTH 2

/* Pairs u := (L D L^T)^-1 z, two rows at a time; z may be u. */
static void gram_solve(const struct geninv *g, const double *z)
{
    size_t even = g->even, stride = g->stride, next = 2 * (stride + 1);
    double *u = g->u;
    const double *row = g->products; /* from the diagonal on */
    for (size_t i = 0; i < even; i += 2, row += next) {
        two x = two_load(z + 2 * i), y = two_load(z + 2 * i + 2);
        const double *above = g->products + i;
        for (size_t k = 0; k < i; k++, above += stride) {
            two uk = two_load(u + 2 * k);
            x = two_subtract(x, two_scale(above[0], uk));
            y = two_subtract(y, two_scale(above[1], uk));
        }
        x = two_scale(row[0], x);
        y = two_scale(row[stride + 1], two_subtract(y, two_scale(row[1], x)));
        two_store(u + 2 * i, x);
        two_store(u + 2 * i + 2, y);
    }
    for (size_t i = even; i > 0; i -= 2) {
        row -= next;
        double *xy = u + 2 * i - 4;
        const double *below = row + stride;
        two x = two_zero(), y = two_zero();
        for (size_t k = 2; k < even - i + 2; k++) {
            two uk = two_load(xy + 2 * k);
            x = two_add(x, two_scale(row[k], uk));
            y = two_add(y, two_scale(below[k], uk));
        }
        y = two_subtract(two_load(xy + 2), two_scale(below[1], y));
        x = two_subtract(two_load(xy), two_scale(row[0], two_add(x, two_scale(row[1], y))));
        two_store(xy, x);
        two_store(xy + 2, y);
    }
}

/* Compute the pairs v := scale u; returns v. The padding of v, if any, is 0 already. */
static const double *scaled(const struct geninv *g, const double *u, double *v)
{
    for (size_t i = 0; i < g->m; i++) {
        double x0 = g->scale[i] * u[2 * i], x1 = g->scale[i] * u[2 * i + 1];
        v[2 * i] = x0, v[2 * i + 1] = x1;
    }
    return v;
}

/* Pairs y := B^T u, or y += B^T u, for two rows of B. */
static inline void combine_two(const double *rows, size_t stride, size_t n, const double *u,
                               int add, double *y)
{
    two u0 = two_load(u), u1 = two_load(u + 2);
    for (size_t j = 0; j < n; j++, rows += stride, y += 2) {
        two sum = two_add(two_scale(rows[0], u0), two_scale(rows[1], u1));
        two_store(y, add ? two_add(sum, two_load(y)) : sum);
    }
}

/* Pairs y := B^T u, or y += B^T u */
static void combine(const struct geninv *g, const double *u, int add, double *y)
{
    size_t i = 0;
    if (!add) {
        combine_two(g->entries, g->stride, g->n, u, 0, y);
        i = 2;
    }
    for (; i < g->even; i += 2)
        combine_two(g->entries + i, g->stride, g->n, u + 2 * i, 1, y);
}

/* Correction step y += B^T S (L D L^T)^-1 (z - S B y) for y = B^T S u with the scales S. In
 * X_sym the additional columns of T also contribute: slack u is subtracted from z, too. */
static void correct(const struct geninv *g, double *y)
{
    double *u = g->u, *product = g->side;
    for (size_t i = 0; i < g->m; i += 2)
        geninv_two(g->entries + i, g->stride, y, 2, g->n, product + 2 * i, 2);
    for (size_t i = 0; i < g->m; i++) {
        double slack = g->form == WD_UK_RELAXED ? (1 - g->weight[i]) * g->square[i] : 0;
        for (size_t k = 2 * i; k < 2 * i + 2; k++)
            u[k] = g->z[k] - g->scale[i] * product[k] - slack * u[k];
    }
    gram_solve(g, u);
    combine(g, g->scaled ? scaled(g, u, g->side) : u, 1, y);
}

/* y := B^T S (L D L^T)^-1 z with one correction, which restores the digits lost to the squared
 * condition number. */
static void apply_cholesky(const struct geninv *g, double *y)
{
    double *u = g->u;
    if (!g->coupled) {
        combine(g, g->z, 0, y);
        return;
    }
    gram_solve(g, g->z);
    combine(g, g->scaled ? scaled(g, u, g->side) : u, 0, y);
    if (g->growth >= EXACT_GROWTH)
        correct(g, y);
}

/* Compute y := Q R^-T P^T z for one right-hand side, where T1^T P = Q R. */
static void apply_orthogonal(struct geninv *g, const double *z, double *y)
{
    memset(g->v, 0, g->columns * sizeof *g->v);
    for (size_t k = 0; k < g->rank; k++)
        g->v[k] = z[2 * g->permutation[k]];
    dense_forward(g->factor, g->rank, g->m, g->v);
    orthogonal_product(g->factor, g->columns, g->m, g->tau, g->v);
    for (size_t j = 0; j < g->n; j++)
        y[2 * j] = g->v[j];
}

/* Return the error bound of a right-hand side along singular vector k, whose element i is x[i
 * count]. */
static double bound_along(const struct geninv *g, const double *bound, size_t k, const double *x,
                          size_t count)
{
    double sigma = g->sigma[k], sum = 0;
    for (size_t i = 0; i < g->m; i++) {
        const double *b = bound + 3 * i;
        sum += fabs(x[i * count] * g->gain[i]) * (b[0] + (b[1] + b[2] / sigma) / sigma);
    }
    return sum;
}

/* Apply the inverse to one right-hand side by singular values. */
static void apply_singular(struct geninv *g, const double *z, double *y)
{
    int bounded = g->bounds && !g->turned && geninv_nearly_dependent(g);
    const double *bound = bounded ? g->bounds(g->context) : NULL;
    size_t n = g->n, m = g->m, count = g->columns < m ? g->columns : m;
    const double *left = g->columns < m ? g->right : g->factor;
    const double *right = g->columns < m ? g->factor : g->right;
    for (size_t j = 0; j < n; j++)
        y[2 * j] = 0;
    for (size_t k = 0; k < g->rank; k++) {
        double sum = 0;
        for (size_t i = 0; i < m; i++)
            sum += right[i * count + k] * z[2 * i];
        if (bound && g->sigma[0] > GENINV_NEARLY_DEPENDENT * g->sigma[k] &&
            fabs(sum) <= bound_along(g, bound, k, right + k, count))
            continue;
        sum /= g->sigma[k];
        for (size_t j = 0; j < n; j++)
            y[2 * j] += left[j * count + k] * sum;
    }
}

/* Pairs side := V^T r for the basis V of the transformed rows. */
static const double *turned(const struct geninv *g, const double *r)
{
    size_t m = g->m;
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < 2; j++) {
            double sum = 0;
            for (size_t k = 0; k < m; k++)
                sum += g->basis[k * m + i] * r[2 * k + j];
            g->side[2 * i + j] = sum;
        }
    return g->side;
}

void geninv_apply(struct geninv *g, const double *r, double *y)
{
    invariant(g->rank <= g->m && g->rank <= g->columns);
    size_t m = g->m, end = 2 * m;
    double *z = g->z;
    if (g->turned)
        r = turned(g, r);
    for (size_t i = 0; i < m; i++) {
        double z0 = g->gain[i] * r[2 * i], z1 = g->gain[i] * r[2 * i + 1];
        z[2 * i] = z0, z[2 * i + 1] = z1;
    }
    if (m < g->even)
        z[end] = z[end + 1] = g->u[end] = g->u[end + 1] = g->side[end] = g->side[end + 1] = 0;
    if (g->rank == 0)
        memset(y, 0, 2 * g->n * sizeof *y);
    else if (g->used == WD_UK_CHOLESKY)
        apply_cholesky(g, y);
    else
        for (size_t k = 0; k < 2; k++)
            (g->used == WD_UK_QR ? apply_orthogonal : apply_singular)(g, z + k, y + k);
}
