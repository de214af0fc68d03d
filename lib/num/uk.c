/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With M = L L^T, L = U^T, and the rows B = A L^-T, X = L^-T Y for the inverse Y of B in the
 * Euclidean metric: any factor of M serves for M^1/2 in (13) and (18). */
#include "num/uk.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>

#include "num/dense.h"

enum { IDENTITY, DIAGONAL, DENSE };

size_t uk_doubles(size_t n, size_t m)
{
    size_t inverse = geninv_doubles(n, m), largest = SIZE_MAX / sizeof(double) / 4;
    if (inverse == 0 || n > largest / (n + 4))
        return 0;
    size_t own = n * n + 4 * n + 2 * m + n * m; /* none of them overflows: inverse has n m too */
    return own > largest || inverse > largest ? 0 : own + inverse;
}

void uk_carve(struct uk *uk, size_t n, size_t m, double *memory)
{
    *uk = (struct uk){.n = n, .m = m};
    uk->upper = memory;
    uk->a = uk->upper + n * n;
    uk->c = uk->a + n;
    uk->y = uk->c + n;
    uk->ni = uk->y + n;
    uk->r = uk->ni + n;
    uk->rc = uk->r + m;
    uk->result = uk->rc + m;
    geninv_carve(&uk->inverse, n, m, uk->result + n * m);
}

static int32_t fail(struct uk *uk, int32_t fault, int32_t status)
{
    uk->fault = fault;
    return status;
}

/* NaN and infinity are not looked for before, but fail in one of the tests. */
static int32_t factor_mass(struct uk *uk, const double *M)
{
    size_t n = uk->n;
    uk->mass = IDENTITY;
    if (M == NULL)
        return WD_OK;
    int symmetric = 1, definite = 1;
    if (dense_diagonal(M, n)) {
        uk->mass = DIAGONAL;
        for (size_t i = 0; i < n; i++) {
            definite &= M[i * n + i] > 0 && M[i * n + i] <= DBL_MAX;
            uk->upper[i] = 1 / sqrt(M[i * n + i]);
        }
    } else {
        uk->mass = DENSE;
        symmetric = dense_symmetric(M, n);
        memcpy(uk->upper, M, n * n * sizeof *M);
        definite = symmetric && dense_cholesky(uk->upper, n);
    }
    if (symmetric && definite)
        return WD_OK;
    if (!dense_finite(M, n * n))
        return fail(uk, UK_M_FINITE, WD_EINVAL);
    return symmetric ? fail(uk, UK_M_DEFINITE, WD_ESINGULAR) : fail(uk, UK_M_SYMMETRIC, WD_EINVAL);
}

static int finite_or_null(const double *x, size_t n)
{
    return x == NULL || dense_finite(x, n);
}

static void put(double *to, const double *from, size_t n)
{
    if (to)
        memcpy(to, from, n * sizeof *to);
}

/* x := L^-1 x of one row or of many */
static void forward(const struct uk *uk, double *x, size_t rows)
{
    if (uk->mass == DENSE)
        dense_forward_rows(uk->upper, uk->n, uk->n, x, rows);
    if (uk->mass == DIAGONAL)
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < uk->n; j++)
                x[i * uk->n + j] *= uk->upper[j];
}

/* x := L^-T x */
static void backward(const struct uk *uk, double *x)
{
    if (uk->mass == DENSE)
        dense_backward(uk->upper, uk->n, uk->n, x);
    else
        forward(uk, x, 1);
}

/* y := L x */
static void forward_product(const struct uk *uk, const double *x, double *y)
{
    if (uk->mass == DENSE)
        dense_forward_product(uk->upper, uk->n, uk->n, x, y);
    else
        for (size_t i = 0; i < uk->n; i++)
            y[i] = uk->mass == DIAGONAL ? x[i] / uk->upper[i] : x[i];
}

/* Factors M and turns A to rows B. */
static int32_t prepare(struct uk *uk, const double *M, const double *A)
{
    uk->fault = UK_FINE;
    int32_t status = factor_mass(uk, M);
    if (status == WD_OK && uk->m > 0) {
        memcpy(uk->inverse.rows, A, uk->m * uk->n * sizeof *A);
        forward(uk, uk->inverse.rows, uk->m);
    }
    return status;
}

