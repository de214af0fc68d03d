/* SPDX-License-Identifier: MIT */
/* All forms of the inverse (constrained.h, which has the numbers in brackets; X_sym is the form
 * WD_UK_RELAXED) are computed from T^+ for one matrix T, whose rows are derived from the rows b_i
 * of the given matrix B:
 *
 *   N diagonal, w = N_ii             T row i             right-hand side     kept if
 *   A_M^+                            b_i                 r_i                 b_i != 0
 *   (13)                             sqrt(w) b_i         sqrt(w) r_i         ... and w > 0
 *   (18)                             b_i / sqrt(w)       sqrt(w) r_i         ... and w > 0
 *   X_sym, first n entries           (sqrt(w) b_i, sqrt(1 - w) |b_i| e_i)    sqrt(w) r_i
 *
 * X_sym r consists of the first n entries of T^+ times the right-hand side; its rows are kept under
 * the same condition as those of (13). A dense N is diagonal in the basis of its eigenvectors, to
 * which the rows are transformed. T1 has the rows of T scaled to norm 1: T = D T1. If the kept rows
 * are independent, T^+ = T1^+ D^-1, so that even very small weights cost no accuracy. Only
 * dependent rows need T itself, because their least-squares compromise depends on the weights. */
#include <float.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>

#include "num/dense.h"
#include "num/geninv_orthogonal.h"
#include "num/geninv_rows.h"

/* Limits of the growth factor for Cholesky of T1 T1^T, which squares the condition number k. One
 * correction leaves an error of (eps k^2)^2 + eps k. For k < 1e4 this error is about as large as
 * with the other methods; only for k < 1e2 it is never above the error with singular values
 * (tests/unit/test-uk.c). */
#define CHOLESKY_GROWTH 1e4
#define AUTO_GROWTH GENINV_NEARLY_DEPENDENT

_Static_assert(sizeof(size_t) <= sizeof(double),
               "the permutation fits in the memory of as many doubles");

size_t geninv_doubles(size_t n, size_t m)
{
    size_t columns = n + m, largest = SIZE_MAX / sizeof(double) / 8;
    if (columns < n || (m > 0 && columns > largest / m) || columns > largest / 16)
        return 0;
    size_t even = m + m % 2, stride = even + 2;
    return (n + even) * stride + 2 * m * m + columns * m + 8 * m + 7 * even + columns;
}

static double *carve(double **memory, size_t count)
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
    g->even = m + m % 2;
    g->stride = g->even + 2;
    g->entries = carve(&memory, n * g->stride);
    g->products = carve(&memory, g->even * g->stride);
    g->basis = carve(&memory, m * m);
    g->right = carve(&memory, m * m);
    g->factor = carve(&memory, (n + m) * m);
    g->weight = carve(&memory, m);
    g->square = carve(&memory, g->even);
    g->length = carve(&memory, m);
    g->slack = carve(&memory, m);
    g->gain = carve(&memory, m);
    g->scale = carve(&memory, m);
    g->sigma = carve(&memory, m);
    g->tau = carve(&memory, m);
    g->z = carve(&memory, 2 * g->even);
    g->u = carve(&memory, 2 * g->even);
    g->side = carve(&memory, 2 * g->even);
    g->permutation = (size_t *)(void *)carve(&memory, m);
    g->v = carve(&memory, n + m);
}

static int32_t set_weights(struct geninv *g, const double *N)
{
    size_t m = g->m;
    g->turned = 0;
    if (g->form == WD_UK_MOORE_PENROSE || N == NULL) {
        for (size_t i = 0; i < m; i++)
            g->weight[i] = 1;
        /* This form does not use N, but checks it. */
        return N == NULL || dense_finite(N, m * m) ? WD_OK : WD_EINVAL;
    }
    if (!dense_diagonal(N, m))
        return g->form == WD_UK_RELAXED ? WD_EINVAL : geninv_turn(g, N);
    double largest = g->form == WD_UK_RELAXED ? 1 : DBL_MAX;
    for (size_t i = 0; i < m; i++) {
        double w = g->weight[i] = N[i * m + i];
        if (!(w >= 0 && w <= largest))
            return WD_EINVAL;
    }
    return WD_OK;
}

