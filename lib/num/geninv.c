/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All forms come down to one matrix T whose rows are those of B, and T^+:
 *
 *   N diagonal, w = N_ii             T row i             right-hand side     kept if
 *   A_M^+                            b_i                 r_i                 b_i != 0
 *   (13)                             sqrt(w) b_i         sqrt(w) r_i         ... and w > 0
 *   (18)                             b_i / sqrt(w)       sqrt(w) r_i         ... and w > 0
 *   X_sym, first n entries           (sqrt(w) b_i, sqrt(1 - w) |b_i| e_i)    sqrt(w) r_i
 *
 * A dense N is diagonal in the basis of its eigenvectors, to which the rows are turned. With the
 * rows of T scaled to norm 1, T = D T1; if the rows kept are independent T^+ = T1^+ D^-1, so that
 * no weight, however small, costs a digit. Only dependent rows need T itself, because there the
 * weights decide on the compromise. */
#include "num/geninv.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>

#include "num/dense.h"
#include "num/svd.h"

/* Cholesky of T1 T1^T squares the condition number k: one correction leaves (eps k^2)^2 + eps k,
 * with k < 1e4 about what the other methods leave, but only with k < 1e2 never more than singular
 * values do (tests/unit/test-uk.c). */
#define CHOLESKY_GROWTH 1e4
#define AUTO_GROWTH 1e2
/* A rank that is close to being decided otherwise is left to the singular values. */
#define RANK_MARGIN 100

_Static_assert(sizeof(size_t) <= sizeof(double), "the permutation fits in the room of doubles");

size_t geninv_doubles(size_t n, size_t m)
{
    size_t columns = n + m, largest = SIZE_MAX / sizeof(double) / 8;
    if (columns < n || (m > 0 && columns > largest / m) || columns > largest / 16)
        return 0;
    return (m + 2) * n + 4 * m * m + columns * m + 16 * m + columns;
}

static double *take(double **memory, size_t count)
{
    double *taken = *memory;
    *memory += count;
    return taken;
}

void geninv_carve(struct geninv *g, size_t n, size_t m, double *memory)
{
    double rounding = (double)(m > n ? m : n) * DBL_EPSILON;
    *g = (struct geninv){.n = n, .m = m, .method = WD_UK_AUTO, .rounding = rounding};
    g->loose = DBL_EPSILON / (double)m * (DBL_EPSILON / (double)m);
    g->rows = take(&memory, (m + 2) * n);
    g->basis = take(&memory, m * m);
    g->gram = take(&memory, m * m);
    g->products = take(&memory, m * (m + 2));
    g->right = take(&memory, m * m);
    g->factor = take(&memory, (n + m) * m);
    g->weight = take(&memory, m);
    g->length = take(&memory, m);
    g->slack = take(&memory, m);
    g->gain = take(&memory, m);
    g->scale = take(&memory, m);
    g->sigma = take(&memory, m);
    g->tau = take(&memory, m);
    g->z = take(&memory, 2 * m);
    g->u = take(&memory, 2 * m);
    g->side = take(&memory, 2 * m);
    g->permutation = (size_t *)(void *)take(&memory, m);
    g->v = take(&memory, n + m);
}

/* N = V diag(w) V^T. The singular values of a symmetric matrix are its eigenvalues only if it is
 * positive semidefinite; else v^T N v falls short of one of them. */
static int32_t turn(struct geninv *g, const double *N)
{
    size_t m = g->m;
    double rounding = (double)m * DBL_EPSILON;
    if (!dense_finite(N, m * m) || !dense_symmetric(N, m))
        return WD_EINVAL;
    memcpy(g->gram, N, m * m * sizeof *N);
    if (!svd_factor(g->gram, m, m, g->basis, g->weight))
        return WD_EINVAL;
    for (size_t k = 0; k < m; k++) {
        double alike = 0;
        for (size_t i = 0; i < m; i++)
            alike += g->gram[i * m + k] * g->basis[i * m + k];
        if (g->weight[k] * (1 - alike) > 16 * rounding * g->weight[0])
            return WD_EINVAL;
        if (g->weight[k] <= rounding * g->weight[0])
            g->weight[k] = 0;
    }
    g->turned = 1;
    return WD_OK;
}

