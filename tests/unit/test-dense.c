/* SPDX-License-Identifier: MIT */
/* Cholesky factors, products, norms and properties of dense matrices. */
#include "num/dense.h"

#include "matrix.h"
#include "tap.h"

enum { MOST_ROWS = 24 };

static void triangular_factors(size_t n)
{
    double m[MOST_ROWS * MOST_ROWS], u[MOST_ROWS * MOST_ROWS], x[MOST_ROWS], y[MOST_ROWS],
        z[MOST_ROWS], back[MOST_ROWS];
    definite(m, n);
    memcpy(u, m, sizeof m);
    check(dense_cholesky(u, n), "n = %zu: a positive definite matrix is factored", n);
    double worst = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k <= i; k++) {
                double a = k == i ? 1 / u[k * n + i] : u[k * n + i];
                sum += a * (k == j ? 1 / u[k * n + j] : u[k * n + j]);
            }
            worst = fmax(worst, fabs(sum - m[i * n + j]));
        }
    check(worst < 1e-13, "n = %zu: error of U^T U = A %.1g", n, worst);
    fill(x, n);
    times(m, x, n, n, 1, y);
    dense_forward(u, n, n, y);
    dense_backward(u, n, n, y);
    check(distance(x, y, n) < 1e-13, "n = %zu: error of the solution %.1g", n, distance(x, y, n));
    dense_forward_product(u, n, n, x, z);
    dense_forward(u, n, n, z);
    check(distance(x, z, n) < 1e-13, "n = %zu: product and solution undo each other", n);
    double columns[3 * MOST_ROWS], rows[3 * MOST_ROWS];
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < 3; k++)
            columns[3 * i + k] = rows[k * n + i] = x[i] * (double)(k + 1);
    memcpy(back, x, sizeof x);
    dense_forward(u, n, n, back);
    dense_forward_columns(u, n, n, columns, 3);
    dense_forward_rows(u, n, n, rows, 3);
    for (size_t i = 0; i < n; i++) {
        z[i] = columns[3 * i + 2] / 3;
        rows[2 * n + i] /= 3;
    }
    check(distance(z, back, n) < 1e-14, "n = %zu: several columns have the same solution as one",
          n);
    check(distance(rows + 2 * n, back, n) < 1e-14,
          "n = %zu: several rows have the same solution as one", n);
}

static void products_of_matrices(size_t n)
{
    double x[6 * MOST_ROWS], columns[6 * MOST_ROWS], a[MOST_ROWS * MOST_ROWS], y[MOST_ROWS],
        product[MOST_ROWS], worst = 0;
    int same = 1;
    fill(x, 6 * n);
    dense_square_of_six(x, n, columns, a);
    dense_mirror(a, n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k < 6; k++)
                sum += x[6 * i + k] * x[6 * j + k];
            worst = fmax(worst, fabs(sum - a[i * n + j]));
            worst = a[i * n + j] == a[j * n + i] ? worst : HUGE_VAL;
        }
    check(worst < 1e-14, "n = %zu: error of X X^T %.1g, and the result is symmetric", n, worst);
    times(a, x, n, n, 1, product);
    for (size_t i = 0; i < n; i++)
        y[i] = 1, product[i] += 1;
    dense_add_symmetric(y, a, x, n);
    check(distance(y, product, n) < 1e-13, "n = %zu: the product is added to a vector", n);
    for (size_t i = 0; i < n; i++)
        product[i] -= 1;
    dense_product(y, a, n, n, x, n);
    for (size_t i = 0; i < n; i++)
        same = same && y[i] == dense_dot(a + i * n, x, n);
    check(same && distance(y, product, n) < 1e-13,
          "n = %zu: dense_product() gives the product alone, with the bits of dense_dot()", n);
}

