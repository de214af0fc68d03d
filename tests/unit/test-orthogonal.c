/* SPDX-License-Identifier: MIT */
/* Both backends for linear algebra, GSL and the library's own, compared on 100,000 matrices. The
 * build compiles them with the prefixes gsl_ and own_. */
#include <float.h>
#include <gsl/gsl_version.h>

#include "matrix.h"
#include "num/eigen.h"
#include "num/orthogonal.h"
#include "tap.h"

void gsl_orthogonal_factor(double *a, size_t rows, size_t columns, double *tau, size_t *p,
                           double *norm);
void own_orthogonal_factor(double *a, size_t rows, size_t columns, double *tau, size_t *p,
                           double *norm);
void gsl_orthogonal_product(double *a, size_t rows, size_t columns, double *tau, double *x);
void own_orthogonal_product(double *a, size_t rows, size_t columns, double *tau, double *x);
int32_t gsl_eigen_values(size_t n, const double *A, double *re, double *im, double *memory);
int32_t own_eigen_values(size_t n, const double *A, double *re, double *im, double *memory);

const char *gsl_build_info(void);
const char *own_build_info(void);

enum { MOST_ROWS = 12, MATRICES = 50000 };

struct backend {
    const char *name;
    void (*factor)(double *, size_t, size_t, double *, size_t *, double *);
    void (*product)(double *, size_t, size_t, double *, double *);
    double residual, order;
};

static size_t pick(size_t first, size_t last)
{
    return first + (size_t)uniform(0, (double)(last - first + 1));
}

/* A random matrix: of full rank, of small rank, or with columns of very different size. */
static void random_matrix(double *a, size_t rows, size_t columns)
{
    fill(a, rows * columns);
    size_t kind = pick(0, 2), copies = pick(1, columns);
    for (size_t j = 0; j < columns; j++) {
        double scale = pow(10, -uniform(0, 12));
        for (size_t i = 0; i < rows && kind > 0; i++)
            a[i * columns + j] =
                kind == 1 ? a[i * columns + j % copies] : a[i * columns + j] * scale;
    }
}

/* Largest entry of A P - Q R, and largest increase of a pivot, both relative to the largest entry.
 * Returns the rank: the number of pivots above 1e-10 of this entry. */
static size_t check_factors(struct backend *b, const double *a, size_t rows, size_t columns)
{
    double f[MOST_ROWS * MOST_ROWS], tau[MOST_ROWS], norm[MOST_ROWS],
        size = largest(a, rows * columns);
    size_t p[MOST_ROWS], rank = 0, count = rows < columns ? rows : columns;
    memcpy(f, a, rows * columns * sizeof *f);
    b->factor(f, rows, columns, tau, p, norm);
    for (size_t k = 0; k < columns; k++) {
        double x[MOST_ROWS] = {0};
        for (size_t i = 0; i < rows && i <= k; i++)
            x[i] = f[i * columns + k];
        b->product(f, rows, columns, tau, x);
        for (size_t i = 0; i < rows; i++)
            b->residual = fmax(b->residual, fabs(x[i] - a[i * columns + p[k]]) / size);
    }
    for (size_t k = 0; k < count; k++) {
        double pivot = fabs(f[k * columns + k]);
        rank += pivot > 1e-10 * size;
        if (k > 0)
            b->order = fmax(b->order, (pivot - fabs(f[(k - 1) * columns + k - 1])) / size);
    }
    return rank;
}

static void pivoted_factors(void)
{
    struct backend both[] = {{"GSL", gsl_orthogonal_factor, gsl_orthogonal_product, 0, 0},
                             {"own", own_orthogonal_factor, own_orthogonal_product, 0, 0}};
    size_t differ = 0;
    for (int trial = 0; trial < MATRICES; trial++) {
        double a[MOST_ROWS * MOST_ROWS];
        size_t rows = pick(1, MOST_ROWS), columns = pick(1, MOST_ROWS);
        random_matrix(a, rows, columns);
        differ +=
            check_factors(&both[0], a, rows, columns) != check_factors(&both[1], a, rows, columns);
    }
    for (int i = 0; i < 2; i++) {
        check(both[i].residual < 40 * DBL_EPSILON, "%s: error of A P = Q R %.2g", both[i].name,
              both[i].residual);
        check(both[i].order < 40 * DBL_EPSILON, "%s: largest increase of a pivot %.2g",
              both[i].name, both[i].order);
    }
    check(differ == 0, "ranks of %d matrices: the backends differ for %zu", MATRICES, differ);
}

/* Eigenvalues of symmetric matrices scaled to D S D^-1. They are well conditioned after balancing.
 */
static void spectra_agree(void)
{
    double worst = 0;
    size_t failed = 0;
    for (int trial = 0; trial < MATRICES; trial++) {
        double a[MOST_ROWS * MOST_ROWS], s[MOST_ROWS * MOST_ROWS], re[2][MOST_ROWS],
            im[2][MOST_ROWS];
        double memory[MOST_ROWS * MOST_ROWS + 4 * MOST_ROWS], scale[MOST_ROWS];
        size_t n = pick(1, MOST_ROWS);
        fill(a, n * n);
        for (size_t i = 0; i < n; i++)
            scale[i] = pow(2, (double)pick(0, 20));
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                s[i * n + j] = (a[i * n + j] + a[j * n + i]) * scale[i] / scale[j];
        failed += gsl_eigen_values(n, s, re[0], im[0], memory) != 0;
        failed += own_eigen_values(n, s, re[1], im[1], memory) != 0;
        worst = fmax(worst, fmax(distance(re[0], re[1], n), distance(im[0], im[1], n)));
    }
    check(failed == 0, "all %d spectra are found", MATRICES);
    check(worst < 1e-11, "the eigenvalues of both backends differ by %.2g", worst);
}

/* Both backends report the same text about their binary, except for the name of the backend. */
static void licences_of_backends(void)
{
    const char *own_end = "own, licence of this binary: MIT";
    const char *gsl_end = "GSL " GSL_VERSION ", licence of this binary: GPL-3.0-or-later";
    const char *own = own_build_info(), *gsl = gsl_build_info(), *end = strstr(own, own_end);
    size_t same = end ? (size_t)(end - own) : 0;
    check(same && strcmp(own + same, own_end) == 0,
          "with the library's own linear algebra the binary is under MIT");
    check(strncmp(own, gsl, same) == 0 && strcmp(gsl + same, gsl_end) == 0,
          "with GSL the binary is under GPL");
}

int main(void)
{
    licences_of_backends();
    pivoted_factors();
    spectra_agree();
    return done();
}