static int32_t weights(struct geninv *g, const double *N)
{
    size_t m = g->m;
    g->turned = 0;
    if (g->form == WD_UK_MOORE_PENROSE || N == NULL) {
        for (size_t i = 0; i < m; i++)
            g->weight[i] = 1;
        return WD_OK;
    }
    if (!dense_diagonal(N, m))
        return g->form == WD_UK_RELAXED ? WD_EINVAL : turn(g, N);
    double largest = g->form == WD_UK_RELAXED ? 1 : DBL_MAX;
    for (size_t i = 0; i < m; i++) {
        double w = g->weight[i] = N[i * m + i];
        if (!(w >= 0 && w <= largest))
            return WD_EINVAL;
    }
    return WD_OK;
}

void geninv_products(struct geninv *g)
{
    size_t n = g->n, m = g->m, all = m + 2;
    for (size_t i = 0; i < m; i += 2) {
        const double *one = g->rows + i * n, *two = i + 1 < m ? one + n : one;
        double *y = g->products + i * all + i, *z = i + 1 < m ? y + all : y;
        dense_two_products(one, all - i, n, n, one, two, y, z);
    }
}

/* B := V^T B. A turned row that is nothing but rounding is zero. */
static void turn_rows(struct geninv *g)
{
    size_t n = g->n, m = g->m;
    double *turned = g->factor;
    for (size_t i = 0; i < m; i++)
        g->length[i] = dense_norm(g->rows + i * n, n);
    for (size_t k = 0; k < m; k++) {
        double *row = turned + k * n, size = 0;
        memset(row, 0, n * sizeof *row);
        for (size_t i = 0; i < m; i++) {
            dense_add(row, g->basis[i * m + k], g->rows + i * n, n);
            size += fabs(g->basis[i * m + k]) * g->length[i];
        }
        if (dense_norm(row, n) <= 4 * (double)m * DBL_EPSILON * size)
            memset(row, 0, n * sizeof *row);
    }
    memcpy(g->rows, turned, m * n * sizeof *turned);
    geninv_products(g);
}

/* If every two rows of B are orthogonal and no square leaves the range, T^+ is B^T with nothing but
 * gains, and the lengths of the rows are not needed. */
static int orthogonal_rows(struct geninv *g)
{
    size_t m = g->m, next = m + 3; /* from square to square */
    const double *product = g->products;
    for (size_t i = 0; i < m; i++, product += next) {
        double square = product[0], limit = g->loose * square;
        if (!(square > 1e-100 && square < 1e100))
            return 0;
        for (size_t j = 1; j < m - i; j++)
            if (product[j] * product[j] > limit * product[j * next])
                return 0;
    }
    g->rank = 0;
    for (size_t i = 0; i < m; i++) {
        double w = g->weight[i];
        g->rank += w > 0;
        g->gain[i] = (g->form == WD_UK_WEIGHTED ? w > 0 : w) / g->products[i * next];
    }
    g->coupled = 0;
    g->growth = 1;
    return 1;
}

/* The rows of T1, and the number of rows kept; others become zero. Besides the lengths the gains
 * make T1^+ the inverse: the weights of (18) or X_sym. 0 if a row is not finite. */
static int equilibrate(struct geninv *g)
{
    size_t n = g->n, m = g->m;
    int relaxed = g->form == WD_UK_RELAXED, seminorm = g->form == WD_UK_SEMINORM, extreme = 0;
    g->rank = 0;
    for (size_t i = 0; i < m; i++) {
        double *row = g->rows + i * n, w = g->weight[i], square = g->products[i * (m + 2) + i];
        double root = relaxed ? sqrt(w) : 1, length = sqrt(square), left = length;
        if (!(square > 1e-270 && square < 1e270)) { /* no product of this row is one to use */
            length = dense_scaled_norm(row, n);
            if (!(length <= DBL_MAX))
                return 0;
            for (size_t j = 0; length > 0 && j < n; j++)
                row[j] /= length;
            left = 1;
            extreme = 1;
        }
        int keep = length > 0 && w > 0;
        g->slack[i] = keep && relaxed ? sqrt(1 - w) : 0;
        g->gain[i] = keep ? (seminorm ? w : root) / length : 0;
        g->length[i] = keep ? length : 0;
        g->scale[i] = keep ? root / left : 0;
        g->rank += (size_t)keep;
        dense_scale(row, g->scale[i], n);
    }
    if (extreme) {
        geninv_products(g);
        for (size_t i = 0; i < m; i++)
            g->scale[i] = 1;
    }
    return 1;
}

