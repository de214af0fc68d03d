/* SPDX-License-Identifier: MIT */
/* Fixed points that simple iteration does not reach. */
#include "num/mixing.h"

#include "matrix.h"
#include "tap.h"

enum { MOST_NUMBERS = 12, DOUBLES = 4096 };

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
    static const double D[] = {-8, 3, 0.5, -1, 0.5, 3, -1};
    enum { N = sizeof D / sizeof *D, ROUNDS = 7 };
    struct mixing m;
    double x[N + 1] = {0}, residual[N], b[N], worst = 0;
    fill(b, N);
    open_mixing(&m, N + 1, N);
    for (int k = 0; k < ROUNDS; k++) {
        for (size_t i = 0; i < N; i++) {
            double image = D[i] * x[i] + b[i];
            residual[i] = image - x[i];
            x[i] = image;
        }
        x[N] = 2 * x[0] + 1; /* not measured: a function of x[0] */
        mixing_next(&m, residual, x);
    }
    for (size_t i = 0; i < N; i++)
        worst = fmax(worst, fabs(x[i] - b[i] / (1 - D[i])));
    near_abs(worst, 0, 1e-12, "fixed point of a map with eigenvalues -8 to 3, after 7 rounds");
    near_abs(x[N], 2 * x[0] + 1, 1e-11, "a number that is not measured follows");
}

/* The map 1.2 - 2 x for x > 0.3, 0.5 - 0.2 x else: simple iteration does not reach the fixed point
 * 0.4, because the slope there is -2. */
static void iteration_with_kink(void)
{
    struct mixing m;
    double x = 0.9, residual = 1;
    int rounds = 0;
    open_mixing(&m, 1, 1);
    for (; fabs(residual) > 1e-15 && rounds < 20; rounds++) {
        double image = x > 0.3 ? 0.6 - 2 * (x - 0.3) : 0.5 - 0.2 * x;
        residual = image - x;
        x = image;
        mixing_next(&m, &residual, &x);
    }
    check(fabs(residual) <= 1e-15, "a map with two branches: the residual vanishes in %d rounds",
          rounds);
}

/* Residuals that repeat, or are 0, leave the numbers finite. */
static void repeated_residuals(void)
{
    struct mixing m;
    double x[2], residual[2];
    int finite = 1;
    open_mixing(&m, 2, 2);
    for (int k = 0; k < 20; k++) {
        x[0] = k, x[1] = 2 * k;
        residual[0] = k < 10 ? 1 : 0, residual[1] = k < 10 ? 2 : 0;
        mixing_next(&m, residual, x);
        finite &= isfinite(x[0]) && isfinite(x[1]);
    }
    check(finite && largest(x, 2) < 1e3, "repeated residuals leave the numbers finite");
}

int main(void)
{
    linear_iteration();
    iteration_with_kink();
    repeated_residuals();
    return done();
}