/* True if the squared norms of all rows are in a range in which the product of two of them neither
 * vanishes nor overflows. */
static int rows_fit(const struct geninv *g)
{
    size_t m = g->m, next = g->stride + 1;
    const double *square = g->products;
    for (size_t i = 0; i < m; i++, square += next)
        if (!(*square > GENINV_LEAST_SQUARE && *square < 1 / GENINV_LEAST_SQUARE))
            return 0;
    return 1;
}

static int any_coupled(const struct geninv *g)
{
    size_t next = g->stride + 1; /* from one diagonal entry to the next */
    const double *product = g->products;
    for (size_t left = g->m; left > 1; left--, product += next) {
        double limit = g->loose * product[0];
        for (size_t j = 1; j < left; j++)
            if (product[j] * product[j] > limit * product[j * next])
                return 1;
    }
    return 0;
}

/* Select the rows that are kept, those with b_i != 0 and w > 0, and set two factors of each row,
 * both 0 if the row is not kept: `gain` multiplies the right-hand side, `scale` the row of B. The
 * gain includes the divisor of a normalised row, and without coupling 1/|b_i|^2, so that no
 * factorisation is necessary. */
static void keep_rows(struct geninv *g, int fit)
{
    int coupled = g->coupled, relaxed = coupled && g->form == WD_UK_RELAXED;
    int weighted = g->form == WD_UK_WEIGHTED, scaled = 0;
    size_t m = g->m, next = g->stride + 1, rank = 0;
    const double *product = g->products;
    for (size_t i = 0; i < m; i++, product += next) {
        double w = g->weight[i], square = g->square[i] = *product, root = relaxed ? sqrt(w) : 1;
        double gain = weighted ? 1 : relaxed ? root : w;
        if (!coupled)
            gain /= square;
        if (!fit)
            gain /= g->length[i];
        if (!(square > 0 && w > 0))
            gain = root = 0;
        else
            rank++;
        g->gain[i] = gain;
        g->scale[i] = root;
        if (root != 1)
            scaled = 1;
    }
    g->rank = rank;
    g->scaled = scaled;
}

/* Turn the products B B^T into those of the factorised matrix. Rows that are not kept are decoupled
 * by zeros off the diagonal; a zero row gets 1 on it. Diagonal entries need no scaling: in X_sym
 * row i of T has the norm of b_i, and otherwise kept rows have the scale 1. */
static void scale_products(struct geninv *g)
{
    for (size_t i = 0; i < g->m; i++) {
        double *row = g->products + i * g->stride;
        for (size_t j = i + 1; j < g->m; j++)
            row[j] *= g->scale[i] * g->scale[j];
        if (g->square[i] == 0)
            row[i] = g->square[i] = 1;
    }
}

/* Subtract the contributions of rows k and k + 1 from `left` columns of rows i and i + 1. */
static inline void subtract_pair(const double *above, double inverse0, double inverse1,
                                 size_t stride, size_t left, double *row)
{
    const double *below = above + stride;
    double *next = row + stride;
    double f0 = above[0] * inverse0, g0 = below[0] * inverse1;
    double f1 = above[1] * inverse0, g1 = below[1] * inverse1;
    for (size_t j = 0; j < left; j += 2) {
        two a = two_load(above + j), b = two_load(below + j);
        two x = two_add(two_scale(f0, a), two_scale(g0, b));
        two y = two_add(two_scale(f1, a), two_scale(g1, b));
        two_store(row + j, two_subtract(two_load(row + j), x));
        two_store(next + j, two_subtract(two_load(next + j), y));
    }
}

/* Factorise g->products into L D L^T, two rows at a time: subtract the contributions of all rows
 * before the pair, then eliminate within it. Row i becomes row i of D L^T, with the reciprocal of
 * D_ii on the diagonal. Norms of rows affect only D, so they need not be scaled first. */