static int cholesky(struct geninv *g)
{
    size_t m = g->m;
    for (size_t i = 0; i < m; i++) {
        const double *product = g->products + i * (m + 2);
        double *row = g->gram + i * m, scale = g->scale[i];
        row[i] = 1;
        for (size_t j = i + 1; j < m; j++)
            row[j] = product[j] * (scale * g->scale[j]);
    }
    g->coupled = 1;
    if (!dense_cholesky(g->gram, m))
        return 0;
    g->growth = dense_growth(g->gram, m, m, g->u);
    double limit = g->method == WD_UK_AUTO ? AUTO_GROWTH : CHOLESKY_GROWTH;
    return g->growth < limit && RANK_MARGIN * g->cutoff * g->growth < 1;
}

/* T1^T, columns x m, into g->factor; row i of T1 times scale[i] if there is one. */
static void transposed(struct geninv *g, const double *scale)
{
    size_t n = g->n, m = g->m;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < m; i++)
            g->factor[j * m + i] = g->rows[i * n + j] * (scale ? scale[i] : 1);
    if (g->columns == n)
        return;
    memset(g->factor + n * m, 0, m * m * sizeof *g->factor);
    for (size_t i = 0; i < m; i++)
        g->factor[(n + i) * m + i] = g->slack[i] * (scale ? scale[i] : 1);
}

static int orthogonal(struct geninv *g, size_t kept)
{
    size_t m = g->m;
    transposed(g, NULL);
    qr_factor(g->factor, g->columns, m, g->tau, g->permutation, g->sigma);
    for (size_t k = 0; k < kept; k++) {
        double *diagonal = g->factor + k * m + k;
        if (!(fabs(*diagonal) > RANK_MARGIN * g->cutoff))
            return 0;
        *diagonal = 1 / *diagonal;
    }
    return RANK_MARGIN * g->cutoff * dense_growth(g->factor, kept, m, g->u) < 1;
}

/* T^T = U S V^T if it has at least as many rows as columns, else T: factor holds the vectors of the
 * larger space, right the others, as columns; the number of either is that of singular values. */
static int singular(struct geninv *g, const double *scale)
{
    size_t m = g->m, c = g->columns;
    if (c >= m) {
        transposed(g, scale);
        return svd_factor(g->factor, c, m, g->right, g->sigma);
    }
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < c; j++)
            g->factor[i * c + j] = g->rows[i * c + j] * (scale ? scale[i] : 1);
    return svd_factor(g->factor, m, c, g->right, g->sigma);
}

/* Dependent rows: T itself, to its largest entry 1, with the rank of T1. */
static int32_t dependent(struct geninv *g)
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
    if (!singular(g, scale))
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
    if (!singular(g, NULL))
        return WD_ENOCONV;
    g->rank = 0;
    while (g->rank < count && g->sigma[g->rank] > g->cutoff * g->sigma[0])
        g->rank++;
    return g->rank == kept ? WD_OK : dependent(g);
}

int32_t geninv_factor(struct geninv *g, const double *N, int32_t form)
{
    g->form = form;
    g->columns = form == WD_UK_RELAXED ? g->n + g->m : g->n;
    int32_t status = weights(g, N);
    if (status != WD_OK)
        return status;
    if (g->turned)
        turn_rows(g);
    int method = g->method;
    if (method <= WD_UK_CHOLESKY && orthogonal_rows(g)) {
        g->used = WD_UK_CHOLESKY;
        return WD_OK;
    }
    g->cutoff = g->tolerance > 0 ? g->tolerance : g->rounding;
    if (!equilibrate(g))
        return WD_ERANGE;
    size_t kept = g->rank;
    int wide = kept <= g->columns;
    if (kept == 0)
        g->used = method == WD_UK_AUTO ? WD_UK_CHOLESKY : method;
    else if (wide && method <= WD_UK_CHOLESKY && cholesky(g))
        g->used = WD_UK_CHOLESKY;
    else if (wide && (method == WD_UK_CHOLESKY || method == WD_UK_QR) && orthogonal(g, kept))
        g->used = WD_UK_QR;
    else {
        g->used = WD_UK_SVD;
        status = singular_values(g, kept);
    }
    return status;
}
