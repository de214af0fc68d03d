/* SPDX-License-Identifier: MIT */
/* Cholesky factorisation in envelope storage, checked by the residual b - A x of solved systems. */
#include "num/envelope.h"
#include "random.h"
#include "tap.h"

enum { MOST_ROWS = 40 };

/* Make a symmetric positive definite matrix whose row i begins in column first[i], a random
 * non-decreasing number. Entries left of this column and right of the diagonal are NaN and must not
 * be read. */
static void make_matrix(double *a, size_t n, size_t *first)
{
    for (size_t i = 0, from = 0; i < n; i++) {
        while (from < i && uniform(0, 1) < 0.6)
            from++;
        first[i] = from;
        for (size_t j = 0; j < n; j++)
            a[i * n + j] = j >= from && j < i ? uniform(-1, 1) : (double)NAN;
        a[i * n + i] = (double)n + uniform(0, 1);
    }
}

static double entry_of(const double *a, size_t n, const size_t *first, size_t i, size_t j)
{
    size_t row = i > j ? i : j, column = i > j ? j : i;
    return column < first[row] ? 0 : a[row * n + column];
}

static void systems_of_all_sizes(void)
{
    double worst = 0;
    for (size_t n = 1; n <= MOST_ROWS; n++) {
        double a[MOST_ROWS * MOST_ROWS], l[MOST_ROWS * MOST_ROWS], x[MOST_ROWS], b[MOST_ROWS];
        size_t first[MOST_ROWS];
        make_matrix(a, n, first);
        for (size_t i = 0; i < n * n; i++)
            l[i] = a[i];
        for (size_t i = 0; i < n; i++)
            x[i] = b[i] = uniform(-1, 1);
        if (!envelope_factor(l, n, first))
            check(0, "size %zu is positive definite", n);
        envelope_solve(l, n, first, x);
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n; j++)
                b[i] -= entry_of(a, n, first, i, j) * x[j];
            worst = fmax(worst, fabs(b[i]));
        }
    }
    check(worst < 1e-14, "sizes up to %d: residual %.2g", MOST_ROWS, worst);
}

static void refuses_indefinite(void)
{
    const size_t full[] = {0, 0, 0}, narrow[] = {0, 0, 1};
    double dependent[] = {
        1,   NAN, NAN, 1, 2,
        NAN, 2,   3,   5}; /* L L^T; L has only the columns (1, 1, 2) and (0, 1, 1) */
    double negative[] = {1, NAN, NAN, 2, 1, NAN, NAN, 0, 1};
    double nan[] = {1, NAN, NAN, NAN, 2, NAN, NAN, 0, 1};
    check(!envelope_factor(dependent, 3, full), "rank 2 of 3 is not definite");
    check(!envelope_factor(negative, 3, narrow), "a negative pivot is not definite");
    check(!envelope_factor(nan, 3, narrow), "NaN is not definite");
}

int main(void)
{
    systems_of_all_sizes();
    refuses_indefinite();
    return done();
}
