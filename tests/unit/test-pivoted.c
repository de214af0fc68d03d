/* SPDX-License-Identifier: MIT */
/* Detection of rows that depend on others. */
#include "num/pivoted.h"

#include "matrix.h"
#include "tap.h"

enum { MOST_ROWS = 12 };

/* Matrix of scalar products of n random unit vectors with `rank` components each; its rank is the
 * smaller of n and `rank`. */
static void random_products(double *a, size_t n, size_t rank)
{
    double x[MOST_ROWS * MOST_ROWS];
    fill(x, n * rank);
    for (size_t i = 0; i < n; i++) {
        double square = 0;
        for (size_t k = 0; k < rank; k++)
            square += x[i * rank + k] * x[i * rank + k];
        for (size_t k = 0; k < rank; k++)
            x[i * rank + k] /= sqrt(square);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            a[i * n + j] = 0;
            for (size_t k = 0; k < rank; k++)
                a[i * n + j] += x[i * rank + k] * x[j * rank + k];
        }
}

/* Largest difference of U^T U and the matrix in the order of the rows. */
static double difference(const double *u, size_t rank, const double *a, size_t n,
                         const size_t *order)
{
    double worst = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            double sum = -a[order[i] * n + order[j]];
            for (size_t k = 0; k < rank && k <= i; k++) {
                double left = k == i ? 1 / u[k * n + i] : u[k * n + i];
                sum += left * (k == j ? 1 / u[k * n + j] : u[k * n + j]);
            }
            worst = fmax(worst, fabs(sum));
        }
    return worst;
}

static void check_factors(size_t n, size_t rank)
{
    double a[MOST_ROWS * MOST_ROWS], all[(MOST_ROWS + 1) * (MOST_ROWS + 1)],
        u[MOST_ROWS * MOST_ROWS], scale[MOST_ROWS], left[MOST_ROWS];
    size_t order[MOST_ROWS], expected = rank < n ? rank : n;
    random_products(a, n, rank);
    for (size_t i = 0; i < n; i++) /* the matrix is part of `all`, in rows n to 1 */
        for (size_t j = 0; j < n; j++)
            all[(n - i) * (n + 1) + n - j] = a[i * n + j] * (double)((i + 1) * (j + 1));
    for (size_t i = 0; i < n; i++)
        order[i] = n - i, scale[i] = 1 / (double)(i + 1);
    size_t found = pivoted_factor(all, n + 1, u, n, expected, 1e-12, order, scale, left);
    for (size_t i = 0; i < n; i++)
        order[i] = n - order[i];
    check(found == expected, "%zu rows of %zu numbers: rank %zu", n, rank, found);
    double worst = difference(u, found, a, n, order);
    check(worst < 1e-12, "U^T U differs from the matrix by %.2g", worst);
    int together = 1, falls = 1;
    for (size_t i = 0; i < n; i++)
        together &= scale[i] == 1 / (double)(order[i] + 1);
    for (size_t i = 1; i < found; i++)
        falls &= u[i * n + i] >= u[(i - 1) * n + i - 1];
    check(together && falls, "data of a row are exchanged with it; pivots descend");
}

int main(void)
{
    for (size_t n = 1; n <= MOST_ROWS; n++)
        for (size_t rank = 1; rank <= MOST_ROWS; rank += 2)
            check_factors(n, rank);
    check(pivoted_factor(NULL, 0, NULL, 0, 0, 1e-12, NULL, NULL, NULL) == 0,
          "a matrix without rows is accepted");
    return done();
}
