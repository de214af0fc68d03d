/* SPDX-License-Identifier: MIT */
/* Solutions of least norm with semidefinite matrices. */
#include "num/semidefinite.h"

#include "matrix.h"
#include "tap.h"

#include <stdlib.h>

enum { MOST_ROWS = 16 };

/* Compute J J^T for n rows of `columns` numbers, scaled differently. */
static void random_product(size_t n, size_t columns, double *J, double *a)
{
    fill(J, n * columns);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < columns; k++)
            J[i * columns + k] *= pow(10, (double)(i % 3) - 1);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            a[i * n + j] = 0;
            for (size_t k = 0; k < columns; k++)
                a[i * n + j] += J[i * columns + k] * J[j * columns + k];
        }
}

/* The solutions for unit vectors are the columns of X, which fulfils the four conditions of the
 * pseudo-inverse of A. */
static void pseudo_inverse(size_t n, size_t columns)
{
    double memory[2 * MOST_ROWS * MOST_ROWS + 3 * MOST_ROWS], J[MOST_ROWS * MOST_ROWS],
        a[MOST_ROWS * MOST_ROWS], x[MOST_ROWS * MOST_ROWS];
    double ax[MOST_ROWS * MOST_ROWS], xa[MOST_ROWS * MOST_ROWS], axa[MOST_ROWS * MOST_ROWS],
        xax[MOST_ROWS * MOST_ROWS];
    struct semidefinite s;
    check(semidefinite_doubles(n) <= sizeof memory / sizeof *memory, "n = %zu fits", n);
    semidefinite_carve(&s, n, memory);
    random_product(n, columns, J, a);
    memcpy(s.a, a, n * n * sizeof *a);
    for (size_t i = 0; i < n; i++)
        s.scale[i] = a[i * n + i];
    check(semidefinite_factor(&s) && s.rank == (n < columns ? n : columns),
          "%zu rows of %zu numbers: rank %zu", n, columns, s.rank);
    diagonal(x, NULL, n);
    for (size_t j = 0; j < n; j++)
        semidefinite_solve(&s, x + j, x + j, n);
    times(a, x, n, n, n, ax);
    times(x, a, n, n, n, xa);
    times(ax, a, n, n, n, axa);
    times(xa, x, n, n, n, xax);
    double size = largest(a, n * n) * largest(x, n * n);
    near_abs(distance(axa, a, n * n) / largest(a, n * n), 0, 1e-13 * size, "A X A = A");
    near_abs(distance(xax, x, n * n) / largest(x, n * n), 0, 1e-13 * size, "X A X = X");
    near_abs(asymmetry(ax, n), 0, 1e-13 * size, "A X is symmetric");
    near_abs(asymmetry(xa, n), 0, 1e-13 * size, "X A is symmetric");
}

/* A table on four legs: the forces of the legs are not unique; the solution is that of least norm.
 */
static void table_on_legs(void)
{
    const double x[] = {1, 1, -1, -1}, y[] = {1, -1, -1, 1};
    double memory[2 * MOST_ROWS * MOST_ROWS + 3 * MOST_ROWS], load[4];
    struct semidefinite s;
    semidefinite_carve(&s, 4, memory);
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 4; j++)
            s.a[4 * i + j] = 1 + 3 * x[i] * x[j] + 2 * y[i] * y[j];
    for (size_t i = 0; i < 4; i++) {
        s.scale[i] = s.a[5 * i];
        load[i] = 4 + 12 * 0.25 * x[i];
    }
    check(semidefinite_factor(&s) && s.rank == 3, "a table on four legs has one redundant row");
    semidefinite_solve(&s, load, load, 1);
    for (size_t i = 0; i < 4; i++)
        near_rel(load[i], 1 + 0.25 * x[i], 1e-15, 1, "the legs of one side carry equal loads");
}

static void edge_cases(void)
{
    double memory[2 * MOST_ROWS * MOST_ROWS + 3 * MOST_ROWS];
    struct semidefinite s;
    semidefinite_carve(&s, 2, memory);
    memset(s.a, 0, 4 * sizeof *s.a);
    s.scale[0] = s.scale[1] = 0;
    double x[] = {3, 4};
    check(semidefinite_factor(&s) && s.rank == 0, "a zero matrix has rank 0");
    semidefinite_solve(&s, x, x, 1);
    check(x[0] == 0 && x[1] == 0, "the least-norm solution of a zero matrix is 0");
    s.a[1] = NAN;
    check(!semidefinite_factor(&s), "a matrix with NaN is refused");
    s.n = 0;
    check(semidefinite_factor(&s), "a matrix without rows is accepted");
}

int main(void)
{
    for (size_t n = 1; n <= 12; n++)
        for (size_t columns = n > 3 ? n - 3 : 1; columns <= n + 2; columns += 2)
            pseudo_inverse(n, columns);
    table_on_legs();
    edge_cases();
    return done();
}
