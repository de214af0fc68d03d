/* SPDX-License-Identifier: MIT */
#include "num/svd.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "num/dense.h"
#include "num/elementary.h"
#include "num/interrupt.h"

/* GSL's one-sided Jacobi calls the host's error handler if it does not converge. For some ordinary
 * matrices it does not converge, because columns of equal norm are exchanged without end. The code
 * here is the same iteration, but columns are exchanged only before and after it. */
enum { MOST_SWEEPS = 60 };

/* Work units per row: of a pair of columns in a sweep, and of a column elsewhere. */
enum { PAIR_WORK = 6, COLUMN_WORK = 4 };

/* The rounding error of a product of two columns is at most rows eps of their norms. NOISE: error
 * of a column in these units; ORTHOGONAL: fraction of them below which a product counts as zero. */
#define NOISE 10
#define ORTHOGONAL 0.1

/* Fraction of the largest entry: sqrt(DBL_MIN/eps)/eps. Smaller entries are set to zero. All other
 * columns have a noise of at least eps times this fraction, so that eps times the product of two
 * columns of pure noise is still a normal number. Otherwise such a product would have an error
 * above its threshold, and the columns would be rotated without end. */
#define LEAST_ENTRY 0x1p-433

/* Columns to work on, and the rounding error of each. */
struct jacobi {
    double *a, *v, *noise; /* columns of U diag(s) and of V; absolute error of each column of a */
    size_t rows, columns;
    double tolerance; /* NOISE rows eps */
    struct interrupt *interrupt;
};

/* Scale the largest entry to between 1/2 and 1, and set entries below LEAST_ENTRY to zero. */
static int scale(double *a, size_t count, int *exponent)
{
    double largest = dense_largest(a, count);
    if (largest == 0)
        return 0;
    frexp(largest, exponent);
    for (size_t i = 0; i < count; i++) {
        a[i] = ldexp(a[i], -*exponent);
        if (fabs(a[i]) < LEAST_ENTRY)
            a[i] = 0;
    }
    return 1;
}

static double column_product(const struct jacobi *jacobi, size_t j, size_t k)
{
    double sum = 0;
    for (size_t i = 0; i < jacobi->rows; i++)
        sum += jacobi->a[i * jacobi->columns + j] * jacobi->a[i * jacobi->columns + k];
    return sum;
}

static void turn(double *x, size_t rows, size_t columns, size_t j, size_t k, double c, double s)
{
    for (size_t i = 0; i < rows; i++) {
        double *row = x + i * columns, xj = row[j], xk = row[k];
        row[j] = c * xj - s * xk;
        row[k] = s * xj + c * xk;
    }
}

/* Make columns j and k orthogonal by a rotation; 0 if they are orthogonal to rounding. */
static int orthogonalise(struct jacobi *jacobi, size_t j, size_t k)
{
    double jj = column_product(jacobi, j, j), kk = column_product(jacobi, k, k);
    double jk = column_product(jacobi, j, k), *noise = jacobi->noise;
    if (sqrt(jj) <= noise[j] || sqrt(kk) <= noise[k] ||
        fabs(jk) <= ORTHOGONAL * jacobi->tolerance * sqrt(jj) * sqrt(kk))
        return 0;
    double zeta = (kk - jj) / (2 * jk);
    double t = copysign(1, zeta) / (fabs(zeta) + num_hypot(1, zeta)), c = 1 / num_hypot(1, t),
           s = c * t;
    turn(jacobi->a, jacobi->rows, jacobi->columns, j, k, c, s);
    turn(jacobi->v, jacobi->columns, jacobi->columns, j, k, c, s);
    double noise_j = noise[j];
    noise[j] = num_hypot(c * noise_j, s * noise[k]);
    noise[k] = num_hypot(s * noise_j, c * noise[k]);
    return 1;
}

/* Returns 0 if no column was turned, or if the work is stopped. */
static int sweep(struct jacobi *jacobi)
{
    int turned = 0;
    for (size_t j = 0; j + 1 < jacobi->columns; j++)
        for (size_t k = j + 1; k < jacobi->columns; k++) {
            turned |= orthogonalise(jacobi, j, k);
            if (interrupted(jacobi->interrupt, PAIR_WORK * jacobi->rows))
                return 0;
        }
    return turned;
}

