/* SPDX-License-Identifier: MIT */
/* The stages Z = (z1, z2, z3), minus the start of the step, solve A^-1 Z = h F(Z). A real matrix T
 * brings A^-1 to block-diagonal form, T^-1 A^-1 T = (gamma) + (alpha, -beta; beta, alpha). In the
 * unknowns W = T^-1 Z a correction of Newton's simplified iteration then solves two systems of n
 * unknowns: a real one with the matrix gamma/h - J, and a complex one with (alpha + i beta)/h - J.
 */
#include "num/radau_newton.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

#include "num/complex_lu.h"
#include "num/dense.h"
#include "num/elementary.h"
#include "num/lu.h"

/* Eigenvalues of A^-1: gamma = 3 + 9^(1/3) - 3^(1/3) is the real root of x^3 - 9 x^2 + 36 x - 60,
 * alpha +- i beta are the others. The columns of T are the real eigenvector and the real and the
 * imaginary part of the complex one; the last stage has the components 1, 1 and 0. */
#define GAMMA 3.63783425274449573220841851358
#define ALPHA 2.68108287362775213389579074321
#define BETA 3.05043019924741056942637762479

static const double T[RADAU_STAGES][RADAU_STAGES] = {
    {0.0944387624889752414841, -0.141255295020954208428, -0.0300291941051474244920},
    {0.250213122965333311376, 0.204129352293799931995, 0.382942112757261937796},
    {1, 1, 0},
};
static const double T_inverse[RADAU_STAGES][RADAU_STAGES] = {
    {4.17871859155190472735, 0.327682820761062387083, 0.523376445499449548038},
    {-4.17871859155190472735, -0.327682820761062387083, 0.476623554500550451962},
    {-0.502872634945786875952, 2.57192694985560542919, -0.596039204828224924969},
};

/* (4 -+ sqrt(6)) / 10 and 1: the zeros of the right Radau polynomial. */
const double radau_newton_times[RADAU_STAGES] = {0.155051025721682190180, 0.644948974278317809820,
                                                 1};

/* Largest ratio of successive corrections; with a larger one, the iteration counts as divergent.
 * Hairer and Wanner's value. */
#define SLOWEST 0.99

int radau_newton_factor(struct radau *radau, double h)
{
    size_t n = radau->columns;
    const size_t *column = radau->column;
    for (size_t i = 0; i < n; i++) {
        const double *of = radau->jacobian + column[i] * radau->n;
        double *row = radau->real + i * n, *re = radau->complex + 2 * i * n, *im = re + n;
        for (size_t j = 0; j < n; j++)
            row[j] = re[j] = -of[column[j]];
        memset(im, 0, n * sizeof *im);
        row[i] += GAMMA / h;
        re[i] += ALPHA / h;
        im[i] = BETA / h;
    }
    int regular = lu_factor(radau->real, n, radau->real_pivot) &&
                  complex_lu_factor(radau->complex, n, radau->complex_pivot);
    radau->factored_h = regular ? h : 0;
    return regular;
}

/* Copy the numbers of x that are not cyclic. */
static void gather(const struct radau *radau, const double *x, double *solution)
{
    for (size_t k = 0; k < radau->columns; k++)
        solution[k] = x[radau->column[k]];
}

/* Copy the solution back into x, and add J times the solution to the cyclic numbers of x. */
static void scatter(const struct radau *radau, const double *solution, double *x)
{
    size_t n = radau->n, some = radau->columns;
    const size_t *column = radau->column;
    for (size_t k = 0; k < some; k++)
        x[column[k]] = solution[k];
    for (size_t k = some; k < n; k++)
        for (size_t j = 0; j < some; j++)
            x[column[k]] += radau->jacobian[column[k] * n + column[j]] * solution[j];
}

/* x := (gamma/h - J)^-1 x. A cyclic number is only in its own equation, so its column of the matrix
 * has gamma/h alone. */
static void solve_real(const struct radau *radau, double *x)
{
    double per_diagonal = radau->factored_h / GAMMA;
    gather(radau, x, radau->solution);
    lu_solve(radau->real, radau->columns, radau->real_pivot, radau->solution);
    scatter(radau, radau->solution, x);
    for (size_t k = radau->columns; k < radau->n; k++)
        x[radau->column[k]] *= per_diagonal;
}

/* x := ((alpha + i beta)/h - J)^-1 x; the imaginary parts follow the n real ones. */
static void solve_complex(const struct radau *radau, double *x)
{
    size_t n = radau->n, some = radau->columns;
    double *imaginary = x + n, per_square = radau->factored_h / (ALPHA * ALPHA + BETA * BETA);
    gather(radau, x, radau->solution);
    gather(radau, imaginary, radau->solution + some);
    complex_lu_solve(radau->complex, some, radau->complex_pivot, radau->solution);
    scatter(radau, radau->solution, x);
    scatter(radau, radau->solution + some, imaginary);
    for (size_t k = some; k < n; k++) {
        double *re = &x[radau->column[k]], *im = &imaginary[radau->column[k]], a = *re, b = *im;
        *re = (ALPHA * a + BETA * b) * per_square;
        *im = (ALPHA * b - BETA * a) * per_square;
    }
}

