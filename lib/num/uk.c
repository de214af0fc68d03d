/* SPDX-License-Identifier: MIT */
/* M = L L^T, L = U^T, B = A L^-T. The generalised inverse is X = L^-T Y, where Y is the inverse
 * of B in the Euclidean metric. Any factor of M may replace M^1/2 in (13) and (18). Numbers in
 * brackets are those of Ikoki, "The Rolling Wheel Equations without Magic". */
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
    /* no overflow: geninv_doubles() has refused an n m that is too large */
    size_t own = n * n + 7 * n + 2 * m + n * m;
    return own > largest || inverse > largest ? 0 : own + inverse;
}

void uk_carve(struct uk *uk, size_t n, size_t m, double *memory)
{
    *uk = (struct uk){.n = n, .m = m, .square = NAN};
    uk->upper = memory;
    uk->root = uk->upper + n * n;
    uk->answer = uk->root + 2 * n;
    uk->y = uk->answer + 3 * n;
    uk->r = uk->y + 2 * n;
    uk->result = uk->r + 2 * m;
    geninv_carve(&uk->inverse, n, m, uk->result + n * m);
    uk->a = uk->inverse.entries + uk->inverse.even;
}

static int32_t fail(struct uk *uk, int32_t fault, int32_t status)
{
    uk->fault = fault;
    return status;
}

/* Multiply entry j of each row of A and of the vectors Q + C and C by f[j] and store it. NULL
 * vectors count as zero. The products are stored in pairs, because they are loaded in pairs: the
 * processor would wait for single stores. */
static void put_entries(struct uk *uk, const double *f, const double *A, const double *Q,
                        const double *C)
{
    const double zero = 0;
    size_t n = uk->n, m = uk->m, stride = uk->inverse.stride, c_step = C != NULL,
           q_step = Q != NULL;
    double *to = uk->a;
    C = C ? C : &zero;
    Q = Q ? Q : &zero;
    for (size_t j = 0; j < n; j++, to += stride, C += c_step, Q += q_step) {
        double a = f[j] * (*Q + *C), c = f[j] * *C;
        to[0] = a, to[1] = c;
    }
    for (size_t i = 0; i < m; i += 2, A += 2 * n) {
        to = uk->inverse.entries + i;
        if (i + 1 < m)
            for (size_t j = 0; j < n; j++, to += stride) {
                double x = f[j] * A[j], y = f[j] * A[n + j];
                to[0] = x, to[1] = y;
            }
        else
            for (size_t j = 0; j < n; j++, to += stride)
                to[0] = f[j] * A[j], to[1] = 0;
    }
}

/* For a diagonal M (NULL: the identity) compute its factor, the rows B, a = L^-1 (Q + C) and c =
 * L^-1 C. 0 if M is not positive definite. */
static int diagonal_rows(struct uk *uk, const double *M, const double *A, const double *Q,
                         const double *C)
{
    const double one = 1;
    size_t n = uk->n, next = M ? n + 1 : 0;
    double sound = 0; /* becomes NaN if a mass is not positive and finite */
    uk->dense = 0;
    M = M ? M : &one;
    for (size_t j = 0; j < n; j++, M += next) {
        double root = sqrt(*M), upper = 1 / root;
        uk->root[j] = root;
        uk->upper[j] = upper;
        sound += root * upper;
    }
    put_entries(uk, uk->upper, A, Q, C);
    return sound > 0;
}

/* Do the same as diagonal_rows() for a dense symmetric M. */
static int dense_rows(struct uk *uk, const double *M, const double *A, const double *Q,
                      const double *C)
{
    size_t n = uk->n;
    uk->dense = 1;
    memcpy(uk->upper, M, n * n * sizeof *M);
    if (!dense_cholesky(uk->upper, n))
        return 0;
    for (size_t j = 0; j < n; j++)
        uk->root[j] = 1;
    put_entries(uk, uk->root, A, Q, C);
    dense_forward_columns(uk->upper, n, n, uk->inverse.entries, uk->inverse.stride);
    return 1;
}

/* Compute the rows for this M, and their products. M is not checked for NaN and infinity first,
 * because these fail one of the tests here. */
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

/* Copy in a loop, because a call of memcpy() takes longer than these few numbers. */
static void copy(double *to, const double *from, size_t n)
{
    if (to == NULL)
        return;
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
}