/* Sort the columns by descending norm; the norms go to s. */
static void sort(struct jacobi *jacobi, double *s)
{
    size_t n = jacobi->columns;
    for (size_t j = 0; j < n && !interrupted(jacobi->interrupt, COLUMN_WORK * jacobi->rows); j++)
        s[j] = sqrt(column_product(jacobi, j, j));
    for (size_t j = 0; j < n && !interrupted(jacobi->interrupt, COLUMN_WORK * jacobi->rows); j++) {
        size_t most = j;
        for (size_t k = j + 1; k < n; k++)
            most = s[k] > s[most] ? k : most;
        double norm = s[most];
        if (most == j)
            continue;
        turn(jacobi->a, jacobi->rows, n, j, most, 0, 1);
        turn(jacobi->v, n, n, j, most, 0, 1);
        s[most] = s[j];
        s[j] = norm;
    }
}

/* Normalise the columns to U; the norms are the singular values. */
static void normalise(struct jacobi *jacobi, double *s)
{
    size_t n = jacobi->columns;
    for (size_t j = 0; j < n && !interrupted(jacobi->interrupt, COLUMN_WORK * jacobi->rows); j++) {
        if (j > 0 && (s[j - 1] == 0 || s[j] <= jacobi->tolerance * s[j - 1]))
            s[j] = 0;
        for (size_t i = 0; i < jacobi->rows; i++)
            jacobi->a[i * n + j] = s[j] > 0 ? jacobi->a[i * n + j] / s[j] : 0;
    }
}

int svd_factor(double *a, size_t rows, size_t columns, double *v, double *s,
               struct interrupt *interrupt)
{
    int exponent;
    memset(v, 0, columns * columns * sizeof *v);
    for (size_t j = 0; j < columns; j++)
        v[j * columns + j] = 1;
    if (!scale(a, rows * columns, &exponent)) {
        memset(s, 0, columns * sizeof *s);
        return 1;
    }
    struct jacobi jacobi = {a, v, s, rows, columns, NOISE * (double)rows * DBL_EPSILON, interrupt};
    sort(&jacobi, s); /* required for the accuracy of small columns beside large ones */
    for (size_t j = 0; j < columns; j++)
        jacobi.noise[j] = DBL_EPSILON * s[j];
    int sweeps = 0;
    while (sweep(&jacobi))
        if (++sweeps == MOST_SWEEPS)
            return 0;
    sort(&jacobi, s);
    normalise(&jacobi, s);
    if (interrupt_stopped(interrupt))
        return 0;
    for (size_t j = 0; j < columns; j++)
        s[j] = ldexp(s[j], exponent);
    return dense_finite(a, rows * columns) && dense_finite(v, columns * columns) &&
           dense_finite(s, columns);
}

size_t svd_rank(const double *s, size_t columns, double least)
{
    size_t rank = 0;
    while (rank < columns && s[rank] > least)
        rank++;
    return rank;
}

void svd_project_out(const double *u, size_t rows, size_t columns, size_t rank, double *x,
                     size_t stride, struct interrupt *interrupt)
{
    for (size_t k = 0; k < rank && !interrupted(interrupt, COLUMN_WORK * rows); k++) {
        double sum = 0;
        for (size_t i = 0; i < rows; i++)
            sum += u[i * columns + k] * x[i * stride];
        for (size_t i = 0; i < rows; i++)
            x[i * stride] -= sum * u[i * columns + k];
    }
}

void svd_solve(const double *u, size_t rows, size_t columns, const double *v, const double *s,
               size_t rank, const double *b, double *x, struct interrupt *interrupt)
{
    memset(x, 0, columns * sizeof *x);
    for (size_t k = 0; k < rank && !interrupted(interrupt, COLUMN_WORK * rows); k++) {
        double sum = 0;
        for (size_t i = 0; i < rows; i++)
            sum += u[i * columns + k] * b[i];
        for (size_t i = 0; i < columns; i++)
            x[i] += v[i * columns + k] * (sum / s[k]);
    }
}
