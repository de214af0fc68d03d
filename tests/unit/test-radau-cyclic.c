/* SPDX-License-Identifier: MIT */
/* Steps of Radau IIA for systems with cyclic numbers, on which no rate depends. A solver that knows
 * these numbers must make the same steps with fewer evaluations. */
#include "random.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

#include "num/radau.h"

enum { N = 7, QUADRATURES = 1, SIZE = N + QUADRATURES };

/* y' = A y + b cos t, whose last row is that of an integral. */
struct problem {
    double A[SIZE][N], b[SIZE];
    const int *is_cyclic;
    size_t calls;
};

static int32_t rhs(double t, const double *y, double *dy, void *context)
{
    struct problem *problem = context;
    problem->calls++;
    for (size_t i = 0; i < SIZE; i++) {
        dy[i] = problem->b[i] * cos(t);
        for (size_t j = 0; j < N; j++)
            dy[i] += problem->A[i][j] * y[j];
    }
    return WD_OK;
}

static void mark_cyclic_numbers(int *is_cyclic, void *context)
{
    const struct problem *problem = context;
    for (size_t i = 0; i < N; i++)
        is_cyclic[i] |= problem->is_cyclic[i];
}

/* Result of two steps. */
struct result {
    int32_t status;
    double y[SIZE];                      /* state after both steps */
    double error[N], jacobian[SIZE * N]; /* error estimate and Jacobian */
    size_t iterations, calls;            /* corrections and evaluations of the first step */
};

/* Take two steps; the solver knows the cyclic numbers if `marks_cyclic`. */
static struct result run_problem(struct problem *problem, int marks_cyclic)
{
    struct result result = {.status = WD_OK};
    double *memory = malloc(radau_doubles(N, QUADRATURES, SIZE) * sizeof(double));
    double *past = calloc(radau_past_doubles(N, QUADRATURES), sizeof(double));
    double y[SIZE] = {1, -1, 0.5, 2, -0.5, 0.25, 3, 0}, h = 0.2;
    struct radau radau = {.n = N,
                          .quadratures = QUADRATURES,
                          .size = SIZE,
                          .rhs = rhs,
                          .mark_cyclic = marks_cyclic ? mark_cyclic_numbers : NULL,
                          .context = problem,
                          .rtol = 1e-6,
                          .atol = 1e-6};
    radau_carve(&radau, memory, past);
    for (int k = 0; k < 2 && result.status == WD_OK; k++) {
        problem->calls = 0;
        result.status = radau_begin(&radau, h * k, y, 0);
        if (result.status == WD_OK)
            result.status = radau_step(&radau, h * k, h, y, result.y, result.error);
        if (k == 0) {
            result.iterations = radau.iterations;
            result.calls = problem->calls;
            memcpy(result.jacobian, radau.jacobian, sizeof result.jacobian);
        }
        if (result.status == WD_OK)
            radau_keep(&radau, h, 0);
        memcpy(y, result.y, sizeof y);
    }
    free(memory);
    free(past);
    return result;
}

/* A random stiff problem with these cyclic numbers. */
static struct problem make_problem(const int *is_cyclic)
{
    struct problem problem = {.is_cyclic = is_cyclic};
    for (size_t i = 0; i < SIZE; i++) {
        problem.b[i] = uniform(-1, 1);
        for (size_t j = 0; j < N; j++)
            problem.A[i][j] = is_cyclic[j] ? 0 : uniform(-10, 10) - (i == j ? 1000 : 0);
    }
    return problem;
}

/* Jacobians are equal, and Newton's iteration takes the same number of corrections. As it solves a
 * linear problem at once, this shows that the linear systems have the same solutions to rounding.
 */
static void same_steps(const int *is_cyclic)
{
    struct problem problem = make_problem(is_cyclic);
    struct result all = run_problem(&problem, 0), some = run_problem(&problem, 1);
    size_t cyclic = 0;
    double apart = 0, scale = 0;
    int same = 1;
    for (size_t i = 0; i < N; i++)
        cyclic += is_cyclic[i] > 0;
    for (size_t i = 0; i < SIZE; i++)
        apart = fmax(apart, fabs(some.y[i] - all.y[i]) / (1 + fabs(all.y[i])));
    for (size_t i = 0; i < N; i++)
        scale = fmax(scale, fabs(all.error[i]));
    for (size_t i = 0; i < N; i++)
        apart = fmax(apart, fabs(some.error[i] - all.error[i]) / scale);
    for (size_t k = 0; k < SIZE * N; k++)
        same &= some.jacobian[k] == all.jacobian[k];
    check(all.status == WD_OK && some.status == WD_OK && same,
          "%zu cyclic numbers: the Jacobian is the same", cyclic);
    check(apart < 1e-10, "states and error estimates differ by %.1e", apart);
    check(some.iterations == all.iterations && some.calls + cyclic == all.calls,
          "%zu corrections and %zu evaluations, without the knowledge %zu", some.iterations,
          some.calls, all.calls);
}

int main(void)
{
    same_steps((const int[N]){0, 0, 0, 0, 0, 0, 0});
    same_steps((const int[N]){0, 1, 0, 1, 0, 0, 1});
    same_steps((const int[N]){1, 1, 1, 0, 1, 1, 1});
    same_steps((const int[N]){1, 1, 1, 1, 1, 1, 1});
    return done();
}