static int eliminate(struct geninv *g)
{
    size_t even = g->even, stride = g->stride, next = stride + 1;
    double rounding = (double)g->m * DBL_EPSILON;
    for (size_t i = 0; i < even; i += 2) {
        double *row = g->products + i * next, *below = row + stride;
        for (size_t k = 0; k < i; k += 2) {
            const double *pivot = g->products + k * next;
            subtract_pair(pivot + i - k, pivot[0], pivot[next], stride, even - i, row);
        }
        double inverse = 1 / row[0], f = row[1] * inverse, rest = below[1] - f * row[1];
        if (!(row[0] > rounding * g->square[i] && rest > rounding * g->square[i + 1]))
            return 0;
        row[0] = inverse;
        below[1] = 1 / rest;
        for (size_t j = 2; j < even - i; j += 2)
            two_store(below + j,
                      two_subtract(two_load(below + j), two_scale(f, two_load(row + j))));
    }
    return 1;
}

/* Add `length` to y with the sign of y. */
static inline double add_away_from_zero(double y, double length)
{
    return y < 0 ? y - length : y + length;
}

/* Return the growth, defined as in dense_growth(), of the Cholesky factor of T1 T1^T. The rows of
 * T1 are the rows of T divided by their norms. */
static double growth(const struct geninv *g)
{
    size_t even = g->even;
    double *y = g->u, largest = 1;
    for (size_t i = 0; i < even; i += 2)
        y[i] = y[i + 1] = 0;
    for (size_t i = 0; i < even; i += 2) {
        const double *row = g->products + i * (g->stride + 1), *below = row + g->stride;
        double y0 = add_away_from_zero(y[i], sqrt(g->square[i])), x0 = y0 * row[0];
        double y1 = add_away_from_zero(y[i + 1] - row[1] * x0, sqrt(g->square[i + 1])),
               x1 = y1 * below[1];
        largest = y0 * x0 > largest ? y0 * x0 : largest;
        largest = y1 * x1 > largest ? y1 * x1 : largest;
        for (size_t j = 2; j < even - i; j++)
            y[i + j] -= x0 * row[j] + x1 * below[j];
    }
    return sqrt(largest);
}

/* Factorise by Cholesky. Returns 0 if the growth is too large or a row is dependent. An odd number
 * of rows is padded to an even one by a decoupled row. */
static int cholesky(struct geninv *g)
{
    g->growth = 1;
    if (!g->coupled)
        return 1;
    if (g->m < g->even)
        g->products[g->m * (g->stride + 1)] = g->square[g->m] = 1;
    if (g->scaled)
        scale_products(g);
    if (!eliminate(g))
        return 0;
    g->growth = growth(g);
    double limit = g->method == WD_UK_AUTO ? AUTO_GROWTH : CHOLESKY_GROWTH;
    return g->growth < limit && GENINV_RANK_MARGIN * g->cutoff * g->growth < 1;
}

int32_t geninv_factor(struct geninv *g, const double *N, int32_t form)
{
    g->form = form;
    g->columns = form == WD_UK_RELAXED ? g->n + g->m : g->n;
    int32_t status = set_weights(g, N);
    if (status != WD_OK)
        return status;
    int method = g->method, fit = rows_fit(g);
    if (!fit && !geninv_normalise(g))
        return WD_ERANGE;
    g->coupled = method > WD_UK_CHOLESKY || g->m > g->columns || any_coupled(g);
    keep_rows(g, fit);
    g->cutoff = g->tolerance > 0 ? g->tolerance : g->rounding;
    g->used = method == WD_UK_AUTO ? WD_UK_CHOLESKY : method;
    int limited = g->most > 0 && g->most < g->rank;
    if (g->rank == 0 ||
        (!limited && method <= WD_UK_CHOLESKY && g->rank <= g->columns && cholesky(g)))
        return WD_OK;
    return geninv_orthogonal(g, fit);
}

int geninv_nearly_dependent(const struct geninv *g)
{
    return g->used == WD_UK_SVD && g->rank > 0 &&
           g->sigma[0] > GENINV_NEARLY_DEPENDENT * g->sigma[g->rank - 1];
}
