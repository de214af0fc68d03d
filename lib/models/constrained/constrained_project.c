/* SPDX-License-Identifier: MIT */
/* Projection onto the constraints: positions onto the holonomic ones, then velocities onto all,
 * each with the least change in the metric of the mass matrix. Relaxed rows are not projected. */
#include "models/constrained/constrained.h"
#include "num/elementary.h"
#include "num/interrupt.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>

/* Limit of a Newton change, in units of the scales. The iteration converges quadratically: after a
 * change below CLOSE the remaining error is below rounding. */
#define CLOSE 1e-9
enum { MOST_ITERATIONS = 30 };

/* Allowed remaining violation of contradictory constraints, relative to the change that the scales
 * of the coordinates would cause. */
#define CONTRADICTS 1e-9

int32_t constrained_least_change(struct constrained *c, int order)
{
    constrained_bound_rounding(c, order);
    memset(c->Qi, 0, c->e.n * sizeof *c->Qi);
    constrained_limit_rank(c, 0);
    int32_t status = uk_solve(&c->uk, c->e.M, c->Qi, c->e.A, c->right, NULL, NULL,
                              WD_UK_MOORE_PENROSE, c->qdd, NULL, NULL);
    if (status != WD_OK)
        *c->view->why = status == WD_ESINGULAR
                            ? "M is not positive definite"
                            : "the projection onto the constraints is not finite";
    return status;
}

int constrained_is_kept(const struct constrained *c, size_t i)
{
    return !(c->is_open[i] > 0) && c->relax[i] >= 1 && c->e.N[i] >= 1;
}

void constrained_drop_row(struct constrained *c, size_t i)
{
    memset(c->e.A + i * c->e.n, 0, c->e.n * sizeof *c->e.A);
    c->right[i] = 0;
}

/* Return the largest violation, relative to the change that the scales of the coordinates would
 * cause. */
static double violation(const struct constrained *c)
{
    double worst = 0;
    for (size_t i = 0; i < c->e.m; i++) {
        double reach = 0;
        for (size_t j = 0; j < c->e.n; j++)
            reach += fabs(c->e.A[i * c->e.n + j]) * c->scale[j];
        if (reach > 0)
            worst = num_fmax(worst, fabs(c->right[i]) / reach);
    }
    return worst;
}

/* Make one Newton step. *change: the largest change in units of the scales. */
static int32_t move(struct constrained *c, double *change)
{
    int32_t status = constrained_fill(c);
    for (size_t i = 0; i < c->e.m; i++) {
        c->right[i] = -c->e.phi[i];
        if (!(c->holonomic[i] > 0) || !constrained_is_kept(c, i))
            constrained_drop_row(c, i);
    }
    if (status == WD_OK)
        status = constrained_least_change(c, CONSTRAINED_POSITIONS);
    *change = 0;
    for (size_t j = 0; status == WD_OK && j < c->e.n; j++) {
        c->q[j] += c->qdd[j];
        *change = num_fmax(*change, fabs(c->qdd[j]) / c->scale[j]);
    }
    return status;
}

/* True if a row may hold positions, as far as this is known without a call of the user's functions.
 */
static int holds_positions(const struct constrained *c)
{
    for (size_t i = 0; i < c->e.m; i++)
        if (c->holonomic[i] > 0 && c->relax[i] >= 1 && !(c->is_open[i] > 0))
            return 1;
    return 0;
}

int32_t constrained_project_positions(struct constrained *c)
{
    double change = INFINITY;
    if (!holds_positions(c))
        return WD_OK;
    for (int i = 0; i < MOST_ITERATIONS && change > CLOSE; i++) {
        int32_t status = move(c, &change);
        if (status != WD_OK)
            return status;
    }
    if (change <= CLOSE && violation(c) <= CONTRADICTS + change)
        return WD_OK;
    *c->view->why = "holonomic constraints contradict each other, or their projection diverges";
    return WD_ENOCONV;
}

int32_t constrained_project_velocities(struct constrained *c)
{
    int32_t status = constrained_fill(c);
    for (size_t i = 0; status == WD_OK && i < c->e.m; i++) {
        c->right[i] = -c->rate[i];
        if (!constrained_is_kept(c, i))
            constrained_drop_row(c, i);
    }
    if (status == WD_OK)
        status = constrained_least_change(c, CONSTRAINED_VELOCITIES);
    for (size_t j = 0; status == WD_OK && j < c->e.n; j++)
        c->v[j] += c->qdd[j];
    return status;
}

