/* SPDX-License-Identifier: MIT */
/* Constraints that open are contacts without friction: phi >= 0 and multiplier >= 0, one of them 0.
 * One contact problem for all these constraints determines which of them stay closed: first with
 * impulses if a constraint closes, then with forces. The other rows in the problem hold in both
 * directions. */
#include "models/constrained/constrained.h"
#include "num/dense.h"
#include "num/elementary.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>

/* Fraction of the scales of the coordinates. A smaller gap is zero to rounding, because a closed
 * constraint is projected to 1e-16. */
#define LEAST_GAP 1e-13
/* Fraction of all forces. A smaller multiplier is zero to rounding. */
#define LEAST_MULTIPLIER 1e-12
/* Fraction of the sum of the absolute values of the terms. A smaller velocity or acceleration A x -
 * b of a row is zero to rounding. */
#define LEAST_RATE 1e-12

double constrained_least_gap(const struct constrained *c, size_t row)
{
    return LEAST_GAP * c->reach[row];
}

/* Return the limit below which a multiplier is zero to rounding: LEAST_MULTIPLIER of the multiplier
 * that forces of the present size along the row would give, in the metric of the scales of the
 * coordinates. The limit is above 0, so that a constraint stays closed where no force acts. */
double constrained_least_multiplier(const struct constrained *c, size_t row)
{
    size_t n = c->e.n;
    double forces = 0, square = 0;
    for (size_t j = 0; j < n; j++) {
        double a = fabs(c->e.A[row * n + j]) * c->scale[j];
        double inertial = fabs(dense_dot(c->e.M + j * n, c->qdd, n));
        forces += a * c->scale[j] * (fabs(c->e.Q[j]) + fabs(c->e.C[j]) + inertial);
        square += a * a;
    }
    return square > 0 ? num_fmax(LEAST_MULTIPLIER * forces / square, DBL_MIN) : DBL_MIN;
}

/* Return the sum of the absolute values of the terms of A x - b for one row. */
static double terms(const struct constrained *c, size_t row, const double *x, double b)
{
    double sum = fabs(b);
    for (size_t j = 0; j < c->e.n; j++)
        sum += fabs(c->e.A[row * c->e.n + j] * x[j]);
    return sum;
}

/* ---- the contact problem ---- */

static int is_contact(const struct constrained *c, size_t row)
{
    return c->opens[row] > 0;
}

static void list_elements(struct constrained *c)
{
    struct friction_problem *p = &c->friction;
    p->count = p->rows = 0;
    for (size_t i = 0; i < c->e.m; i++) {
        if (!(c->is_used[i] > 0))
            continue;
        int contact = is_contact(c, i);
        p->element[p->count++] =
            (struct friction_element){.set = contact ? FRICTION_CONE : FRICTION_FIRM,
                                      .firm_rows = 1,
                                      .row = p->rows,
                                      .mode = FRICTION_SLIP};
        p->rows += contact ? 3 : 1;
    }
}

/* Set W = A M^-1 A^T of the rows in use. The tangential rows of a contact, which the solver
 * requires, are not coupled to other rows. */
static void fill_problem(struct constrained *c)
{
    struct friction_problem *p = &c->friction;
    size_t n = c->e.n, k = 0;
    list_elements(c);
    memset(c->W, 0, p->rows * p->rows * sizeof *c->W);
    memset(c->q_rows, 0, p->rows * sizeof *c->q_rows);
    for (size_t i = 0; i < c->e.m; i++) {
        if (!(c->is_used[i] > 0))
            continue;
        double *x = c->metric_rows + k * n;
        size_t row = p->element[k].row;
        memcpy(x, c->e.A + i * n, n * sizeof *x);
        dense_forward(c->upper, n, n, x);
        for (size_t l = 0; l <= k; l++) {
            size_t other = p->element[l].row;
            double w = dense_dot(x, c->metric_rows + l * n, n);
            c->W[row * p->rows + other] = c->W[other * p->rows + row] = w;
        }
        double *own = c->W + row * (p->rows + 1);
        for (size_t l = 1; is_contact(c, i) && l < 3; l++)
            own[l * (p->rows + 1)] = *own;
        *own *= 1 + c->give[i];
        c->q_rows[row] = c->w[i];
        k++;
    }
    p->W = c->W;
    p->q = c->q_rows;
    p->interrupt = c->view->interrupt;
    p->cones = c->view->workspace;
}

