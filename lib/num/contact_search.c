/* SPDX-License-Identifier: MIT */
/* Order of the solution methods, and handling of iterates that diverge. */
#include <math.h>
#include <string.h>

#include "num/contact_cone.h"
#include "num/contact_follow.h"
#include "num/contact_interior.h"
#include "num/contact_proximal.h"
#include "num/contact_search.h"
#include "num/contact_states.h"
#include "num/contact_sweep.h"
#include "num/dense.h"
#include "num/elementary.h"
#include "num/invariant.h"

/* Start from zero with a few sweeps. */
static void start_afresh(struct contact *s)
{
    memset(s->r, 0, s->n * sizeof *s->r);
    for (int k = 0; k < SEARCH_SWEEPS; k++)
        contact_sweep(s, 0, NULL, k % 2, s->r);
}

/* Try a few Newton steps from s->r near a solution; true if the goal is reached. */
static int solve_near(struct contact *s, double goal)
{
    s->residual = HUGE_VAL;
    memset(s->best, 0, s->n * sizeof *s->best);
    contact_sweep(s, 0, NULL, 0, s->r);
    contact_sweep(s, 0, NULL, 1, s->r);
    enum contact_outcome outcome =
        contact_follow(s, &search_near, goal, contact_allowed(s, SEARCH_NEAR), SEARCH_STEPS);
    memcpy(s->r, s->best, s->n * sizeof *s->r);
    s->residual = contact_residual(s, s->r, s->u);
    return outcome == CONTACT_SOLVED;
}

/* Search for a certificate of infeasibility: normal impulses y >= 0 with W^T y = 0 and q.y < 0. For
 * any r, u.y = q.y would then be negative although u_n >= 0. If W^T y vanishes only to rounding, r
 * must satisfy |r| >= |q.y| / |W^T y|. Diverging iterates of the frictionless problem have the
 * direction y. Overwrites s->r. */
static int find_certificate(struct contact *s, double goal)
{
    double *mu = s->mu, residual = s->residual, *y = s->r, *kept = s->last_f;
    memcpy(kept, s->best, s->n * sizeof *kept);
    s->mu = s->frictionless;
    start_afresh(s);
    enum contact_outcome outcome =
        contact_follow(s, &search_starts[0], goal, contact_allowed(s, SEARCH_STEPS), SEARCH_STEPS);
    s->mu = mu;
    s->residual = residual;
    memcpy(s->best, kept, s->n * sizeof *kept);
    for (size_t j = 0; j < s->n; j++)
        y[j] = j % s->d == 0 ? num_fmax(0, y[j]) : 0;
    contact_matrix_transposed(&s->W, y, s->step);
    contact_matrix_absolute(&s->W, y, s->q, s->F);
    double left = dense_norm(s->step, s->n) + CONTACT_SUM_ROUNDING * dense_norm(s->F, s->n);
    return outcome == CONTACT_JAMMED && -dense_dot(s->q, y, s->n) >= CONTACT_HUGE * left;
}

/* Enumerate the states of few contacts: a proof that there is no solution, a solution, or
 * neither. */
static enum contact_outcome enumerate_states(struct contact *s, double goal)
{
    enum contact_outcome outcome = s->brief ? CONTACT_UNSOLVED : contact_states(s);
    if (outcome != CONTACT_SOLVED)
        return outcome;
    outcome = contact_follow(s, &search_near, goal, contact_allowed(s, SEARCH_NEAR), SEARCH_STEPS);
    return outcome == CONTACT_SOLVED ? outcome : CONTACT_UNSOLVED;
}

/* Interpret the outcome of a method. The first time that r diverges, check whether there is a
 * solution at all. */
static enum contact_outcome interpret(struct contact *s, enum contact_outcome outcome, double goal)
{
    if (outcome != CONTACT_JAMMED)
        return outcome;
    if (s->away)
        return CONTACT_UNSOLVED;
    s->away = 1;
    return find_certificate(s, goal) ? CONTACT_INFEASIBLE : enumerate_states(s, goal);
}