void constrained_put(const struct constrained *c, double *y)
{
    const struct kind *kind = c->view->kind;
    size_t n = 0;
    for (size_t i = 0; i < kind->part_count; i++) {
        const struct part *part = kind->parts[i];
        if (part->type != &kind->part_types[CONSTRAINED_COORDINATE])
            continue;
        y[part->at.states] = c->q[n];
        y[part->at.states + 1] = c->v[n++];
    }
}

int32_t constrained_project(const struct view *view, double *y)
{
    struct constrained c;
    constrained_open(view, y, &c);
    if (c.e.m == 0)
        return WD_OK;
    int32_t status = constrained_project_positions(&c);
    if (status == WD_OK)
        status = constrained_project_velocities(&c);
    if (status == WD_OK)
        constrained_put(&c, y);
    return status;
}

/* ---- the part of an error that the projection leaves ---- */

/* Split an error into two parts: `error` becomes the part along the constraints whose rows have not
 * been dropped, `normal` the part normal to these. */
static int32_t split_error(struct constrained *c, double *error, double *normal)
{
    size_t n = c->e.n;
    for (size_t i = 0; i < c->e.m; i++) {
        c->right[i] = 0;
        for (size_t j = 0; j < n; j++)
            c->right[i] += c->e.A[i * n + j] * error[j];
    }
    int32_t status = constrained_least_change(c, CONSTRAINED_UNBOUNDED);
    for (size_t j = 0; status == WD_OK && j < n; j++) {
        normal[j] = c->qdd[j];
        error[j] -= normal[j];
    }
    return status;
}

/* Split the errors of positions and of velocities. *dependent: true if the rows of one of the two
 * splits are nearly dependent. */
static int32_t split_errors(struct constrained *c, int *dependent)
{
    for (size_t i = 0; i < c->e.m; i++)
        if (!constrained_is_kept(c, i))
            constrained_drop_row(c, i);
    int32_t status = split_error(c, c->ev, c->nv);
    *dependent = geninv_nearly_dependent(&c->uk.inverse);
    for (size_t i = 0; i < c->e.m; i++)
        if (!(c->holonomic[i] > 0))
            constrained_drop_row(c, i);
    if (status == WD_OK)
        status = split_error(c, c->eq, c->nq);
    *dependent = *dependent || geninv_nearly_dependent(&c->uk.inverse);
    return status;
}

/* Add a bound of the second-order remainder to the error. The projection removes the normal part to
 * first order only, because the constraints are curved; the bound takes `scale` as their radius of
 * curvature. */
static void add_second_order(struct constrained *c)
{
    double bend = 0;
    for (size_t j = 0; j < c->e.n; j++)
        bend = num_fmax(bend, fabs(c->nq[j]) / c->scale[j]);
    for (size_t j = 0; j < c->e.n; j++) {
        c->eq[j] = fabs(c->eq[j]) + bend * bend * c->scale[j];
        c->ev[j] = fabs(c->ev[j]) + bend * (bend * fabs(c->v[j]) + fabs(c->nv[j]));
    }
}

static struct coordinate_state *coordinate_of(const struct kind *kind, size_t i, double *y)
{
    const struct part *part = kind->parts[i];
    int is_coordinate = part->type == &kind->part_types[CONSTRAINED_COORDINATE];
    return is_coordinate ? (void *)(y + part->at.states) : NULL;
}

/* Change the error estimate of a step to the part that the projection leaves, if rows are nearly
 * dependent. If the rows are well conditioned, the estimate is unchanged, so that the step is
 * rejected: the normal part is then an error of the method, which a shorter step reduces. The
 * estimate is also unchanged if the projection has no finite result. */
int32_t constrained_project_error(const struct view *view, const double *y, double *error)
{
    const struct kind *kind = view->kind;
    struct constrained c;
    size_t n = 0, k = 0;
    int dependent;
    constrained_open(view, y, &c);
    int32_t status = c.e.m > 0 ? constrained_fill(&c) : WD_OK;
    if (status != WD_OK || c.e.m == 0)
        return status;
    for (size_t i = 0; i < kind->part_count; i++) {
        const struct coordinate_state *from = coordinate_of(kind, i, error);
        if (from)
            c.eq[n] = from->q, c.ev[n++] = from->v;
    }
    status = split_errors(&c, &dependent);
    if (status != WD_OK || !dependent)
        return interrupt_stopped(view->interrupt) ? WD_EINTERRUPT : WD_OK;
    add_second_order(&c);
    for (size_t i = 0; i < kind->part_count; i++) {
        struct coordinate_state *to = coordinate_of(kind, i, error);
        if (to)
            to->q = c.eq[k], to->v = c.ev[k++];
    }
    return WD_OK;
}
