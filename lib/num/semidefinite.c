/* SPDX-License-Identifier: MIT */
/* Cholesky factorisation with the largest pivot first, relative to the scales of the rows. For U of
 * full row rank the pseudo-inverse of U^T U is U^T (U U^T)^-2 U. */
#include "num/semidefinite.h"

#include <math.h>

#include "num/dense.h"

size_t semidefinite_doubles(size_t n)
{
    return 2 * n * n + 3 * n;
}

void semidefinite_carve(struct semidefinite *s, size_t n, double *memory)
{
    _Static_assert(sizeof(size_t) <= sizeof(double), "the order is kept in doubles");
    *s = (struct semidefinite){.n = n, .a = memory};
    s->gram = s->a + n * n;
    s->scale = s->gram + n * n;
    s->x = s->scale + n;
    s->order = (size_t *)(void *)(s->x + n);
}

static void exchange(double *x, double *y)
{
    double old = *x;
    *x = *y, *y = old;
}

/* Exchange rows i and k, and columns i and k. */
static void swap(struct semidefinite *s, size_t i, size_t k)
{
    size_t n = s->n, old = s->order[i];
    for (size_t j = 0; j < n; j++)
        exchange(s->a + i * n + j, s->a + k * n + j);
    for (size_t j = 0; j < n; j++)
        exchange(s->a + j * n + i, s->a + j * n + k);
    exchange(s->scale + i, s->scale + k);
    s->order[i] = s->order[k];
    s->order[k] = old;
}

/* Return the row with the largest remainder after the first k rows; n if all others are dependent.
 */
static size_t pivot(const struct semidefinite *s, size_t k)
{
    size_t best = s->n;
    double most = SEMIDEFINITE_DEPENDS;
    for (size_t i = k; i < s->n; i++) {
        double part = s->a[i * s->n + i] / s->scale[i];
        if (part > most) {
            best = i;
            most = part;
        }
    }
    return best;
}

/* Factorise U U^T, where the diagonal of U holds reciprocals. */
static int factor_gram(struct semidefinite *s)
{
    size_t n = s->n, r = s->rank;
    for (size_t i = 0; i < r; i++)
        for (size_t j = i; j < r; j++) {
            const double *ui = s->a + i * n, *uj = s->a + j * n;
            double first = i == j ? 1 / ui[j] : ui[j];
            s->gram[i * r + j] = first / uj[j] + dense_dot(ui + j + 1, uj + j + 1, n - j - 1);
        }
    return dense_cholesky(s->gram, r);
}

int semidefinite_rank(struct semidefinite *s)
{
    size_t n = s->n, k = 0;
    if (!dense_finite(s->a, n * n))
        return 0;
    for (size_t i = 0; i < n; i++)
        s->order[i] = i;
    for (; k < n; k++) {
        size_t best = pivot(s, k);
        if (best == n)
            break;
        if (best != k)
            swap(s, k, best);
        double *row = s->a + k * n;
        row[k] = 1 / sqrt(row[k]);
        dense_scale(row + k + 1, row[k], n - k - 1);
        for (size_t i = k + 1; i < n; i++)
            dense_add(s->a + i * n + k + 1, -row[i], row + k + 1, n - k - 1);
    }
    s->rank = k;
    return 1;
}

int semidefinite_factor(struct semidefinite *s)
{
    return semidefinite_rank(s) && (s->rank == s->n || factor_gram(s));
}

/* z := U x, where the diagonal of U holds reciprocals; solve with U U^T twice; then x := U^T z. */
static void through_gram(struct semidefinite *s)
{
    size_t n = s->n, r = s->rank;
    double *x = s->x;
    for (size_t i = 0; i < r; i++) {
        const double *u = s->a + i * n;
        x[i] = x[i] / u[i] + dense_dot(u + i + 1, x + i + 1, n - i - 1);
    }
    for (int twice = 0; twice < 2; twice++) {
        dense_forward(s->gram, r, r, x);
        dense_backward(s->gram, r, r, x);
    }
    for (size_t i = r; i < n; i++)
        x[i] = 0;
    for (size_t i = r; i-- > 0;) {
        const double *u = s->a + i * n;
        double z = x[i];
        x[i] = z / u[i];
        dense_add(x + i + 1, z, u + i + 1, n - i - 1);
    }
}

void semidefinite_solve(struct semidefinite *s, const double *b, double *x, size_t stride)
{
    size_t n = s->n;
    for (size_t i = 0; i < n; i++)
        s->x[i] = b[s->order[i] * stride];
    if (s->rank == n) {
        dense_forward(s->a, n, n, s->x);
        dense_backward(s->a, n, n, s->x);
    } else
        through_gram(s);
    for (size_t i = 0; i < n; i++)
        x[s->order[i] * stride] = s->x[i];
}