void radau_newton_filter(const struct radau *radau, double *x)
{
    solve_real(radau, x);
}

/* Compute the rows of b := a times the rows of x, with `count` numbers each. The rows of x are
 * `stride` apart, those of b `to_stride`. */
static void transform(double *b, const double a[RADAU_STAGES][RADAU_STAGES], const double *x,
                      size_t stride, size_t count, size_t to_stride)
{
    for (size_t i = 0; i < RADAU_STAGES; i++)
        for (size_t j = 0; j < count; j++)
            b[i * to_stride + j] =
                a[i][0] * x[j] + a[i][1] * x[stride + j] + a[i][2] * x[2 * stride + j];
}

static int32_t evaluate_stages(struct radau *radau, double t, double h, const double *y)
{
    size_t n = radau->n;
    memcpy(radau->stage, y, radau->size * sizeof *y);
    for (size_t i = 0; i < RADAU_STAGES; i++) {
        double sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += radau->stage[j] = y[j] + radau->z[i * n + j];
        if (!(sum - sum == 0))
            return WD_ENOCONV;
        double *f = radau->f + i * radau->size;
        int32_t status = radau->rhs(t + radau_newton_times[i] * h, radau->stage, f, radau->context);
        if (status != WD_OK)
            return status;
        if (!dense_finite(f, n + radau->quadratures))
            return WD_ENOCONV;
    }
    return WD_OK;
}

/* Return the size of the correction of the stages relative to the tolerance; NaN if it is not a
 * number. */
static double correction_size(const struct radau *radau)
{
    size_t n = radau->n;
    double largest = 0;
    for (size_t i = 0; i < RADAU_STAGES; i++)
        for (size_t j = 0; j < n; j++) {
            double size = fabs(radau->correction[i * n + j]) / radau->tolerance[j];
            if (isnan(size))
                return NAN;
            largest = num_fmax(largest, size);
        }
    return largest;
}

/* Make one correction of the stages; returns its size. */
static double correct(struct radau *radau, double h)
{
    size_t n = radau->n;
    const double *w1 = radau->w, *w2 = w1 + n, *w3 = w2 + n;
    double *x1 = radau->unknown, *x2 = x1 + n, *x3 = x2 + n;
    double gamma = GAMMA / h, alpha = ALPHA / h, beta = BETA / h;
    transform(radau->unknown, T_inverse, radau->f, radau->size, n, n);
    for (size_t j = 0; j < n; j++) {
        x1[j] -= gamma * w1[j];
        x2[j] -= alpha * w2[j] - beta * w3[j];
        x3[j] -= beta * w2[j] + alpha * w3[j];
    }
    solve_real(radau, x1);
    solve_complex(radau, x2);
    dense_add(radau->w, 1, radau->unknown, RADAU_STAGES * n);
    transform(radau->z, T, radau->w, n, n, n);
    transform(radau->correction, T, radau->unknown, n, n, n);
    return correction_size(radau);
}

int32_t radau_newton_solve(struct radau *radau, double t, double h, const double *y)
{
    /* The estimated error is `remainder` times the last correction. The factor is 1 until a
     * convergence rate is known. Until then the Jacobian must be that of this step: an old Jacobian
     * may be far too large, and the correction then far too small. The rate of the previous step
     * would save some evaluations, but where it does not apply, up to three digits are lost. */
    double remainder = 1, before = 0, rate = 0;
    transform(radau->w, T_inverse, radau->z, radau->n, radau->n, radau->n);
    for (size_t k = 0; k < RADAU_NEWTON_MOST; k++) {
        int32_t status = evaluate_stages(radau, t, h, y);
        if (status != WD_OK)
            return status;
        double size = correct(radau, h);
        if (!isfinite(size))
            return WD_ENOCONV;
        if (k > 0) {
            rate = k > 1 ? sqrt(rate * (size / before)) : size / before;
            if (!(rate < SLOWEST))
                return WD_ENOCONV;
            remainder = rate / (1 - rate);
        }
        int is_trusted = k > 0 || radau->is_fresh || size == 0;
        if (is_trusted && remainder * size <= radau->precision) {
            radau->iterations = k + 1;
            return WD_OK;
        }
        double left = (double)(RADAU_NEWTON_MOST - 1 - k);
        if (k > 0 && remainder * size * num_pow(rate, left) > radau->precision)
            return WD_ENOCONV; /* the remaining corrections would not be enough */
        before = size;
    }
    return WD_ENOCONV;
}
