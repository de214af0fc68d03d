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

static void signs_of_determinants(void)
{
    size_t pivot[3];
    double turn[4] = {0, -1, 1, 0}, mirror[4] = {0, 1, 1, 0};
    double cycle[9] = {0, 1, 0, 0, 0, 1, 1, 0, 0}, negative[1] = {-2};
    check(lu_factor(turn, 2, pivot) && lu_sign(turn, 2, pivot) == 1,
          "a turn has a positive determinant");
    check(lu_factor(mirror, 2, pivot) && lu_sign(mirror, 2, pivot) == -1,
          "a reflection has a negative one");
    check(lu_factor(cycle, 3, pivot) && lu_sign(cycle, 3, pivot) == 1,
          "a cycle of three rows has a positive one");
    check(lu_factor(negative, 1, pivot) && lu_sign(negative, 1, pivot) == -1,
          "a negative number has a negative one");
    check(lu_sign(NULL, 0, pivot) == 1, "that of no rows is 1");
}

int main(void)
{
    solves_random_systems();
    signs_of_determinants();
    refuses_singular_systems();
    return done();
}