static void refuses_indefinite(void)
{
    double zero_pivot[] = {1, 1, 1, 1}, negative[] = {1, 2, 2, 1},
           not_a_number[] = {1, NAN, NAN, 1};
    double first[] = {-1, 0, 0, 1}, third[] = {1, 0, 1, 0, 1, 0, 1, 0, 1}, infinite[] = {INFINITY};
    check(!dense_cholesky(zero_pivot, 2), "a semidefinite matrix is refused");
    check(!dense_cholesky(negative, 2), "an indefinite matrix is refused");
    check(!dense_cholesky(first, 2), "a negative entry on the diagonal is refused");
    check(!dense_cholesky(third, 3), "a pivot lost in the last row is refused");
    check(!dense_cholesky(not_a_number, 2) && !dense_cholesky(infinite, 1),
          "NaN and infinity are refused");
    double graded[] = {1e-150, 0, 0, 1e150};
    check(dense_cholesky(graded, 2), "a badly scaled diagonal is accepted");
}

/* Upper triangular matrix with rows 1, -1, -1 ...: its diagonal does not show the size of its
 * inverse. */
static void growth_shows_condition(void)
{
    double u[20 * 20], y[20];
    zero(u, 400);
    for (size_t i = 0; i < 20; i++)
        for (size_t j = i; j < 20; j++)
            u[i * 20 + j] = i == j ? 1 : -1;
    double found = dense_growth(u, 20, 20, y), exact = ldexp(1, 19);
    check(found > 0.3 * exact && found < 3 * exact,
          "growth shows the ill-conditioning that the diagonal hides");
    diagonal(u, NULL, 20);
    check(dense_growth(u, 20, 20, y) == 1, "growth of the identity is 1");
    u[21] = 1e7;
    check(dense_growth(u, 20, 20, y) == 1e7, "growth is at least the largest reciprocal pivot");
}

static void norms_of_any_size(void)
{
    double far[] = {3e200, -4e200}, near[] = {3e-200, 4e-200}, tiny[] = {0, 5e-324};
    near_rel(dense_norm(far, 2), 5e200, 1e-15, 0, "norm of large numbers");
    near_rel(dense_norm(near, 2), 5e-200, 1e-15, 0, "norm of small numbers");
    check(dense_norm(tiny, 2) == 5e-324 && dense_norm(tiny, 1) == 0 && dense_norm(tiny, 0) == 0,
          "norms of the smallest number, of zero and of no numbers");
    double bad[] = {1, 2, NAN, 4, INFINITY};
    check(dense_finite(bad, 2) && !dense_finite(bad, 3) && !dense_finite(bad + 4, 1) &&
              dense_finite(far, 2) && dense_finite(bad, 0),
          "NaN and infinity are found wherever they are");
    double lone[] = {0, NAN, 0};
    check(!(dense_norm(bad + 3, 2) <= 1e308) && !(dense_norm(bad, 3) <= 1e308) &&
              isnan(dense_norm(lone, 3)),
          "the norm of numbers that are not finite is not finite");
    double a[] = {1, 2, 2 + 1e-15, 1}, b[] = {1, 2, 2.1, 1}, c[] = {1, NAN, NAN, 1};
    check(dense_symmetric(a, 2) && !dense_symmetric(b, 2) && !dense_symmetric(c, 2),
          "a matrix symmetric to rounding is accepted, asymmetric ones and NaN are not");
    double d[] = {1, 0, 0, 2};
    check(dense_diagonal(d, 2) && !dense_diagonal(a, 2),
          "a diagonal matrix is recognised, and one that is not diagonal");
}

static void backward_pairs(size_t n)
{
    double u[9 * 9], xy[2 * 9], first[9], second[9];
    definite(u, n);
    dense_cholesky(u, n);
    fill(xy, 18);
    memcpy(first, xy, sizeof first);
    memcpy(second, xy + 9, sizeof second);
    dense_backward(u, n, n, first);
    dense_backward(u, n, n, second);
    dense_backward_two(u, n, n, xy, xy + 9);
    check(memcmp(xy, first, n * sizeof *first) == 0 &&
              memcmp(xy + 9, second, n * sizeof *second) == 0,
          "n = %zu: solving for two right-hand sides equals solving for each", n);
}

int main(void)
{
    const size_t n[] = {1, 2, 3, 4, 5, 8, 9, 24};
    for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
        triangular_factors(n[i]);
        products_of_matrices(n[i]);
    }
    refuses_indefinite();
    growth_shows_condition();
    norms_of_any_size();
    for (size_t k = 1; k <= 9; k++)
        backward_pairs(k);
    return done();
}