/* Solve the problem of the rows in use, where c->w holds their velocities or accelerations without
 * forces. c->force and c->outcome are set to 0 for the other rows. */
static int32_t solve_problem(struct constrained *c)
{
    struct friction_problem *p = &c->friction;
    fill_problem(c);
    int32_t status = p->rows > 0 ? friction_solve(p) : WD_OK;
    for (size_t i = 0, k = 0; i < c->e.m; i++) {
        int used = c->is_used[i] > 0;
        c->force[i] = used && status == WD_OK ? p->r[p->element[k].row] : 0;
        c->outcome[i] = used && status == WD_OK ? p->u[p->element[k].row] : 0;
        k += used ? 1 : 0;
    }
    if (status == WD_ENOSOL || status == WD_ENOCONV)
        *c->view->why = "no set of open and closed constraints is consistent with the others";
    return status;
}

static int32_t factor_mass(struct constrained *c)
{
    size_t n = c->e.n;
    memcpy(c->upper, c->e.M, n * n * sizeof *c->upper);
    if (dense_cholesky(c->upper, n))
        return WD_OK;
    *c->view->why = "M is not positive definite";
    return WD_ESINGULAR;
}

/* Compute, in qdd, the accelerations without constraint forces. */
static void accelerate_freely(struct constrained *c)
{
    size_t n = c->e.n;
    for (size_t j = 0; j < n; j++)
        c->qdd[j] = c->e.Q[j] + c->e.C[j];
    dense_forward(c->upper, n, n, c->qdd);
    dense_backward(c->upper, n, n, c->qdd);
}

/* ---- velocities ---- */

/* Compute for each constraint the opening speed up to which collide() keeps it closed and leaves
 * the decision to hold(): at such a speed the forces that press the contact would close it again
 * before its gap is above rounding. Without this limit, infinitely many impacts of decreasing speed
 * could follow in a finite time, as with a rocking block. */
static void find_slow_speeds(struct constrained *c)
{
    accelerate_freely(c);
    for (size_t i = 0; i < c->e.m; i++) {
        /* a bound of the acceleration, whatever its sign */
        double acceleration = terms(c, i, c->qdd, c->e.b[i]);
        c->slow[i] = num_fmax(LEAST_RATE * c->reach_rate[i],
                              sqrt(2 * constrained_least_gap(c, i) * acceleration));
    }
}

/* Apply the impulses: make the least change of velocities that satisfies the rows with impulses. */
static int32_t apply_impulses(struct constrained *c, double *energy)
{
    size_t n = c->e.n;
    double work = 0, gain = 0;
    for (size_t i = 0; i < c->e.m; i++) {
        c->impulse[i] = c->force[i];
        work += c->force[i] * c->e.c[i];
        c->right[i] = -c->rate[i];
        if (!(c->is_used[i] > 0) || (is_contact(c, i) && !(c->force[i] > 0)))
            constrained_drop_row(c, i);
    }
    int32_t status = constrained_least_change(c, CONSTRAINED_UNBOUNDED);
    if (status != WD_OK)
        return status;
    for (size_t j = 0; j < n; j++)
        gain += dense_dot(c->e.M + j * n, c->qdd, n) * (c->v[j] + 0.5 * c->qdd[j]);
    dense_add(c->v, 1, c->qdd, n);
    energy[0] += work;
    energy[1] += work - gain;
    return WD_OK;
}

