/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "models/impact_wheel/proximal.h"

#include <math.h>
#include <stdlib.h>
#include <wheeldyn/wheeldyn.h>

#include "num/contact.h"

/* Beyond what rounding allows, so that the solver goes as far as it does. */
#define TOLERANCE 1e-15

enum { STEPS = 1000 };

/* One solver for each number of contacts, so that no pattern ever changes. */
struct workspace {
    struct contact solver[LAW_CONTACTS];
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
    solver->tolerance = TOLERANCE;
    solver->max_steps = STEPS;
    return opened;
}

void *proximal_new(void)
{
    struct workspace *workspace = calloc(1, sizeof *workspace);
    for (size_t n = 1; workspace && n <= LAW_CONTACTS; n++)
        if (!open_solver(&workspace->solver[n - 1], n)) {
            proximal_free(workspace);
            workspace = NULL;
        }
    return workspace;
}

void proximal_free(void *memory)
{
    struct workspace *workspace = memory;
    for (size_t n = 1; workspace && n <= LAW_CONTACTS; n++)
        contact_free(&workspace->solver[n - 1]);
    free(workspace);
}

static int32_t explain(struct proximal *call, enum contact_outcome outcome)
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
        call->why = "the contacts have no solution: jammed, their forces grow without bound";
        return WD_ENOSOL;
    }
}

int32_t proximal_solve(void *user, size_t n, const double *W, const double *q, const double *mu,
                       double *r)
{
    struct proximal *call = user;
    struct contact *solver = &((struct workspace *)call->workspace)->solver[n - 1];
    if (contact_values(solver, W) < n || !contact_problem(solver, mu, q)) {
        call->why = "the numbers of the contacts are too large";
        return WD_ENOCONV;
    }
    enum contact_outcome outcome = contact_solve(solver, 0);
    call->steps += (double)(solver->steps + solver->sweeps);
    call->residual = fmax(call->residual, solver->residual);
    contact_result(solver, r, NULL);
    return explain(call, outcome);
}
