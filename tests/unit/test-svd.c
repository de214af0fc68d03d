/* SPDX-License-Identifier: MIT */
/* Singular values of badly scaled matrices: they are right and finite, and the GSL error handler is
 * not called. */
#include "num/orthogonal.h"
#include "num/svd.h"

#include <gsl/gsl_errno.h>

#include "matrix.h"
#include "tap.h"

enum { MOST_COLUMNS = 12 };

static int handler_calls;

static void count_handler_call(const char *reason, const char *file, int line, int number)
{
    (void)reason, (void)file, (void)line, (void)number;
    handler_calls++;
}

static size_t pick(size_t choices)
{
    return (size_t)uniform(0, (double)choices) % choices;
}

/* Graded, duplicate, tiny, huge and zero rows and columns, alone and together. */
static void fill_badly_scaled(double *a, size_t rows, size_t columns)
{
    static const double factors[] = {1e-150, 1e150, 5e-324, 1e-310, 1e300, 1e-16, 0, 1};
    fill(a, rows * columns);
    for (size_t j = 0; j < columns; j++) {
        size_t from = pick(columns), kind = pick(6);
        double factor = kind == 0 ? pow(10, 300 * uniform(-1, 1)) : 1;
        factor = kind == 1 ? factors[pick(8)] : factor;
        for (size_t i = 0; i < rows; i++) {
            double *x = a + i * columns;
            x[j] = kind == 2 ? x[from] * (1 + 1e-16 * uniform(-1, 1)) : x[j] * factor;
            x[j] = kind == 3 ? x[from] + x[j] * 1e-15 : x[j];
            x[j] = kind == 4 ? round(x[j]) : x[j];
        }
    }
    size_t row = pick(rows);
    for (size_t j = 0; j < columns && pick(2); j++)
        a[row * columns + j] *= factors[pick(8)];
    for (size_t i = 0; i < rows * columns; i++)
        a[i] = isfinite(a[i]) ? a[i] : 0;
}

/* Largest entry of A - U S V^T, divided by the largest singular value. */
static double backward_error(const double *a, const double *u, const double *v, const double *s,
                             size_t rows, size_t columns)
{
    double worst = 0;
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++) {
            double sum = 0;
            for (size_t k = 0; k < columns && s[k] > 0; k++)
                sum += u[i * columns + k] * (s[k] / s[0]) * v[j * columns + k];
            worst = fmax(worst, fabs(sum - (s[0] > 0 ? a[i * columns + j] / s[0] : 0)));
        }
    return worst;
}

static void badly_scaled_matrices(void)
{
    int failed = 0, unsorted = 0, tried = 0;
    double worst = 0;
    for (int t = 0; t < 110000; t++) {
        size_t columns = 1 + pick(t % 50 ? 5 : MOST_COLUMNS);
        size_t rows = columns + pick(4);
        double a[(MOST_COLUMNS + 4) * MOST_COLUMNS], u[(MOST_COLUMNS + 4) * MOST_COLUMNS],
            v[MOST_COLUMNS * MOST_COLUMNS], s[MOST_COLUMNS];
        fill_badly_scaled(a, rows, columns);
        if (largest(a, rows * columns) > 1e307) /* singular values may overflow */
            continue;
        tried++;
        memcpy(u, a, sizeof u);
        failed += !svd_factor(u, rows, columns, v, s, NULL);
        for (size_t k = 1; k < columns; k++)
            unsorted += s[k] > s[k - 1];
        if (largest(a, rows * columns) > 1e-290)
            worst = fmax(worst, backward_error(a, u, v, s, rows, columns));
    }
    check(tried >= 100000, "%d badly scaled matrices", tried);
    check(handler_calls == 0, "the GSL handler is called %d times", handler_calls);
    check(failed == 0, "all badly scaled matrices are factored (%d failures)", failed);
    check(unsorted == 0, "the singular values of badly scaled matrices descend");
    check(worst < 1e-13, "badly scaled matrices: backward error %.1g", worst);
}

/* Columns of size 1e-140 that are parallel to each other or to a column of size 1. After the
 * iteration has removed the parallel parts, columns of size 1e-156 remain, whose products
 * underflow. The matrix was found among 1.5 million random ones. */
static void known_tiny_columns(void)
{
    double u[] = {0x1.4a0fedbf2be93p-464,
                  0,
                  0,
                  0x1.5421e1cef35cdp-1,
                  0x1.66b782dd0ba7ap-464,
                  0,
                  0,
                  0x1.71a9458b8cbb7p-1,
                  -0x1.3b11a7ccf7c88p-464,
                  0,
                  0,
                  -0x1.44ae81006396ep-1,
                  0x1.1bea578736148p-465,
                  0x1p-463,
                  0x1.0000000000002p-463,
                  0x1.2493dd7c1c922p-2,
                  -0x1.438d29ff07094p-464,
                  -0x1p-463,
                  -0x1.ffffffffffffbp-464,
                  -0x1.4d6c43c7ce41dp-1};
    double a[5 * 4], v[4 * 4], s[4];
    memcpy(a, u, sizeof a);
    check(svd_factor(u, 5, 4, v, s, NULL),
          "columns of size 1e-140 and a column of size 1: the iteration ends");
    check(backward_error(a, u, v, s, 5, 4) < 1e-15, "backward error at most 1e-15");
}