/* Compute and apply impulses without restitution: A v - c becomes 0 along bilateral rows and >= 0
 * along contacts. A contact opens if its speed is above its limit c->slow. */
static int32_t collide(struct constrained *c, double *energy)
{
    int32_t status = factor_mass(c);
    for (size_t i = 0; i < c->e.m; i++) {
        c->is_used[i] = constrained_is_kept(c, i) && constrained_row_acts(c, i);
        c->w[i] = c->rate[i];
        c->give[i] = 0;
    }
    if (status == WD_OK) {
        find_slow_speeds(c);
        status = solve_problem(c);
    }
    if (status == WD_OK)
        status = apply_impulses(c, energy);
    for (size_t i = 0; status == WD_OK && i < c->e.m; i++)
        if (is_contact(c, i) && c->is_used[i] > 0 && c->outcome[i] > c->slow[i])
            c->is_open[i] = 1;
    return status;
}

/* ---- accelerations ---- */

/* Set the acceleration along each row without constraint forces, and the compliance of the row, so
 * that the contact problem gives the forces of solver.form: M dv/dt = Q + C + A^T lambda with, for
 * independent rows,
 *     A dv/dt - b = 0                                      moore_penrose, weighted
 *     G lambda = N (b - A aC)                              seminorm
 *     A dv/dt - b + (1 - N)/N diag(G) lambda = 0           relaxed
 * where aC = M^-1 (Q + C) and G = A M^-1 A^T. Rows with N = 0 have no force, except in the first
 * case. */
static void pose_accelerations(struct constrained *c)
{
    size_t n = c->e.n;
    double form = ((const struct constrained_solver *)c->view->solver)->form;
    accelerate_freely(c);
    for (size_t i = 0; i < c->e.m; i++) {
        double N = c->e.N[i], *row = c->e.A + i * n;
        c->is_used[i] = constrained_row_acts(c, i) && (form == WD_UK_MOORE_PENROSE || N > 0);
        c->w[i] = dense_dot(row, c->qdd, n) - constrained_right(c, i);
        if (form == WD_UK_SEMINORM)
            c->w[i] *= N;
        c->give[i] = form == WD_UK_RELAXED && N > 0 ? (1 - N) / N : 0;
    }
}

/* With dependent rows the multipliers of least norm may differ in sign from the contact forces. If
 * one of them is negative, contacts without a force open: for the remaining rows the multipliers of
 * least norm equal the contact forces. */
static int32_t release_idle(struct constrained *c)
{
    int pulls = 0;
    int32_t status = constrained_fill(c);
    if (status == WD_OK)
        status = constrained_solve(c);
    if (status == WD_OK)
        status = constrained_multipliers(c);
    for (size_t i = 0; status == WD_OK && i < c->e.m; i++)
        pulls |= is_contact(c, i) && !(c->is_open[i] > 0) && constrained_row_acts(c, i) &&
                 c->multiplier[i] + constrained_least_multiplier(c, i) < 0;
    for (size_t i = 0; status == WD_OK && pulls && i < c->e.m; i++)
        if (is_contact(c, i) && c->is_used[i] > 0 && !(c->force[i] > 0))
            c->is_open[i] = 1;
    return status;
}

/* Solve for forces. A contact without a force opens if it accelerates away, or if the event was its
 * multiplier becoming 0 (c->released). */
static int32_t hold(struct constrained *c)
{
    int32_t status = constrained_fill(c);
    if (status == WD_OK)
        status = factor_mass(c);
    if (status == WD_OK) {
        pose_accelerations(c);
        status = solve_problem(c);
    }
    for (size_t i = 0; status == WD_OK && i < c->e.m; i++) {
        if (!is_contact(c, i) || !(c->is_used[i] > 0) || c->force[i] > 0)
            continue;
        int away = c->outcome[i] > LEAST_RATE * terms(c, i, c->qdd, constrained_right(c, i));
        if (away || c->released[i] > 0)
            c->is_open[i] = 1;
    }
    return status == WD_OK ? release_idle(c) : status;
}

