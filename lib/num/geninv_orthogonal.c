/* SPDX-License-Identifier: MIT */
/* Inverses by orthogonal factorisations: QR of T1, or singular values of T1 or T. */
#include <float.h>
#include <math.h>
#include <wheeldyn/constrained.h>

#include "num/dense.h"
#include "num/geninv_orthogonal.h"
#include "num/orthogonal.h"
#include "num/svd.h"

/* Compute the factors from rows of B to rows of T1, which have norm 1, and the additional columns
 * of the relaxed form. */
static void unit_rows(struct geninv *g, int fit)
{
    int relaxed = g->form == WD_UK_RELAXED;
    for (size_t i = 0; i < g->m; i++) {
        int keep = g->scale[i] != 0;
        double length = sqrt(g->square[i]);
        g->slack[i] = keep && relaxed ? sqrt(1 - g->weight[i]) : 0;
        g->gain[i] = keep ? g->gain[i] / length : 0;
        g->scale[i] = keep ? g->scale[i] / length : 0;
        g->length[i] = keep ? length * (fit ? 1 : g->length[i]) : 0;
    }
}

/* Write T1^T, columns x m, to g->factor; if scale is not NULL, row i of T1 is multiplied by
 * scale[i]. */
static void write_transposed(struct geninv *g, const double *scale)
{
    size_t n = g->n, m = g->m;
    for (size_t j = 0; j < g->columns; j++)
        for (size_t i = 0; i < m; i++) {
            double x = j < n        ? g->entries[j * g->stride + i] * g->scale[i]
                       : j - n == i ? g->slack[i]
                                    : 0;
            g->factor[j * m + i] = x * (scale ? scale[i] : 1);
        }
}

static int orthogonal(struct geninv *g, size_t kept)
{
    size_t m = g->m;
    write_transposed(g, NULL);
    orthogonal_factor(g->factor, g->columns, m, g->tau, g->permutation, g->sigma);
    for (size_t k = 0; k < kept; k++) {
        double *diagonal = g->factor + k * m + k;
        if (!(fabs(*diagonal) > GENINV_RANK_MARGIN * g->cutoff))
            return 0;
        *diagonal = 1 / *diagonal;
    }
    return GENINV_RANK_MARGIN * g->cutoff * dense_growth(g->factor, kept, m, g->u) < 1;
}

/* Decompose T^T = U S V^T if it has at least as many rows as columns, else T. g->factor gets the
 * singular vectors of the larger space, g->right those of the smaller space. Both hold the vectors
 * as columns, one for each singular value. */
static int decompose(struct geninv *g, const double *scale)
{
    size_t m = g->m, c = g->columns;
    if (c >= m) {
        write_transposed(g, scale);
        return svd_factor(g->factor, c, m, g->right, g->sigma, g->interrupt);
    }
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < c; j++)
            g->factor[i * c + j] =
                g->entries[j * g->stride + i] * g->scale[i] * (scale ? scale[i] : 1);
    return svd_factor(g->factor, m, c, g->right, g->sigma, g->interrupt);
}

/* Treat dependent rows: decompose T itself, scaled to a largest entry of 1, and use the rank of T1.
 */
static int32_t treat_dependent_rows(struct geninv *g)
{
    size_t m = g->m;
    double *scale = g->u, largest = 0;
    for (size_t i = 0; i < m; i++) {
        double s = g->form == WD_UK_MOORE_PENROSE ? 1 : sqrt(g->weight[i]);
        int divides = g->form == WD_UK_SEMINORM, inside = g->form == WD_UK_RELAXED;
        scale[i] = g->length[i] == 0 ? 0 : g->length[i] * (divides ? 1 / s : inside ? 1 : s);
        g->gain[i] = s;
        largest = scale[i] > largest ? scale[i] : largest;
    }
    if (!(largest <= DBL_MAX))
        return WD_ERANGE;
    for (size_t i = 0; i < m; i++) {
        scale[i] /= largest;
        g->gain[i] = g->length[i] == 0 ? 0 : g->gain[i] / largest;
    }
    if (!decompose(g, scale))
        return WD_ENOCONV;
    size_t count = g->columns < m ? g->columns : m, found = 0;
    while (found < count && g->sigma[found] > 0)
        found++;
    g->rank = found < g->rank ? found : g->rank;
    return WD_OK;
}

static int32_t singular_values(struct geninv *g, size_t kept)
{
    size_t count = g->columns < g->m ? g->columns : g->m;
    if (!decompose(g, NULL))
        return WD_ENOCONV;
    g->rank = 0;
    if (g->most > 0 && g->most < count)
        count = g->most;
    while (g->rank < count && g->sigma[g->rank] > g->cutoff * g->sigma[0])
        g->rank++;
    return g->rank == kept ? WD_OK : treat_dependent_rows(g);
}

int32_t geninv_orthogonal(struct geninv *g, int fit)
{
    size_t kept = g->rank;
    unit_rows(g, fit);
    int limited = g->most > 0 && g->most < kept;
    if (!limited && kept <= g->columns && (g->method == WD_UK_CHOLESKY || g->method == WD_UK_QR) &&
        orthogonal(g, kept)) {
        g->used = WD_UK_QR;
        return WD_OK;
    }
    g->used = WD_UK_SVD;
    return singular_values(g, kept);
}