static int32_t factor(struct uk *uk, const double *A, const double *N, int32_t form)
{
    size_t n = uk->n, m = uk->m;
    int32_t status = geninv_factor(&uk->inverse, N, form);
    if (status == WD_EINVAL)
        uk->fault = dense_finite(N, m * m) ? UK_N_FORM : UK_N_FINITE;
    if (status == WD_ENOCONV)
        uk->fault = UK_NO_END;
    if (status != WD_ERANGE)
        return status;
    int finite = m == 0 || dense_finite(A, m * n);
    return finite ? fail(uk, UK_OVERFLOW, WD_ERANGE) : fail(uk, UK_A_FINITE, WD_EINVAL);
}

int32_t uk_inverse(struct uk *uk, const double *A, const double *M, const double *N, int32_t form,
                   double *X)
{
    size_t n = uk->n, m = uk->m;
    int32_t status = prepare(uk, M, A);
    if (status == WD_OK)
        status = factor(uk, A, N, form);
    if (status != WD_OK)
        return status;
    for (size_t j = 0; j < m; j++) {
        for (size_t i = 0; i < m; i++)
            uk->r[i] = i == j;
        geninv_apply(&uk->inverse, uk->r, uk->y);
        backward(uk, uk->y);
        for (size_t i = 0; i < n; i++)
            uk->result[i * m + j] = uk->y[i];
    }
    if (!dense_finite(uk->result, n * m))
        return fail(uk, UK_OVERFLOW, WD_ERANGE);
    put(X, uk->result, n * m);
    return WD_OK;
}

/* |A x - b|, b may be NULL */
static double residual(struct uk *uk, const double *A, const double *b, const double *x)
{
    for (size_t i = 0; i < uk->m; i++)
        uk->r[i] = dense_dot(A + i * uk->n, x, uk->n) - (b ? b[i] : 0);
    return dense_norm(uk->r, uk->m);
}

/* The forces, Qi in c and Qni in ni: of M X (b - A aC) = L y the part M X A M^-1 C = L c is
 * non-ideal, (4) and (5). */
static void forces(struct uk *uk, const double *C)
{
    size_t n = uk->n;
    if (C) {
        geninv_apply(&uk->inverse, uk->rc, uk->c);
        dense_add(uk->y, 1, uk->c, n);
        forward_product(uk, uk->c, uk->ni);
        for (size_t i = 0; i < n; i++)
            uk->ni[i] = C[i] - uk->ni[i];
    } else
        memset(uk->ni, 0, n * sizeof *uk->ni);
    forward_product(uk, uk->y, uk->c);
}

/* a := L^-1 (Q + C), r := b - B a, c := L^-1 C, rc := B c, as long as the rows are those of B. */
static void right_hand_sides(struct uk *uk, const double *Q, const double *b, const double *C)
{
    size_t n = uk->n, m = uk->m;
    for (size_t i = 0; i < n; i++)
        uk->a[i] = C ? Q[i] + C[i] : Q[i];
    forward(uk, uk->a, 1);
    for (size_t i = 0; i < m; i++)
        uk->r[i] = (b ? b[i] : 0) - dense_dot(uk->inverse.rows + i * n, uk->a, n);
    if (C) {
        memcpy(uk->c, C, n * sizeof *C);
        forward(uk, uk->c, 1);
        dense_product(uk->inverse.rows, m, n, uk->c, uk->rc);
    }
}

/* qdd = aC + X (b - A aC) = L^-T (a + Y r), aC = M^-1 (Q + C): (4), (5) and (17) in one */
int32_t uk_solve(struct uk *uk, const double *M, const double *Q, const double *A, const double *b,
                 const double *C, const double *N, int32_t form, double *qdd, double *Qi,
                 double *Qni)
{
    size_t n = uk->n;
    int32_t status = prepare(uk, M, A);
    if (status != WD_OK)
        return status;
    right_hand_sides(uk, Q, b, C);
    status = factor(uk, A, N, form);
    if (status != WD_OK)
        return status;
    geninv_apply(&uk->inverse, uk->r, uk->y);
    dense_add(uk->a, 1, uk->y, n);
    backward(uk, uk->a);
    double missing = residual(uk, A, b, uk->a);
    int finite = missing <= DBL_MAX && dense_finite(uk->a, n);
    if (Qi || Qni) {
        forces(uk, C);
        finite = finite && dense_finite(uk->c, n) && dense_finite(uk->ni, n);
    }
    if (!finite)
        return dense_finite(Q, n) && finite_or_null(b, uk->m) && finite_or_null(C, n)
                   ? fail(uk, UK_OVERFLOW, WD_ERANGE)
                   : fail(uk, UK_VECTOR_FINITE, WD_EINVAL);
    uk->residual = missing;
    put(qdd, uk->a, n);
    put(Qi, uk->c, n);
    put(Qni, uk->ni, n);
    return WD_OK;
}