/* ---- events ---- */

/* Close the open constraints that touch and do not separate, for the problems that follow. Returns
 * 1 if a closed constraint has an approaching velocity. */
static int close_touching(struct constrained *c)
{
    int approaches = 0;
    for (size_t i = 0; i < c->e.m; i++) {
        if (!is_contact(c, i))
            continue;
        double least = LEAST_RATE * c->reach_rate[i];
        int touches = c->e.phi[i] <= constrained_least_gap(c, i) && c->rate[i] <= least;
        if (c->is_open[i] > 0 && touches)
            c->is_open[i] = 0;
        approaches |= !(c->is_open[i] > 0) && c->rate[i] < -least;
    }
    return approaches;
}

int32_t constrained_settle(struct constrained *c, double *energy)
{
    memset(c->impulse, 0, c->e.m * sizeof *c->impulse);
    int32_t status = constrained_fill(c);
    int approaches = status == WD_OK && close_touching(c);
    if (approaches) {
        status = constrained_fill(c);
        if (status == WD_OK)
            status = collide(c, energy);
    }
    if (status == WD_OK)
        status = hold(c);
    return status == WD_OK && approaches ? constrained_project_velocities(c) : status;
}

/* ---- the start ---- */

/* Project the positions. Constraints that close thereby are projected, too. */
static int32_t place(struct constrained *c)
{
    int32_t status = WD_OK;
    for (size_t tries = 0, closed = 1; status == WD_OK && closed > 0 && tries <= c->e.m; tries++) {
        closed = 0;
        status = constrained_project_positions(c);
        if (status == WD_OK)
            status = constrained_fill(c);
        for (size_t i = 0; status == WD_OK && i < c->e.m; i++)
            if (c->is_open[i] > 0 && c->e.phi[i] <= -constrained_least_gap(c, i)) {
                c->is_open[i] = 0;
                closed++;
            }
    }
    return status;
}

/* Set which constraints are open, and project the start values. */
static int32_t begin(struct constrained *c)
{
    double energy[KIND_ENERGIES] = {0, 0};
    size_t contacts = 0;
    int32_t status = constrained_fill(c);
    memset(c->released, 0, c->e.m * sizeof *c->released);
    for (size_t i = 0; status == WD_OK && i < c->e.m; i++) {
        contacts += is_contact(c, i) ? 1 : 0;
        c->is_open[i] = is_contact(c, i) && c->e.phi[i] > constrained_least_gap(c, i);
    }
    if (status == WD_OK)
        status = place(c);
    if (status != WD_OK || contacts == 0)
        return status == WD_OK ? constrained_project_velocities(c) : status;
    status = constrained_fill(c);
    if (status == WD_OK)
        status = collide(c, energy);
    if (status == WD_OK)
        status = hold(c);
    return status == WD_OK ? constrained_project_velocities(c) : status;
}

int32_t constrained_start(struct motion *motion)
{
    const struct view *view = motion->view;
    const struct kind *kind = view->kind;
    int64_t *mode = (int64_t *)(void *)(motion->y + kind->states + KIND_ENERGIES + kind->extras);
    struct constrained c;
    memcpy(motion->y, view->init, kind->inits * sizeof *motion->y);
    constrained_open(view, motion->y, &c);
    int32_t status = c.e.m > 0 ? begin(&c) : WD_OK;
    if (status == WD_OK)
        constrained_put(&c, motion->y);
    for (size_t i = 0, row = 0; status == WD_OK && i < kind->part_count; i++)
        if (kind->parts[i]->type == &kind->part_types[CONSTRAINED_CONSTRAINT])
            mode[kind->parts[i]->at.modes] = c.is_open[row++] > 0;
    if (status < 0 && *view->why)
        motion->why = *view->why;
    return status == WD_ENOCONV ? WD_EDOMAIN : status;
}
