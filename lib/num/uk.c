/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With M = L L^T, L = U^T, and the rows B = A L^-T, X = L^-T Y for the inverse Y of B in the
 * Euclidean metric: any factor of M serves for M^1/2 in (13) and (18). */
#include "num/uk.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>

#include "num/dense.h"

size_t uk_doubles(size_t n, size_t m)
{
    size_t inverse = geninv_doubles(n, m), largest = SIZE_MAX / sizeof(double) / 4;
    if (inverse == 0 || n > largest / (n + 9))
        return 0;
    size_t own = n * n + 6 * n + 2 * m + n * m; /* fits: the inverse has n m too */
    return own > largest || inverse > largest ? 0 : own + inverse;
}

void uk_carve(struct uk *uk, size_t n, size_t m, double *memory)
{
    *uk = (struct uk){.n = n, .m = m, .square = NAN};
    uk->upper = memory;
    uk->root = uk->upper + n * n;
    uk->answer = uk->root + n;
    uk->y = uk->answer + 3 * n;
    uk->r = uk->y + 2 * n;
    uk->result = uk->r + 2 * m;
    geninv_carve(&uk->inverse, n, m, uk->result + n * m);
    uk->a = uk->inverse.rows + m * n;
    uk->c = uk->a + n;
}

static int32_t fail(struct uk *uk, int32_t fault, int32_t status)
{
    uk->fault = fault;
    return status;
}

/* Of entries i and j, which may be the same: loads go before stores, so that the compiler may take
 * both at once. NaN if one of the masses is not positive and finite. */
static inline double diagonal_entries(struct uk *uk, const double *M, size_t next, const double *Q,
                                      const double *C, size_t i, size_t j)
{
    double root0 = sqrt(M[i * next]), root1 = sqrt(M[j * next]);
    double upper0 = 1 / root0, upper1 = 1 / root1;
    double c0 = upper0 * C[i], c1 = upper1 * C[j];
    double a0 = upper0 * (Q[i] + C[i]), a1 = upper1 * (Q[j] + C[j]);
    uk->root[i] = root0, uk->root[j] = root1;
    uk->upper[i] = upper0, uk->upper[j] = upper1;
    uk->c[i] = c0, uk->c[j] = c1;
    uk->a[i] = a0, uk->a[j] = a1;
    return root0 * upper0 + root1 * upper1;
}

/* For a diagonal M, or the identity for NULL: its factor; rows B of A, a = L^-1 (Q + C) and
 * c = L^-1 C, where NULL is zero. 0 if M is not definite. */
static int diagonal_rows(struct uk *uk, const double *M, const double *A, const double *Q,
                         const double *C)
{
    const double one = 1;
    size_t n = uk->n, next = M ? n + 1 : 0, i = 0;
    double *rows = uk->inverse.rows, sound = 0;
    uk->dense = 0;
    M = M ? M : &one;
    if (C == NULL)
        memset(uk->c, 0, n * sizeof *C);
    C = C ? C : uk->c;
    Q = Q ? Q : C;
    for (; i + 2 <= n; i += 2)
        sound += diagonal_entries(uk, M, next, Q, C, i, i + 1);
    if (i < n)
        sound += diagonal_entries(uk, M, next, Q, C, i, i);
    for (i = 0; i < uk->m; i++)
        dense_multiply(uk->upper, A + i * n, n, rows + i * n);
    return sound > 0;
}

/* The same for a dense symmetric M */
static int dense_rows(struct uk *uk, const double *M, const double *A, const double *Q,
                      const double *C)
{
    size_t n = uk->n, m = uk->m;
    double *rows = uk->inverse.rows;
    uk->dense = 1;
    memcpy(uk->upper, M, n * n * sizeof *M);
    if (!dense_cholesky(uk->upper, n))
        return 0;
    if (m > 0)
        memcpy(rows, A, m * n * sizeof *A);
    for (size_t i = 0; i < n; i++) {
        uk->c[i] = C ? C[i] : 0;
        uk->a[i] = (Q ? Q[i] : 0) + uk->c[i];
    }
    dense_forward_rows(uk->upper, n, n, rows, m + 1 + (C != NULL)); /* c lies behind a behind B */
    return 1;
}

