/* SPDX-License-Identifier: MIT */
/* Preparation of rows before the factorisation: transformation to the eigenvectors of a dense N,
 * and scaling of rows whose squares leave the range. */
#include <float.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>

#include "num/dense.h"
#include "num/geninv_rows.h"
#include "num/svd.h"

/* Tolerances in units of m eps. INDEFINITE: difference between a singular value and v^T N v,
 * relative to the largest singular value, up to which N counts as semidefinite. TURNED: norm of a
 * transformed row up to which the row counts as zero, relative to the sum of its terms. */
#define INDEFINITE 16
#define TURNED 4

/* Compute N = V diag(w) V^T. The singular values of a symmetric matrix equal its eigenvalues only
 * if it is positive semidefinite; otherwise v^T N v is less than a singular value. */
static int32_t eigenvectors(struct geninv *g, const double *N)
{
    size_t m = g->m;
    double rounding = (double)m * DBL_EPSILON;
    if (!dense_finite(N, m * m) || !dense_symmetric(N, m))
        return WD_EINVAL;
    memcpy(g->factor, N, m * m * sizeof *N);
    if (!svd_factor(g->factor, m, m, g->basis, g->weight, g->interrupt))
        return WD_EINVAL;
    for (size_t k = 0; k < m; k++) {
        double alike = 0;
        for (size_t i = 0; i < m; i++)
            alike += g->factor[i * m + k] * g->basis[i * m + k];
        if (g->weight[k] * (1 - alike) > INDEFINITE * rounding * g->weight[0])
            return WD_EINVAL;
        if (g->weight[k] <= rounding * g->weight[0])
            g->weight[k] = 0;
    }
    return WD_OK;
}

/* Return the norm of row i of B. */
static double norm(struct geninv *g, size_t i)
{
    for (size_t j = 0; j < g->n; j++)
        g->v[j] = g->entries[j * g->stride + i];
    return dense_norm(g->v, g->n);
}

/* Divide row i of B by the divisor; divisor 0: set the row to 0. */
static void divide(struct geninv *g, size_t i, double divisor)
{
    for (double *x = g->entries + i, *end = x + g->n * g->stride; x < end; x += g->stride)
        *x = divisor == 0 ? 0 : *x / divisor;
}

/* B := V^T B. A transformed row that is zero to rounding is set to zero. */
static void turn_rows(struct geninv *g)
{
    size_t m = g->m;
    double *turned = g->factor;
    for (size_t i = 0; i < m; i++)
        g->length[i] = norm(g, i);
    for (size_t j = 0; j < g->n; j++) {
        double *row = g->entries + j * g->stride;
        memset(turned, 0, m * sizeof *turned);
        for (size_t i = 0; i < m; i++)
            dense_add(turned, row[i], g->basis + i * m, m);
        memcpy(row, turned, m * sizeof *turned);
    }
    for (size_t k = 0; k < m; k++) {
        double size = 0;
        for (size_t i = 0; i < m; i++)
            size += fabs(g->basis[i * m + k]) * g->length[i];
        if (norm(g, k) <= TURNED * (double)m * DBL_EPSILON * size)
            divide(g, k, 0);
    }
    geninv_products(g);
}

int32_t geninv_turn(struct geninv *g, const double *N)
{
    int32_t status = eigenvectors(g, N);
    if (status != WD_OK)
        return status;
    turn_rows(g);
    g->turned = 1;
    return WD_OK;
}

int geninv_normalise(struct geninv *g)
{
    for (size_t i = 0; i < g->m; i++) {
        int exponent = 1;
        double square = g->products[i * (g->stride + 1)];
        if (!(square > GENINV_LEAST_SQUARE && square < 1 / GENINV_LEAST_SQUARE)) {
            double length = norm(g, i);
            if (!(length <= DBL_MAX))
                return 0;
            if (length > 0)
                frexp(length, &exponent);
        }
        g->length[i] = ldexp(1, exponent - 1);
        if (exponent != 1)
            divide(g, i, g->length[i]);
    }
    geninv_products(g);
    return 1;
}
