/* SPDX-License-Identifier: MIT */
/* Which ways are tried one after the other, and what is made of those that run away. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "num/contact.h"
#include "num/contact_cone.h"
#include "num/dense.h"
#include "num/elementary.h"

/* Sweeps from zero */
static void start_afresh(struct contact *s)
{
    memset(s->r, 0, s->n * sizeof *s->r);
    for (int k = 0; k < 10; k++)
        contact_sweep(s, 0, NULL, k % 2, s->r);
}

static const struct contact_start starts[] = {
    {100, 0.1, 1e-3, 1e-10}, {100, 0.3, 10, 1e-6},  {100, 0.3, 0.1, 1e-6},
    {100, 0.3, 1e-3, 1e-10}, {1000, 0.3, 10, 1e-6}, {10, 0.2, 0.1, 1e-8},
};

enum {
    STARTS = sizeof starts / sizeof *starts,
    BUDGET = 100,
    LONGEST = 60,
    FEW = 2,
    PATIENT = 5000
};

static const struct contact_start near = {0.01, 0.1, 1e-3, 1e-10};

int contact_near(struct contact *s, double goal)
{
    s->residual = HUGE_VAL;
    memset(s->best, 0, s->n * sizeof *s->best);
    contact_sweep(s, 0, NULL, 0, s->r);
    contact_sweep(s, 0, NULL, 1, s->r);
    enum contact_outcome outcome =
        contact_follow(s, &near, goal, contact_allowed(s, BUDGET / 5), BUDGET);
    memcpy(s->r, s->best, s->n * sizeof *s->r);
    s->residual = contact_residual(s, s->r, s->u);
    return outcome == CONTACT_SOLVED;
}

/* Normal impulses y >= 0 with W^T y = 0 and q.y < 0: for any r, u.y = q.y would be negative
 * although u_n >= 0. What is left of W^T y, or may be by rounding, any r would have to make up for:
 * |r| >= |q.y| / |W^T y|. Such y are looked for where iterates without friction run away; s->r is
 * lost. */
static int obstacle(struct contact *s, double goal)
{
    double *mu = s->mu, residual = s->residual, *y = s->r, *kept = s->last_f;
    memcpy(kept, s->best, s->n * sizeof *kept);
    s->mu = s->frictionless;
    start_afresh(s);
    enum contact_outcome outcome =
        contact_follow(s, &starts[0], goal, contact_allowed(s, BUDGET), BUDGET);
    s->mu = mu;
    s->residual = residual;
    memcpy(s->best, kept, s->n * sizeof *kept);
    for (size_t j = 0; j < s->n; j++)
        y[j] = j % s->d == 0 ? num_fmax(0, y[j]) : 0;
    contact_matrix_transposed(&s->W, y, s->step);
    contact_matrix_absolute(&s->W, y, s->q, s->F);
    double left = dense_norm(s->step, s->n) + 8 * DBL_EPSILON * dense_norm(s->F, s->n);
    return outcome == CONTACT_JAMMED && -dense_dot(s->q, y, s->n) >= CONTACT_HUGE * left;
}

/* The states of few contacts: a proof that there is no solution, or one, or neither */
static enum contact_outcome by_states(struct contact *s, double goal)
{
    enum contact_outcome outcome = contact_states(s);
    if (outcome != CONTACT_SOLVED)
        return outcome;
    outcome = contact_follow(s, &near, goal, contact_allowed(s, BUDGET / 5), BUDGET);
    return outcome == CONTACT_SOLVED ? outcome : CONTACT_UNSOLVED;
}

/* What a way came to; where one ran away for the first time: is there a solution at all? */
static enum contact_outcome judge(struct contact *s, enum contact_outcome outcome, double goal)
{
    if (outcome != CONTACT_JAMMED)
        return outcome;
    if (s->away)
        return CONTACT_UNSOLVED;
    s->away = 1;
    return obstacle(s, goal) ? CONTACT_INFEASIBLE : by_states(s, goal);
}

/* Some point of the cones */
static void start_anywhere(struct contact *s, uint32_t seed)
{
    seed *= 2654435761u;
    for (size_t j = 0; j < s->n; j++) {
        seed = seed * 1664525u + 1013904223u;
        s->r[j] = (seed >> 8) / 8388608.0 - 1;
    }
    for (size_t i = 0; i < s->count; i++)
        cone_project(s->d, s->mu[i], s->r + s->d * i);
}

/* Way k to a solution */
static enum contact_outcome attempt(struct contact *s, size_t k, double goal)
{
    if (s->away && k > FEW) {
        start_anywhere(s, (uint32_t)k);
        return contact_follow(s, &near, goal, contact_allowed(s, BUDGET / 2), 0);
    }
    if (k == 1 || k == FEW || s->away)
        start_afresh(s);
    if (k == FEW)
        return contact_proximal(s, goal, contact_allowed(s, PATIENT));
    return contact_follow(s, &starts[k % STARTS], goal, contact_allowed(s, BUDGET), BUDGET);
}

enum contact_outcome contact_newton(struct contact *s, double goal)
{
    double *swept = s->last_r;
    s->residual = HUGE_VAL;
    memset(s->best, 0, s->n * sizeof *s->best);
    memcpy(swept, s->r, s->n * sizeof *swept);
    start_afresh(s);
    enum contact_outcome outcome =
        contact_follow(s, &starts[0], goal, contact_allowed(s, BUDGET), 0);
    outcome = judge(s, outcome, goal);
    if (outcome == CONTACT_UNSOLVED) {
        memcpy(s->r, swept, s->n * sizeof *s->r);
        outcome = contact_interior(s, goal, contact_allowed(s, LONGEST));
    }
    if (outcome == CONTACT_UNSOLVED) {
        memcpy(s->r, s->best, s->n * sizeof *s->r);
        outcome =
            judge(s, contact_follow(s, &near, goal, contact_allowed(s, BUDGET / 5), BUDGET), goal);
    }
    if (outcome == CONTACT_UNSOLVED && !s->away)
        outcome = by_states(s, goal);
    memcpy(s->r, swept, s->n * sizeof *s->r);
    for (size_t k = 0; outcome == CONTACT_UNSOLVED && s->steps < s->max_steps; k++) {
        if (interrupt_stopped(s->interrupt))
            break;
        outcome = judge(s, attempt(s, k, goal), goal);
    }
    memcpy(s->r, s->best, s->n * sizeof *s->r);
    s->residual = contact_residual(s, s->r, s->u);
    return outcome;
}