/* NaN and infinity in M are not looked for before, but fail in one of the tests. */
static int32_t make_rows(struct uk *uk, const double *M, const double *A, const double *Q,
                         const double *C)
{
    size_t n = uk->n;
    int diagonal = M == NULL || dense_diagonal(M, n), symmetric = diagonal || dense_symmetric(M, n);
    int definite = 0;
    uk->fault = UK_FINE;
    if (diagonal)
        definite = diagonal_rows(uk, M, A, Q, C);
    else if (symmetric)
        definite = dense_rows(uk, M, A, Q, C);
    if (definite) {
        geninv_products(&uk->inverse);
        return WD_OK;
    }
    if (!dense_finite(M, n * n))
        return fail(uk, UK_M_FINITE, WD_EINVAL);
    return symmetric ? fail(uk, UK_M_DEFINITE, WD_ESINGULAR) : fail(uk, UK_M_SYMMETRIC, WD_EINVAL);
}

static int finite_or_null(const double *x, size_t n)
{
    return x == NULL || dense_finite(x, n);
}

/* Not memcpy(), whose call takes longer than these few numbers. */
static void put(double *to, const double *from, size_t n)
{
    if (to == NULL)
        return;
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
}

/* What a status of geninv_factor() that is not WD_OK is about. */
static int32_t explain(struct uk *uk, const double *A, const double *N, int32_t status)
{
    size_t n = uk->n, m = uk->m;
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
    int32_t status = make_rows(uk, M, A, NULL, NULL);
    if (status != WD_OK)
        return status;
    status = geninv_factor(&uk->inverse, N, form);
    if (status != WD_OK)
        return explain(uk, A, N, status);
    for (size_t j = 0; j < m; j += 2) {
        size_t count = j + 1 < m ? 2 : 1;
        for (size_t i = 0; i < m; i++) {
            uk->r[i] = i == j;
            uk->r[m + i] = i == j + 1;
        }
        geninv_apply(&uk->inverse, uk->r, count, uk->y);
        if (uk->dense)
            dense_backward_two(uk->upper, n, n, uk->y, uk->y + (count - 1) * n);
        for (size_t k = 0; k < count; k++)
            for (size_t i = 0; i < n; i++)
                uk->result[i * m + j + k] =
                    uk->dense ? uk->y[k * n + i] : uk->upper[i] * uk->y[k * n + i];
    }
    if (!dense_finite(uk->result, n * m))
        return fail(uk, UK_OVERFLOW, WD_ERANGE);
    put(X, uk->result, n * m);
    return WD_OK;
}

/* Keep |A x - b|, where b may be NULL, for uk_residual(). 0 if it is not finite. */
static int keep_residual(struct uk *uk, const double *A, const double *b, const double *x)
{
    size_t n = uk->n;
    double square = 0, norm = 1;
    for (size_t i = 0; i < uk->m; i++, A += n) {
        double missing = b ? -b[i] : 0;
        for (size_t j = 0; j < n; j++)
            missing += A[j] * x[j];
        uk->r[i] = missing;
        square += missing * missing;
    }
    if (!(square > 1e-270 && square < 1e270)) {
        norm = dense_scaled_norm(uk->r, uk->m);
        square = 1;
    }
    if (!(norm <= DBL_MAX))
        return 0;
    uk->factor = norm;
    uk->square = square;
    return 1;
}

double uk_residual(const struct uk *uk)
{
    return uk->factor * sqrt(uk->square);
}

/* qdd = L^-T (a + y), Qi = L y and Qni = C - L (second y): of M X (b - A aC) = L y the part
 * M X A M^-1 C is non-ideal, (4) and (5). The second y, `other`, is that part; without forces or
 * without C there is none. */