/* Random matrices whose columns are parallel, to rounding, to one of two directions. About two
 * thirds of the columns have a size of 1e-142 to 1e-126, the others of about 1. */
static void random_tiny_columns(void)
{
    int failed = 0;
    double worst = 0;
    for (int t = 0; t < 100000; t++) {
        size_t columns = 2 + pick(4), rows = columns + pick(4);
        double a[9 * 5], u[9 * 5], v[5 * 5], s[5], direction[2][9];
        double size = pow(10, uniform(-142, -126));
        for (size_t i = 0; i < 2 * rows; i++)
            direction[i % 2][i / 2] = pick(2) ? uniform(-1, 1) : 0;
        for (size_t j = 0; j < columns; j++) {
            const double *along = direction[pick(2)];
            double factor = uniform(0.3, 1) * (pick(3) ? size : 1);
            for (size_t i = 0; i < rows; i++)
                a[i * columns + j] = factor * along[i] * (1 + 2e-16 * uniform(-1, 1));
        }
        memcpy(u, a, sizeof u);
        failed += !svd_factor(u, rows, columns, v, s, NULL);
        worst = fmax(worst, backward_error(a, u, v, s, rows, columns));
    }
    check(failed == 0, "all matrices with tiny columns are factored (%d failures)", failed);
    check(worst < 1e-13, "matrices with tiny columns: backward error %.1g", worst);
}

static void known_singular_values(void)
{
    double a[] = {3, 0, 0, -4, 0, 0}, v[4], s[2];
    check(svd_factor(a, 3, 2, v, s, NULL), "a matrix with known singular values");
    near_rel(s[0], 4, 1e-15, 0, "the larger singular value");
    near_rel(s[1], 3, 1e-15, 0, "the smaller singular value");
    double none[] = {0, 0, 0, 0};
    check(svd_factor(none, 2, 2, v, s, NULL) && s[0] == 0 && s[1] == 0,
          "a zero matrix has singular values of zero");
    check(v[0] == 1 && v[1] == 0 && v[2] == 0 && v[3] == 1,
          "its right singular vectors are orthonormal");
}

/* Q R of a random matrix, compared with the matrix. */
static void pivoted_factors(void)
{
    double a[6 * 4], f[6 * 4], tau[4], norm[4], worst = 0;
    size_t p[4];
    fill(a, 24);
    memcpy(f, a, sizeof f);
    orthogonal_factor(f, 6, 4, tau, p, norm);
    for (size_t k = 0; k < 4; k++) {
        double column[6] = {0};
        for (size_t i = 0; i <= k; i++)
            column[i] = f[i * 4 + k];
        orthogonal_product(f, 6, 4, tau, column);
        for (size_t i = 0; i < 6; i++)
            worst = fmax(worst, fabs(column[i] - a[i * 4 + p[k]]));
        check(k == 0 || fabs(f[k * 4 + k]) <= fabs(f[(k - 1) * 4 + k - 1]), "pivots descend");
    }
    check(worst < 1e-15, "error of Q R = A P %.1g", worst);
}

/* The last column equals the first, or is a sum of others: its singular value is zero to
 * rounding. */
static void dependent_columns(void)
{
    double largest = 0;
    for (int trial = 0; trial < 20000; trial++) {
        double a[MOST_COLUMNS * MOST_COLUMNS], v[MOST_COLUMNS * MOST_COLUMNS], s[MOST_COLUMNS];
        size_t n = 4 + pick(MOST_COLUMNS - 4);
        fill(a, MOST_COLUMNS * n);
        for (size_t i = 0; i < MOST_COLUMNS; i++) {
            double sum = 0;
            for (size_t j = 0; j + 1 < n; j++)
                sum += a[i * n + j];
            a[i * n + n - 1] = trial % 2 ? a[i * n] : sum;
        }
        svd_factor(a, MOST_COLUMNS, n, v, s, NULL);
        largest = fmax(largest, s[n - 1] / s[0]);
    }
    check(largest <= MOST_COLUMNS * 2.3e-16,
          "dependent columns: the smallest singular value is at most %.2g times the largest",
          largest);
}

int main(void)
{
    gsl_set_error_handler(count_handler_call);
    known_singular_values();
    dependent_columns();
    pivoted_factors();
    badly_scaled_matrices();
    known_tiny_columns();
    random_tiny_columns();
    return done();
}
