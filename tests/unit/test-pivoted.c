/* SPDX-License-Identifier: MIT */
/* Detection of rows that depend on others. */
#include "num/pivoted.h"

#include <string.h>

#include "num/dense.h"

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
    struct pivoted_matrix matrix = {.entries = all, .stride = n + 1};
    size_t found = pivoted_factor(&matrix, u, n, expected, 1e-12, 0, order, scale, left);
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

/* The matrix of `a`, of n rows, for struct pivoted_matrix. */
struct source {
    const double *a;
    size_t n;
};

static void fill_entries(const void *context, size_t row, const size_t *column, size_t n,
                         double *to)
{
    const struct source *source = context;
    for (size_t j = 0; j < n; j++)
        to[j] = source->a[row * source->n + column[j]];
}

/* Scalar products of n unit vectors, of which the first `first` have two components only, and the
 * others one component of their own: their rank is the number of the others and two. */
static void products_in_a_plane(double *a, size_t n, size_t first)
{
    double x[MOST_ROWS * (MOST_ROWS + 2)];
    size_t width = n + 2;
    zero(x, n * width);
    for (size_t i = 0; i < n; i++) {
        double angle = 0.7 * (double)i, size = i < first ? 1 : 0.3;
        x[i * width] = size * cos(angle), x[i * width + 1] = size * sin(angle);
        if (i >= first)
            x[i * width + 2 + i] = sqrt(1 - size * size);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            a[i * n + j] = dense_dot(x + i * width, x + j * width, width);
}

/* Factorise with preferred rows, whose matrix is in memory or a function. */
static void check_parts(size_t n, size_t first)
{
    double a[MOST_ROWS * MOST_ROWS], u[2][MOST_ROWS * MOST_ROWS], scale[MOST_ROWS], left[MOST_ROWS];
    size_t order[MOST_ROWS], rank = n - first + 2, found[2];
    products_in_a_plane(a, n, first);
    struct source source = {a, n};
    struct pivoted_matrix matrix[] = {{.entries = a, .stride = n},
                                      {.fill = fill_entries, .context = &source}};
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < n; i++)
            order[i] = i, scale[i] = 1;
        zero(u[k], n * n);
        found[k] = pivoted_factor(&matrix[k], u[k], n, rank, 1e-12, first, order, scale, left);
        int untouched = 1;
        for (size_t i = 2; i < found[k]; i++)
            for (size_t j = found[k]; j < n; j++)
                untouched &= u[k][i * n + j] == 0;
        check(untouched && order[0] < first && order[1] < first,
              "%zu of %zu rows are preferred: two of these are the first pivots, the others are "
              "left out",
              first, n);
        pivoted_complete(&matrix[k], u[k], n, found[k], order, scale);
        double worst = difference(u[k], found[k], a, n, order);
        check(found[k] == rank && worst < 1e-14, "rank %zu; U^T U differs by %.2g", found[k],
              worst);
    }
    check(memcmp(u[0], u[1], n * n * sizeof **u) == 0, "a function gives the bits of a matrix");
}

int main(void)
{
    for (size_t n = 1; n <= MOST_ROWS; n++)
        for (size_t rank = 1; rank <= MOST_ROWS; rank += 2)
            check_factors(n, rank);
    check_parts(MOST_ROWS, 3);
    check_parts(MOST_ROWS, MOST_ROWS - 2);
    check(pivoted_factor(&(struct pivoted_matrix){0}, NULL, 0, 0, 1e-12, 0, NULL, NULL, NULL) == 0,
          "a matrix without rows is accepted");
    return done();
}
