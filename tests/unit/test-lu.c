/* SPDX-License-Identifier: MIT */
/* Linear systems with matrices that are not symmetric. */
#include "num/lu.h"

#include "matrix.h"
#include "tap.h"

enum { MOST_UNKNOWNS = 12 };

static void solves_random_systems(void)
{
    double worst = 0;
    for (int round = 0; round < 500; round++) {
        double a[MOST_UNKNOWNS * MOST_UNKNOWNS], f[MOST_UNKNOWNS * MOST_UNKNOWNS], x[MOST_UNKNOWNS],
            y[MOST_UNKNOWNS];
        size_t n = 1 + (size_t)round % MOST_UNKNOWNS, pivot[MOST_UNKNOWNS];
        fill(a, n * n);
        fill(x, n);
        if (n > 1)
            a[0] = 0; /* elimination without row exchanges would divide by zero */
        memcpy(f, a, sizeof a);
        memcpy(y, x, sizeof x);
        if (!lu_factor(f, n, pivot))
            worst = NAN;
        lu_solve(f, n, pivot, y);
        for (size_t i = 0; i < n; i++) {
            double sum = -x[i], size = fabs(x[i]);
            for (size_t k = 0; k < n; k++) {
                sum += a[i * n + k] * y[k];
                size += fabs(a[i * n + k] * y[k]);
            }
            worst = fmax(worst, fabs(sum) / size);
        }
    }
    check(worst < 1e-14, "500 systems of up to 12 unknowns: residual %.2g", worst);
}

static void refuses_singular_systems(void)
{
    size_t pivot[3];
    double dependent[9] = {1, 2, 3, 4, 5, 6, 5, 7, 9}, none[1] = {0}, nan[1] = {NAN};
    double least[1] = {1e-310};
    check(!lu_factor(dependent, 3, pivot), "dependent rows are refused");
    check(!lu_factor(none, 1, pivot), "a zero matrix is refused");
    check(!lu_factor(nan, 1, pivot), "a matrix with NaN is refused");
    check(!lu_factor(least, 1, pivot), "a pivot without a finite reciprocal is refused");
    check(lu_factor(none, 0, pivot), "a system without rows is accepted");
}

int main(void)
{
    solves_random_systems();
    refuses_singular_systems();
    return done();
}
