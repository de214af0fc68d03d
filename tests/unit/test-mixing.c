/* SPDX-License-Identifier: MIT */
/* Fixed points that simple iteration does not reach. */
#include "num/mixing.h"

#include "matrix.h"
#include "tap.h"

enum { DOUBLES = 4096, MOST_ROUNDS = 20 };

static double memory[DOUBLES];

static void open_mixing(struct mixing *m, size_t numbers, size_t measured)
{
    check(mixing_doubles(numbers, measured) <= DOUBLES, "the memory is sufficient");
    mixing_carve(m, numbers, measured, memory);
    mixing_begin(m);
}

/* x := D x + b with the eigenvalues D; the fixed point is b/(1 - D). With 4 different eigenvalues 5
 * rounds suffice to find it; the last 2 rounds reduce rounding errors. */
static void linear_iteration(void)
{
    static const double D[] = {-8, -3, 0.5, -1, 0.5, -3, -1};
    enum { N = sizeof D / sizeof *D, ROUNDS = 7 };
    struct mixing m;
    double x[N + 1] = {0}, last[N] = {0}, moved[N], residual[N], b[N], worst = 0;
    fill(b, N);
    open_mixing(&m, N + 1, N);
    for (int k = 0; k < ROUNDS; k++) {
        for (size_t i = 0; i < N; i++) {
            double image = D[i] * x[i] + b[i];
            residual[i] = image - x[i];
            moved[i] = x[i] - last[i], last[i] = x[i];
            x[i] = image;
        }
        x[N] = 2 * x[0] + 1; /* not measured: a function of x[0] */
        mixing_next(&m, moved, residual, x);
    }
    for (size_t i = 0; i < N; i++)
        worst = fmax(worst, fabs(x[i] - b[i] / (1 - D[i])));
    near_abs(worst, 0, 1e-12, "fixed point of a map with eigenvalues -8 to 0.5, after 7 rounds");
    near_abs(x[N], 2 * x[0] + 1, 1e-11, "a number that is not measured follows");
}

/* Iterate a map of one number with mixing, from x; returns the number of rounds until the residual
 * vanishes to rounding. */
static int rounds_of(double (*map)(double), double *x)
{
    struct mixing m;
    double residual = 1, last = *x;
    int rounds = 0;
    open_mixing(&m, 1, 1);
    for (; fabs(residual) > 1e-15 && rounds < MOST_ROUNDS; rounds++) {
        double image = map(*x), moved = *x - last;
        residual = image - *x;
        last = *x, *x = image;
        mixing_next(&m, &moved, &residual, x);
    }
    return rounds;
}

/* Simple iteration does not reach the fixed point 0.4, because the slope there is -2. */
static double with_kink(double x)
{
    return x > 0.3 ? 0.6 - 2 * (x - 0.3) : 0.5 - 0.2 * x;
}

/* The slope at 0 is 3. The residual has its least size, but no zero, near -0.58; the only fixed
 * point is 2.1. */
static double past_a_fold(double x)
{
    double kept = fmax(-1, fmin(x, 1));
    return 1.1 + 3 * kept - 2 * kept * kept * kept;
}

/* Steep between flat pieces; the fixed point is 0. */
static double steep(double x)
{
    return -tanh(20 * x);
}

static void nonlinear_iterations(void)
{
    double kink = 0.9, fold = 0, flat = 3;
    int rounds = rounds_of(with_kink, &kink);
    near_abs(kink, 0.4, 1e-15, "a map with a kink: fixed point");
    check(rounds < MOST_ROUNDS, "a map with a kink: %d rounds", rounds);
    rounds = rounds_of(past_a_fold, &fold);
    near_abs(fold, 2.1, 1e-15, "a map whose least residual is no zero: fixed point");
    check(rounds <= 5, "a map whose least residual is no zero: %d rounds", rounds);
    rounds = rounds_of(steep, &flat);
    near_abs(flat, 0, 1e-15, "a steep map between flat pieces: fixed point");
    check(rounds < MOST_ROUNDS, "a steep map between flat pieces: %d rounds", rounds);
}

/* Residuals that repeat, or are 0, leave the numbers finite. */
static void repeated_residuals(void)
{
    struct mixing m;
    double x[2], residual[2], moved[2] = {0, 0};
    int finite = 1;
    open_mixing(&m, 2, 2);
    for (int k = 0; k < 20; k++) {
        x[0] = k, x[1] = 2 * k;
        residual[0] = k < 10 ? 1 : 0, residual[1] = k < 10 ? 2 : 0;
        mixing_next(&m, moved, residual, x);
        finite &= isfinite(x[0]) && isfinite(x[1]);
    }
    check(finite && largest(x, 2) < 1e3, "repeated residuals leave the numbers finite");
}

int main(void)
{
    linear_iteration();
    nonlinear_iterations();
    repeated_residuals();
    return done();
}
