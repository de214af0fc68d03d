/* SPDX-License-Identifier: MIT */
/* Linear systems with complex coefficients. */
#include "num/complex_lu.h"

#include "matrix.h"
#include "tap.h"

enum { MOST_UNKNOWNS = 12 };

/* Residual of row i of A x = b, relative to the sum of the magnitudes of its terms. */
static double residual(const double *a, size_t n, size_t i, const double *x, const double *b)
{
    const double *row = a + 2 * n * i;
    double re = -b[i], im = -b[n + i], size = fabs(re) + fabs(im);
    for (size_t k = 0; k < n; k++) {
        re += row[k] * x[k] - row[n + k] * x[n + k];
        im += row[k] * x[n + k] + row[n + k] * x[k];
        size += (fabs(row[k]) + fabs(row[n + k])) * (fabs(x[k]) + fabs(x[n + k]));
    }
    return (fabs(re) + fabs(im)) / size;
}

static void solves_random_systems(void)
{
    double worst = 0;
    for (int round = 0; round < 500; round++) {
        double a[2 * MOST_UNKNOWNS * MOST_UNKNOWNS], f[2 * MOST_UNKNOWNS * MOST_UNKNOWNS],
            b[2 * MOST_UNKNOWNS], x[2 * MOST_UNKNOWNS];
        size_t n = 1 + (size_t)round % MOST_UNKNOWNS, pivot[MOST_UNKNOWNS];
        fill(a, 2 * n * n);
        fill(b, 2 * n);
        if (n > 1)
            a[0] = a[n] = 0; /* elimination without row exchanges would divide by zero */
        memcpy(f, a, sizeof a);
        memcpy(x, b, sizeof b);
        if (!complex_lu_factor(f, n, pivot))
            worst = NAN;
        complex_lu_solve(f, n, pivot, x);
        for (size_t i = 0; i < n; i++)
            worst = fmax(worst, residual(a, n, i, x, b));
    }
    check(worst < 1e-14, "500 systems of up to 12 unknowns: residual %.2g", worst);
}

static void refuses_singular_systems(void)
{
    size_t pivot[2];
    double dependent[] = {1, 2, 1, 0, -1, 0, 1, 2}; /* the second row is i times the first */
    double none[] = {0, 0}, nan[] = {1, NAN}, least[] = {1e-310, 1e-310};
    check(!complex_lu_factor(dependent, 2, pivot), "dependent rows are refused");
    check(!complex_lu_factor(none, 1, pivot), "a zero matrix is refused");
    check(!complex_lu_factor(nan, 1, pivot), "a matrix with NaN is refused");
    check(!complex_lu_factor(least, 1, pivot), "a pivot without a finite reciprocal is refused");
    check(complex_lu_factor(none, 0, pivot), "a system without rows is accepted");
}

int main(void)
{
    solves_random_systems();
    refuses_singular_systems();
    return done();
}
