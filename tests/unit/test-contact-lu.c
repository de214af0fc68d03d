/* SPDX-License-Identifier: MIT */
/* The multifrontal LU on patterns of grids with random entries: A x = b holds, every block is
 * eliminated once, the order is a permutation; vanishing pivots are counted. */
#include <stdlib.h>
#include <string.h>

#include "num/front_lu.h"
#include "tap.h"

enum { N = 120, D = 3, MOST_BLOCKS = N * N };

static uint32_t seed = 5;

static double random_number(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) / 8388608.0 - 1;
}

/* Pattern of a grid: entries (i, j) and (j, i) for neighbours i and j, and for every seventh node
 * an entry whose transpose is missing. The diagonal entry comes last in its row. */
static size_t make_pattern(size_t n, size_t width, size_t *start, uint32_t *column)
{
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        start[i] = used;
        if (i >= width)
            column[used++] = (uint32_t)(i - width);
        if (i % width > 0)
            column[used++] = (uint32_t)(i - 1);
        if (i % width < width - 1 && i + 1 < n)
            column[used++] = (uint32_t)(i + 1);
        if (i + width < n)
            column[used++] = (uint32_t)(i + width);
        if (i % 7 == 0 && i + 2 * width < n)
            column[used++] = (uint32_t)(i + 2 * width);
        column[used++] = (uint32_t)i;
    }
    start[n] = used;
    return used;
}

static void multiply(size_t n, const size_t *start, const uint32_t *column, const double *value,
                     const double *x, double *y)
{
    for (size_t i = 0; i < n; i++)
        for (size_t r = 0; r < D; r++) {
            double sum = 0;
            for (size_t b = start[i]; b < start[i + 1]; b++)
                for (size_t c = 0; c < D; c++)
                    sum += value[b * D * D + r * D + c] * x[D * column[b] + c];
            y[D * i + r] = sum;
        }
}

static void random_pattern(size_t n, size_t width)
{
    static size_t start[N + 1];
    static uint32_t column[MOST_BLOCKS];
    static double value[MOST_BLOCKS * D * D], x[N * D], b[N * D], y[N * D];
    static double one[N * D * D], none[N * D * D];
    const struct front_matrix A = {value, one, none};
    struct front_plan plan;
    struct front_lu lu;
    size_t blocks = make_pattern(n, width, start, column);
    for (size_t e = 0; e < blocks * D * D; e++)
        value[e] = random_number();
    for (size_t i = 0; i < n * D; i++)
        one[i * D + i % D] = 1;
    for (size_t i = 0; i < n; i++)
        for (size_t r = 0; r < D; r++)
            value[(start[i + 1] - 1) * D * D + r * (D + 1)] += 12;
    int fine = front_plan_new(&plan, D, n, start, column, NULL) && front_lu_new(&lu, &plan);
    if (!check(fine, "%zu nodes in %zu fronts", n, plan.fronts))
        return;
    size_t pivots = 0, seen[N] = {0}, twice = 0;
    for (size_t f = 0; f < plan.fronts; f++)
        for (size_t k = 0; k < plan.front[f].pivots; k++, pivots++)
            twice += seen[plan.nodes[plan.front[f].nodes + k]]++;
    check(pivots == n && twice == 0 && plan.front[plan.fronts].blocks == blocks,
          "every node and block occurs once");
    for (size_t i = 0; i < n * D; i++)
        x[i] = b[i] = random_number();
    front_lu_factor(&lu, &A, 1e-15);
    front_lu_solve(&lu, x);
    multiply(n, start, column, value, x, y);
    double worst = 0;
    for (size_t i = 0; i < n * D; i++)
        worst = fmax(worst, fabs(y[i] - b[i]));
    check(worst <= 1e-14 && lu.replaced == 0, "residual of A x = b: %.1e", worst);
    memset(value, 0, sizeof value);
    front_lu_factor(&lu, &A, 1e-15);
    check(lu.replaced == n * D && lu.smallest == 0, "a zero matrix has no pivots");
    front_lu_free(&lu);
    front_plan_free(&plan);
}

int main(void)
{
    random_pattern(1, 1);
    random_pattern(9, 3);
    random_pattern(30, 1);
    random_pattern(77, 7);
    random_pattern(N, 10);
    return done();
}