/* Set s->r to a pseudo-random point of the cones. */
static void start_anywhere(struct contact *s, uint32_t seed)
{
    seed *= 2654435761u;
    for (size_t j = 0; j < s->n; j++) {
        seed = seed * 1664525u + 1013904223u;
        s->r[j] = (seed >> 8) / 0x1p23 - 1;
    }
    for (size_t i = 0; i < s->count; i++)
        cone_project(s->d, s->mu[i], s->r + s->d * i);
}

/* Run attempt number k with its method and start point. */
static enum contact_outcome run_attempt(struct contact *s, size_t k, double goal)
{
    if (s->away && k > SEARCH_FEW) {
        start_anywhere(s, (uint32_t)k);
        return contact_follow(s, &search_near, goal, contact_allowed(s, SEARCH_ANYWHERE), 0);
    }
    if (k == 1 || k == SEARCH_FEW || s->away)
        start_afresh(s);
    if (k == SEARCH_FEW)
        return contact_proximal(s, goal, contact_allowed(s, SEARCH_PROXIMAL));
    return contact_follow(s, &search_starts[k % SEARCH_STARTS], goal,
                          contact_allowed(s, SEARCH_STEPS), SEARCH_STEPS);
}

/* Try one method after the other from s->r, until one finds a solution or it is proved that there
 * is none. */
static enum contact_outcome try_all(struct contact *s, double goal)
{
    double *swept = s->last_r;
    s->residual = HUGE_VAL;
    memset(s->best, 0, s->n * sizeof *s->best);
    memcpy(swept, s->r, s->n * sizeof *swept);
    start_afresh(s);
    enum contact_outcome outcome =
        contact_follow(s, &search_starts[0], goal, contact_allowed(s, SEARCH_STEPS), 0);
    outcome = interpret(s, outcome, goal);
    if (outcome == CONTACT_UNSOLVED) {
        memcpy(s->r, swept, s->n * sizeof *s->r);
        outcome = contact_interior(s, goal, contact_allowed(s, SEARCH_INTERIOR));
    }
    if (outcome == CONTACT_UNSOLVED) {
        memcpy(s->r, s->best, s->n * sizeof *s->r);
        outcome = interpret(
            s, contact_follow(s, &search_near, goal, contact_allowed(s, SEARCH_NEAR), SEARCH_STEPS),
            goal);
    }
    if (outcome == CONTACT_UNSOLVED && !s->away)
        outcome = enumerate_states(s, goal);
    memcpy(s->r, swept, s->n * sizeof *s->r);
    for (size_t k = 0; outcome == CONTACT_UNSOLVED && s->steps < s->max_steps; k++) {
        if (interrupt_stopped(s->interrupt))
            break;
        outcome = interpret(s, run_attempt(s, k, goal), goal);
    }
    memcpy(s->r, s->best, s->n * sizeof *s->r);
    s->residual = contact_residual(s, s->r, s->u);
    return outcome;
}

/* Return the largest number of passes over the contacts that a search with s->steps Newton steps
 * makes. It is the sum of the passes of contact_sweeps(), of SEARCH_SWEEPS for each method and of
 * FOLLOW_SWEEPS for each relaxation. All methods but two make a Newton step at least. A relaxation
 * follows NEWTON_SHORTS steps or more. */
static double most_sweeps(const struct contact *s)
{
    double steps = (double)s->steps;
    return contact_sweeps_most(s) + SEARCH_SWEEPS * (2 + steps) +
           FOLLOW_SWEEPS * (steps / NEWTON_SHORTS);
}

static enum contact_outcome search(struct contact *s, int warm, double goal)
{
    if (warm && solve_near(s, goal))
        return CONTACT_SOLVED;
    if (!warm)
        memset(s->r, 0, s->n * sizeof *s->r);
    contact_sweeps(s, goal);
    return contact_is_accepted(s, s->residual, goal) ? CONTACT_SOLVED : try_all(s, goal);
}

enum contact_outcome contact_search(struct contact *s, int warm, double goal)
{
    invariant(s->q_norm > 0 && s->lu.factor);
    enum contact_outcome outcome = search(s, warm, goal);
    invariant(s->steps <= s->max_steps && (double)s->sweeps <= most_sweeps(s));
    return outcome;
}
