/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With M = L L^T and the rows B = A L^-T, X = L^-T Y for the inverse Y of B in the Euclidean
 * metric: any factor of M serves for M^1/2 in (13) and (18). */
#include "num/uk.h"

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
    size_t own = n * n + 4 * n + m + n * m; /* none of them overflows: inverse has n m too */
    return own > largest || inverse > largest ? 0 : own + inverse;
}

void uk_carve(struct uk *uk, size_t n, size_t m, double *memory)
{
    *uk = (struct uk){.n = n, .m = m};
    uk->lower = memory;
    uk->a = uk->lower + n * n;
    uk->c = uk->a + n;
    uk->y = uk->c + n;
    uk->ni = uk->y + n;
    uk->r = uk->ni + n;
    uk->result = uk->r + m;
    geninv_carve(&uk->inverse, n, m, uk->result + n * m);
}

static int32_t fail(struct uk *uk, int32_t fault, int32_t status)
{
    uk->fault = fault;
    return status;
}

static int32_t factor_mass(struct uk *uk, const double *M)
{
    size_t n = uk->n;
    uk->mass = IDENTITY;
    if (M == NULL)
        return WD_OK;
    if (!dense_finite(M, n * n))
        return fail(uk, UK_M_FINITE, WD_EINVAL);
    if (dense_diagonal(M, n)) {
        uk->mass = DIAGONAL;
        for (size_t i = 0; i < n; i++) {
            if (!(M[i * n + i] > 0))
                return fail(uk, UK_M_DEFINITE, WD_ESINGULAR);
            uk->lower[i] = sqrt(M[i * n + i]);
        }
        return WD_OK;
    }
    uk->mass = DENSE;
    if (!dense_symmetric(M, n))
        return fail(uk, UK_M_SYMMETRIC, WD_EINVAL);
    memcpy(uk->lower, M, n * n * sizeof *M);
    return dense_cholesky(uk->lower, n) ? WD_OK : fail(uk, UK_M_DEFINITE, WD_ESINGULAR);
}

/* x := L^-1 x of one row or of many */
static void forward(const struct uk *uk, double *x, size_t rows)
{
    if (uk->mass == DENSE)
        dense_forward_rows(uk->lower, uk->n, x, rows);
    if (uk->mass == DIAGONAL)
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < uk->n; j++)
                x[i * uk->n + j] /= uk->lower[j];
}

/* x := L^-T x */
static void backward(const struct uk *uk, double *x)
{
    if (uk->mass == DENSE)
        dense_backward(uk->lower, uk->n, x);
    else
        forward(uk, x, 1);
}

/* y := L x */
static void lower_product(const struct uk *uk, const double *x, double *y)
{
    if (uk->mass == DENSE)
        dense_lower_product(uk->lower, uk->n, x, y);
    else
        for (size_t i = 0; i < uk->n; i++)
            y[i] = uk->mass == DIAGONAL ? x[i] * uk->lower[i] : x[i];
}

static int32_t factor(struct uk *uk, const double *M, const double *A, const double *N,
                      int32_t form)
{
    size_t n = uk->n, m = uk->m;
    uk->fault = UK_FINE;
    int32_t status = factor_mass(uk, M);
    if (status != WD_OK)
        return status;
    if (m == 0)
        return geninv_factor(&uk->inverse, NULL, form);
    if (!dense_finite(A, m * n))
        return fail(uk, UK_A_FINITE, WD_EINVAL);
    if (N && form != WD_UK_MOORE_PENROSE && !dense_finite(N, m * m))
        return fail(uk, UK_N_FINITE, WD_EINVAL);
    memcpy(uk->inverse.rows, A, m * n * sizeof *A);
    forward(uk, uk->inverse.rows, m);
    if (!dense_finite(uk->inverse.rows, m * n))
        return fail(uk, UK_OVERFLOW, WD_ERANGE);
    status = geninv_factor(&uk->inverse, N, form);
    if (status == WD_EINVAL)
        uk->fault = UK_N_FORM;
    else if (status != WD_OK)
        uk->fault = status == WD_ERANGE ? UK_OVERFLOW : UK_NO_END;
    return status;
}

int32_t uk_inverse(struct uk *uk, const double *A, const double *M, const double *N, int32_t form,
                   double *X)
{
    size_t n = uk->n, m = uk->m;
    int32_t status = factor(uk, M, A, N, form);
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
    if (m > 0)
        memcpy(X, uk->result, n * m * sizeof *X);
    return WD_OK;
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

/* x := M^-1 (f + g), g may be NULL */
static void accelerate(const struct uk *uk, const double *f, const double *g, double *x)
{
    for (size_t i = 0; i < uk->n; i++)
        x[i] = g ? f[i] + g[i] : f[i];
    forward(uk, x, 1);
    backward(uk, x);
}

/* r := b - A x, b may be NULL */
static void miss(const struct uk *uk, const double *A, const double *b, const double *x, double *r)
{
    for (size_t i = 0; i < uk->m; i++)
        r[i] = (b ? b[i] : 0) - dense_dot(A + i * uk->n, x, uk->n);
}

int32_t uk_solve(struct uk *uk, const double *M, const double *Q, const double *A, const double *b,
                 const double *C, const double *N, int32_t form, double *qdd, double *Qi,
                 double *Qni)
{
    size_t n = uk->n, m = uk->m;
    int32_t status = factor(uk, M, A, N, form);
    if (status != WD_OK)
        return status;
    if (!dense_finite(Q, n) || !finite_or_null(b, m) || !finite_or_null(C, n))
        return fail(uk, UK_VECTOR_FINITE, WD_EINVAL);
    /* qdd = aC + X (b - A aC), aC = M^-1 (Q + C): (4), (5) and (17) in one */
    accelerate(uk, Q, C, uk->a);
    miss(uk, A, b, uk->a, uk->r);
    geninv_apply(&uk->inverse, uk->r, uk->y);
    memcpy(uk->c, uk->y, n * sizeof *uk->y);
    backward(uk, uk->c);
    dense_add(uk->a, 1, uk->c, n);
    miss(uk, A, b, uk->a, uk->r);
    double residual = dense_norm(uk->r, m);
    /* of the force M X (b - A aC) the part M X A M^-1 C is non-ideal */
    if (C) {
        accelerate(uk, C, NULL, uk->c);
        dense_product(A, m, n, uk->c, uk->r);
        geninv_apply(&uk->inverse, uk->r, uk->c);
        dense_add(uk->y, 1, uk->c, n);
        lower_product(uk, uk->c, uk->ni);
        for (size_t i = 0; i < n; i++)
            uk->ni[i] = C[i] - uk->ni[i];
    } else
        memset(uk->ni, 0, n * sizeof *uk->ni);
    lower_product(uk, uk->y, uk->c);
    if (!dense_finite(uk->a, n) || !dense_finite(uk->c, n) || !dense_finite(uk->ni, n))
        return fail(uk, UK_OVERFLOW, WD_ERANGE);
    uk->residual = residual;
    put(qdd, uk->a, n);
    put(Qi, uk->c, n);
    put(Qni, uk->ni, n);
    return WD_OK;
}