/* Find the argument to which a failure of geninv_factor() refers; returns the status. */
static int32_t find_fault(struct uk *uk, const double *A, const double *N, int32_t status)
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
        return find_fault(uk, A, N, status);
    for (size_t j = 0; j < m; j += 2) {
        for (size_t i = 0; i < m; i++) {
            uk->r[2 * i] = i == j;
            uk->r[2 * i + 1] = i == j + 1;
        }
        geninv_apply(&uk->inverse, uk->r, uk->y);
        double *one = uk->answer, *other = one + n;
        for (size_t i = 0; i < n; i++) {
            one[i] = uk->y[2 * i] * (uk->dense ? 1 : uk->upper[i]);
            other[i] = uk->y[2 * i + 1] * (uk->dense ? 1 : uk->upper[i]);
        }
        if (uk->dense)
            dense_backward_two(uk->upper, n, n, one, other);
        for (size_t i = 0; i < n; i++) {
            uk->result[i * m + j] = one[i];
            if (j + 1 < m)
                uk->result[i * m + j + 1] = other[i];
        }
    }
    if (!dense_finite(uk->result, n * m))
        return fail(uk, UK_OVERFLOW, WD_ERANGE);
    copy(X, uk->result, n * m);
    return WD_OK;
}

/* Return the sum of the squares of rows i and, if there is one, i + 1 of A x - b; store these rows
 * in uk->r. */
static inline double squared_residuals(struct uk *uk, size_t i, const double *A, const double *b,
                                       const double *x)
{
    size_t n = uk->n;
    const double *next = i + 1 < uk->m ? A + n : A;
    double first = b ? -b[i] : 0, second = b && next != A ? -b[i + 1] : 0;
    for (size_t j = 0; j < n; j++) {
        first += A[j] * x[j];
        second += next[j] * x[j];
    }
    uk->r[i] = first;
    if (next == A)
        return first * first;
    uk->r[i + 1] = second;
    return first * first + second * second;
}

/* Store |A x - b|, where b may be NULL, for uk_residual(). 0 if it is not finite. */
static int keep_residual(struct uk *uk, const double *A, const double *b, const double *x)
{
    size_t n = uk->n, m = uk->m;
    double square = 0, norm = 1;
    for (size_t i = 0; i < m; i += 2, A += 2 * n)
        square += squared_residuals(uk, i, A, b, x);
    if (!dense_square_fits(square)) {
        norm = dense_scaled_norm(uk->r, m);
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

/* Let y be the first and y' the second vector of the pairs: y = Y (b - B a), y' = Y B c. Then
 * qdd = L^-T (a + y), Qi = L (y + y') and Qni = C - L y', as in (4) and (5). Without C, y' is
 * zero. */
static int dense_answer(struct uk *uk, const double *C, int forces)
{
    size_t n = uk->n, stride = uk->inverse.stride;
    const double *y = uk->y;
    double *qdd = uk->answer, *Qi = qdd + n, *Qni = Qi + n, *ideal = uk->root, *other = ideal + n;
    for (size_t i = 0; i < n; i++) {
        qdd[i] = uk->a[i * stride] + y[2 * i];
        ideal[i] = y[2 * i] + y[2 * i + 1];
        other[i] = y[2 * i + 1];
    }
    dense_backward(uk->upper, n, n, qdd);
    if (!forces)
        return dense_finite(qdd, n);
    dense_forward_product(uk->upper, n, n, ideal, Qi);
    if (C)
        dense_forward_product(uk->upper, n, n, other, Qni);
    for (size_t i = 0; i < n; i++)
        Qni[i] = C ? C[i] - Qni[i] : 0;
    return dense_finite(uk->answer, 3 * n);
}

static int diagonal_answer(struct uk *uk, const double *C, int forces)
{
    const double none = 0;
    size_t n = uk->n, stride = uk->inverse.stride, step = C != NULL;
    const double *y = uk->y, *a = uk->a;
    double *qdd = uk->answer, *Qi = qdd + n, *Qni = Qi + n;
    double zero = 0, force = 0; /* become NaN if a result is not finite */
    C = C ? C : &none;
    for (size_t i = 0; i < n; i++, a += stride, y += 2, C += step) {
        double root = uk->root[i], x = uk->upper[i] * (*a + y[0]);
        double ideal = root * (y[0] + y[1]), nonideal = *C - root * y[1];
        qdd[i] = x;
        Qi[i] = ideal;
        Qni[i] = nonideal;
        zero *= x;
        force *= ideal;
        force *= nonideal;
    }
    return zero == 0 && (!forces || force == 0);
}

/* Set uk->r to the pairs (b - B a, B c), from inverse.products, before geninv_factor() overwrites
 * them. */
static void right_hand_sides(struct uk *uk, const double *b)
{
    const double none = 0;
    size_t m = uk->m, stride = uk->inverse.stride, step = b != NULL;
    const double *product = uk->inverse.products + stride - 2;
    double *r = uk->r;
    b = b ? b : &none;
    for (size_t i = 0; i < m; i++, product += stride, b += step, r += 2) {
        double r0 = *b - product[0], r1 = product[1];
        r[0] = r0, r[1] = r1;
    }
}

/* qdd = aC + X (b - A aC) = L^-T (a + Y r), aC = M^-1 (Q + C): (4), (5) and (17). */
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
        return find_fault(uk, A, N, status);
    geninv_apply(&uk->inverse, uk->r, uk->y);
    int finite = uk->dense ? dense_answer(uk, C, forces) : diagonal_answer(uk, C, forces);
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
