/* SPDX-License-Identifier: MIT */
/* One solver of lib/num/contact_full.h for problems of different sizes gives the results of a
 * solver that is made for the size of each problem (lib/num/contact.h). */
#include "random.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

#include "num/contact.h"
#include "num/contact_full.h"

enum { D = 3, MOST = 30, ROWS = D * MOST, BODIES = 12, PROBLEMS = 60 };

/* Largest number of contacts for which solve_alone() keeps the order of the unknowns
 * (DENSE in num/front_analysis.c), so that both solvers give the same bits. */
enum { SAME_ORDER = 20 };

static double W[ROWS * ROWS], q[ROWS], mu[MOST];

/* Draw W = J J^T + 0.1 I, where J J^T has at most the rank BODIES, with q and mu. */
static void random_problem(size_t n)
{
    static double J[ROWS][BODIES];
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < BODIES; k++)
            J[i][k] = uniform(-1, 1);
        q[i] = uniform(-1, 1);
        mu[i / D] = uniform(0, 1);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            W[i * n + j] = i == j ? 0.1 : 0;
            for (size_t k = 0; k < BODIES; k++)
                W[i * n + j] += J[i][k] * J[j][k];
        }
}

static enum contact_outcome solve(struct contact *s, double *r, double *u)
{
    s->tolerance = 1e-12;
    s->max_steps = 1000;
    if (contact_values(s, W) != s->count || !contact_problem(s, mu, q))
        return CONTACT_UNSOLVED;
    enum contact_outcome outcome = contact_solve(s, 0);
    contact_result(s, r, u);
    return outcome;
}

static enum contact_outcome solve_alone(size_t count, double *r, double *u)
{
    static size_t start[ROWS + 1];
    static uint32_t column[ROWS * ROWS];
    struct contact s;
    size_t n = D * count;
    for (size_t e = 0; e < n * n; e++)
        column[e] = (uint32_t)(e % n);
    for (size_t i = 0; i <= n; i++)
        start[i] = i * n;
    if (!contact_new(&s, D, count) || !contact_pattern(&s, start, column))
        exit(99);
    enum contact_outcome outcome = solve(&s, r, u);
    contact_free(&s);
    return outcome;
}

static double largest_difference(const double *a, const double *b, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

int main(void)
{
    static double r[2][ROWS], u[2][ROWS];
    struct contact s;
    int solved = 0, few = 0, same = 0;
    double most = 0;
    double *factor = calloc(contact_full_factor(D, MOST), sizeof *factor);
    if (!contact_full_new(&s, D, MOST) || !factor)
        exit(99);
    for (int k = 0; k < PROBLEMS; k++) {
        size_t count = (size_t)uniform(1, MOST + 1), n = D * count, bytes = n * sizeof(double);
        random_problem(n);
        contact_full_use(&s, count, factor);
        enum contact_outcome one = solve(&s, r[0], u[0]), alone = solve_alone(count, r[1], u[1]);
        solved += one == CONTACT_SOLVED && alone == CONTACT_SOLVED;
        most = fmax(most, largest_difference(u[0], u[1], n));
        few += count <= SAME_ORDER;
        same +=
            count <= SAME_ORDER && memcmp(r[0], r[1], bytes) == 0 && memcmp(u[0], u[1], bytes) == 0;
    }
    check(solved == PROBLEMS, "%d of %d problems are solved by both solvers", solved, PROBLEMS);
    check(same == few, "%d of %d results for few contacts have the same bits", same, few);
    check(most < 1e-12, "velocities differ by at most %.2g", most);
    contact_free(&s);
    free(factor);
    return done();
}