static int dense_answer(struct uk *uk, const double *C, const double *other, int forces)
{
    size_t n = uk->n;
    double *qdd = uk->answer, *Qi = qdd + n, *Qni = Qi + n;
    for (size_t i = 0; i < n; i++)
        qdd[i] = uk->a[i] + uk->y[i];
    dense_backward(uk->upper, n, n, qdd);
    if (!forces)
        return dense_finite(qdd, n);
    if (C) {
        dense_add(uk->y, 1, other, n);
        dense_forward_product(uk->upper, n, n, other, Qni);
    }
    dense_forward_product(uk->upper, n, n, uk->y, Qi);
    for (size_t i = 0; i < n; i++)
        Qni[i] = C ? C[i] - Qni[i] : 0;
    return dense_finite(uk->answer, 3 * n);
}

static int diagonal_answer(struct uk *uk, const double *C, const double *other, int forces)
{
    size_t n = uk->n;
    const double *y = uk->y, *root = uk->root;
    double *qdd = uk->answer, *Qi = qdd + n, *Qni = Qi + n, zero = 0;
    for (size_t i = 0; i < n; i++) {
        qdd[i] = uk->upper[i] * (uk->a[i] + y[i]);
        zero += 0 * qdd[i];
    }
    if (!forces)
        return zero == 0;
    if (C == NULL)
        C = other = uk->c; /* which is zero */
    for (size_t i = 0; i < n; i++) {
        double ideal = root[i] * (y[i] + other[i]), nonideal = C[i] - root[i] * other[i];
        Qi[i] = ideal;
        Qni[i] = nonideal;
        zero += 0 * (ideal + 0 * nonideal);
    }
    return zero == 0;
}

/* r := b - B a and in the row after it B c, as long as the rows are those of B */
static void right_hand_sides(struct uk *uk, const double *b)
{
    size_t m = uk->m;
    const double *product = uk->inverse.products + m;
    for (size_t i = 0; i < m; i++, product += m + 2) {
        uk->r[i] = (b ? b[i] : 0) - product[0];
        uk->r[m + i] = product[1];
    }
}

/* qdd = aC + X (b - A aC) = L^-T (a + Y r), aC = M^-1 (Q + C): (4), (5) and (17) in one */
int32_t uk_solve(struct uk *uk, const double *M, const double *Q, const double *A, const double *b,
                 const double *C, const double *N, int32_t form, double *qdd, double *Qi,
                 double *Qni)
{
    size_t n = uk->n;
    int forces = Qi || Qni;
    int32_t status = make_rows(uk, M, A, Q, C);
    if (status != WD_OK)
        return status;
    right_hand_sides(uk, b);
    status = geninv_factor(&uk->inverse, N, form);
    if (status != WD_OK)
        return explain(uk, A, N, status);
    geninv_apply(&uk->inverse, uk->r, C && forces ? 2 : 1, uk->y);
    const double *other = uk->y + n;
    int finite =
        uk->dense ? dense_answer(uk, C, other, forces) : diagonal_answer(uk, C, other, forces);
    if (!(finite && keep_residual(uk, A, b, uk->answer)))
        return dense_finite(Q, n) && finite_or_null(b, uk->m) && finite_or_null(C, n)
                   ? fail(uk, UK_OVERFLOW, WD_ERANGE)
                   : fail(uk, UK_VECTOR_FINITE, WD_EINVAL);
    double *x = qdd ? qdd : uk->answer, *ideal = Qi ? Qi : uk->answer + n;
    double *nonideal = Qni ? Qni : uk->answer + 2 * n;
    for (size_t i = 0; i < n; i++) {
        x[i] = uk->answer[i];
        ideal[i] = uk->answer[n + i];
        nonideal[i] = uk->answer[2 * n + i];
    }
    return WD_OK;
}
