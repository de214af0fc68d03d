/* SPDX-License-Identifier: MIT */
/* Constraint forces for which the rows C do not accelerate: (C M^-1 P) x = -(C M^-1 f + g), where f
 * are the applied loads and g the convective terms of the rows. P = C^T except for slipping wheels,
 * whose friction is part of the column of their normal force. linkage_balance() finds one such x.
 * Rows are scaled as in linkage_rank(). linkage_distribute.c distributes forces that are statically
 * indeterminate. */
#include "mech/linkage_parts.h"
#include "mech/linkage_pose.h"
#include "mech/linkage_solver.h"

#include <wheeldyn/wheeldyn.h>

#include "num/dense.h"
#include "num/invariant.h"
#include "num/lu.h"

/* Lay out the solver in work->solver, for the active rows of linkage_rank(). Values that an earlier
 * solver of the same rows has left there, such as the factors, are kept. */
static struct linkage_solver lay_out_solver(const struct linkage *linkage,
                                            const struct linkage_hold *hold,
                                            const struct linkage_work *work)
{
    struct linkage_solver s = {.linkage = linkage, .hold = hold, .work = work};
    size_t n = s.n = work->active, rows = work->rows;
    s.rank = work->rank;
    s.more = linkage_dependences(linkage, work);
    s.x = work->solver;
    s.compliance = s.x + rows;
    s.product = s.compliance + rows;
    s.load = s.product + rows;
    s.pivot = (size_t *)(void *)(s.load + rows);
    s.lu = s.load + 2 * rows;
    for (size_t c = 0; c < work->contacts; c++)
        if (hold->contact[c].mode == LINKAGE_SLIP) {
            s.slips = 1;
            s.rubs |= hold->contact[c].mu != 0;
        }
    s.right = s.rubs ? s.lu + s.rank * s.rank : s.lu;
    s.left = s.rubs ? s.right + s.more * n : s.right;
    invariant(s.left + s.more * n <= work->solver + linkage_solver_doubles(linkage));
    return s;
}

/* ---- a particular solution ---- */

/* Factorise C M^-1 P of the independent rows for slipping wheels with friction; 0 if it is
 * singular. Without them linkage_rank() has factorised it. */
static int factor_with_friction(struct linkage_solver *s)
{
    for (size_t i = 0; i < s->rank; i++)
        for (size_t j = 0; j < s->rank; j++)
            s->lu[i * s->rank + j] = linkage_entry(s, i, j);
    interrupted(s->work->interrupt, s->rank * s->rank * (8 + s->rank / 4));
    return lu_factor(s->lu, s->rank, s->pivot);
}

/* x := (C M^-1 P)^-1 x for the independent rows and columns. */
static void solve(const struct linkage_solver *s, double *x)
{
    if (s->rubs)
        lu_solve(s->lu, s->rank, s->pivot, x);
    else
        linkage_solve_rows(s->work, x);
}

/* ---- solutions ---- */

/* Write scaled forces x to the forces along all rows, with the friction of slipping wheels. */
static void write_forces(const struct linkage_solver *s, const double *x, double *force)
{
    const struct linkage_work *work = s->work;
    for (size_t i = 0; i < work->rows; i++)
        force[i] = 0;
    for (size_t i = 0; i < s->n; i++) {
        size_t row = work->order[i];
        const struct linkage_grip *grip = linkage_grip_of(s, row);
        force[row] = x[i] * work->scale[i];
        if (!grip || grip->mode != LINKAGE_SLIP)
            continue;
        force[row + 1] = -grip->mu * grip->direction[0] * force[row];
        force[row + 2] = -grip->mu * grip->direction[1] * force[row];
    }
}

int32_t linkage_balance(const struct linkage *linkage, const struct linkage_hold *hold,
                        struct linkage_work *work, double *force)
{
    if (interrupt_stopped(work->interrupt))
        return WD_EINTERRUPT;
    int32_t status = linkage_rank(linkage, hold, work);
    if (status != WD_OK)
        return status;
    struct linkage_solver s = lay_out_solver(linkage, hold, work);
    if (s.rubs && !factor_with_friction(&s))
        return WD_ESINGULAR;
    for (size_t i = 0; i < s.n; i++)
        s.x[i] = i < s.rank ? -work->free[work->order[i]] * work->scale[i] : 0;
    solve(&s, s.x);
    work->settled = s.more;
    if (s.rubs && s.more > 0)
        work->settled = linkage_distribute(&s);
    write_forces(&s, s.x, force);
    return WD_OK;
}

void linkage_answer(const struct linkage *linkage, const struct linkage_hold *hold,
                    const struct linkage_work *work, const double *given, double *force)
{
    struct linkage_solver s = lay_out_solver(linkage, hold, work);
    interrupted(work->interrupt, s.rank * (work->rows + s.rank));
    for (size_t i = 0; i < s.n; i++)
        s.x[i] = i < s.rank
                     ? -dense_dot(work->matrix + work->order[i] * work->rows, given, work->rows) *
                           work->scale[i]
                     : 0;
    solve(&s, s.x);
    if (s.more > 0)
        linkage_distribute(&s);
    write_forces(&s, s.x, force);
    dense_add(force, 1, given, work->rows);
}

void linkage_share(const struct linkage *linkage, const struct linkage_hold *hold,
                   struct linkage_work *work, double *force)
{
    struct linkage_solver s = lay_out_solver(linkage, hold, work);
    if (s.more == 0 || s.rubs || linkage_pose_recall_forces(work, force))
        return;
    work->settled = linkage_distribute(&s);
    write_forces(&s, s.x, force);
    if (s.is_least)
        linkage_pose_keep_forces(work, force);
}

int linkage_spread(const struct linkage *linkage, const struct linkage_hold *hold,
                   struct linkage_work *work, double *force)
{
    struct linkage_solver s = lay_out_solver(linkage, hold, work);
    if (s.more == 0 || (s.rubs && !factor_with_friction(&s)))
        return 0;
    for (size_t i = 0; i < s.n; i++)
        s.x[i] = force[work->order[i]] / work->scale[i];
    work->settled = linkage_distribute(&s);
    write_forces(&s, s.x, force);
    return 1;
}

void linkage_sharing(const struct linkage *linkage, const struct linkage_hold *hold,
                     const struct linkage_work *work, size_t k, double *force)
{
    struct linkage_solver s = lay_out_solver(linkage, hold, work);
    write_forces(&s, linkage_null_vector(&s, k), force);
}

int32_t linkage_solve(const struct linkage *linkage, const struct linkage_hold *hold,
                      struct linkage_work *work, double *force)
{
    int32_t status = linkage_balance(linkage, hold, work, force);
    if (status == WD_OK)
        linkage_share(linkage, hold, work, force);
    return status;
}
