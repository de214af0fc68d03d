/* SPDX-License-Identifier: MIT */
/* Contact solvers of fixed sizes; a problem with fewer contacts is padded. */
#include "models/impact_wheel/law_proximal.h"
#include "models/impact_wheel/rounding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

#include "num/contact.h"
#include "num/dense.h"
#include "num/elementary.h"

/* Largest ratio of forces to loads, both as the solver has scaled them. A wheel with a larger ratio
 * counts as jammed, because too many digits are lost. */
#define LARGEST 1e6

/* Largest allowed ratio of the diagonal entries of W. With larger ratios, for example for a wheel
 * whose mass is concentrated in its axle, rounding makes directions look rigid and forces grow
 * without bound. */
#define SPREAD 1e8

/* Solvers for 2, 4 and 8 contacts with constant sparsity patterns. A padding contact has an
 * identity block and no load. */
enum { SIZES = 3 };
_Static_assert(2 << (SIZES - 1) == LAW_CONTACTS, "the largest solver has LAW_CONTACTS contacts");

struct workspace {
    struct contact solver[SIZES];
};

static int open_solver(struct contact *solver, size_t n)
{
    size_t row_start[2 * LAW_CONTACTS + 1], rows = 2 * n;
    uint32_t column[4 * LAW_CONTACTS * LAW_CONTACTS];
    for (size_t k = 0; k < rows * rows; k++)
        column[k] = (uint32_t)(k % rows);
    for (size_t k = 0; k <= rows; k++)
        row_start[k] = k * rows;
    int opened = contact_new(solver, 2, n) && contact_pattern(solver, row_start, column);
    solver->tolerance = ROUNDING_CONVERGED; /* below rounding: iterate as far as possible */
    solver->max_steps = LAW_SOLVER_STEPS;
    return opened;
}

void *law_proximal_new(const struct kind *kind)
{
    (void)kind;
    struct workspace *workspace = calloc(1, sizeof *workspace);
    for (size_t k = 0; workspace && k < SIZES; k++)
        if (!open_solver(&workspace->solver[k], (size_t)2 << k)) {
            law_proximal_free(workspace);
            workspace = NULL;
        }
    return workspace;
}

void law_proximal_free(void *memory)
{
    struct workspace *workspace = memory;
    for (size_t k = 0; workspace && k < SIZES; k++)
        contact_free(&workspace->solver[k]);
    free(workspace);
}

static int too_far_apart(size_t n, const double *W)
{
    double smallest = INFINITY, largest = 0;
    for (size_t i = 0; i < 2 * n; i++) {
        smallest = num_fmin(smallest, W[i * (2 * n + 1)]);
        largest = num_fmax(largest, W[i * (2 * n + 1)]);
    }
    return !(largest <= SPREAD * smallest);
}

/* Copy the problem into a padded one. Returns 0 if its numbers are too large for the solver. */
static int set_problem(struct contact *solver, size_t n, const double *W, const double *q,
                       const double *mu)
{
    double all_W[4 * LAW_CONTACTS * LAW_CONTACTS] = {0};
    double all_q[2 * LAW_CONTACTS] = {0}, all_mu[LAW_CONTACTS] = {0};
    for (size_t i = 0; i < solver->n; i++)
        if (i < 2 * n)
            memcpy(all_W + i * solver->n, W + i * 2 * n, 2 * n * sizeof *W);
        else
            all_W[i * (solver->n + 1)] = 1;
    memcpy(all_q, q, 2 * n * sizeof *q);
    memcpy(all_mu, mu, n * sizeof *mu);
    return contact_values(solver, all_W) == solver->count && contact_problem(solver, all_mu, all_q);
}

static int32_t explain(struct law_proximal *call, enum contact_outcome outcome)
{
    switch (outcome) {
    case CONTACT_SOLVED:
        return WD_OK;
    case CONTACT_UNSOLVED:
        call->why = "the contact solver did not converge";
        return WD_ENOCONV;
    case CONTACT_INFEASIBLE:
        call->why = "the contacts have no solution: no forces keep them from penetrating";
        return WD_ENOSOL;
    default:
        call->why =
            "the contacts have no solution: jammed, no finite forces obey the law of friction";
        return WD_ENOSOL;
    }
}

int32_t law_proximal_solve(struct law_proximal *call, size_t n, const double *W, const double *q,
                           const double *mu, double *r)
{
    struct workspace *workspace = call->workspace;
    struct contact *solver = workspace->solver;
    double all[2 * LAW_CONTACTS];
    call->calls++;
    while (solver->count < n)
        solver++;
    if (too_far_apart(n, W) || !set_problem(solver, n, W, q, mu)) {
        call->why = "inertias, velocities or accelerations at the contacts are too large, too "
                    "small or too different for the contact solver";
        return WD_ENOCONV;
    }
    contact_heed(solver, call->interrupt);
    enum contact_outcome outcome = contact_solve(solver, 0);
    if (outcome == CONTACT_SOLVED && !(dense_largest(solver->r, solver->n) <= LARGEST))
        outcome = CONTACT_JAMMED;
    call->factorisations += solver->steps;
    call->steps += (double)(solver->steps + solver->sweeps);
    call->residual = num_fmax(call->residual, solver->residual);
    contact_result(solver, all, NULL);
    memcpy(r, all, 2 * n * sizeof *r);
    return interrupt_stopped(call->interrupt) ? WD_EINTERRUPT : explain(call, outcome);
}
