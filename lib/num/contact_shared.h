/* SPDX-License-Identifier: MIT */
/* What all ways to a solution share: the scaled problem, the best point found, the workspace, and
 * how a residual is judged. The ways know this and not each other; contact_search.c knows them all.
 */
#ifndef NUM_CONTACT_SHARED_H
#define NUM_CONTACT_SHARED_H

#include <stdint.h>

#include "num/contact_matrix.h"
#include "num/contact_numbers.h"
#include "num/front_lu.h"
#include "num/interrupt.h"

enum contact_outcome {
    CONTACT_SOLVED,
    CONTACT_UNSOLVED,   /* the limit of steps, or no progress */
    CONTACT_INFEASIBLE, /* no r in K keeps u_n >= 0: proved */
    CONTACT_JAMMED, /* no r fulfils the law: proved. Of a single way: its r grows without bound */
};

enum {
    CONTACT_WINDOW = 8,
    CONTACT_FEW = 18, /* unknowns of which all states are gone through */
};

struct contact {
    /* the problem, W' = D W D and q' = D q / |D q| */
    size_t d, count, n;
    struct contact_matrix W;
    double *mu, *q;
    double *scale; /* D: r = scale r', u = u' / scale */
    double q_norm; /* |D q| */

    /* how long, how well, and who may stop it */
    double tolerance;
    size_t max_steps;
    int brief;                   /* go through no states, which takes as long as many steps */
    struct interrupt *interrupt; /* by contact_heed() */

    /* where a way is; after it the best point, and what is known of it */
    double *r, *u;
    double *best, residual;
    size_t steps, sweeps;
    int away; /* did r grow without bound on some way? */

    /* the Newton matrix of a way and its factors */
    double *newton; /* blocks in the pattern of W */
    struct front_plan plan;
    struct front_lu lu;

    /* scratch of the ways; in brackets what is as long */
    double *trial, *trial_u, *centre, *F, *step, *last_r, *last_f; /* [r] */
    double *J;                                                     /* [d r] */
    double *history_r, *history_f;                                 /* [CONTACT_WINDOW r] */
    double *rho, *ratio, *frictionless;                            /* [mu]; the last are zeros */
    void *states; /* contact_states()'s, which is too much for the stack of a host; NULL: not few */
    double *memory;
};

/* u = W r + q; the residual |r - P_K(r - v)| */
double contact_residual(const struct contact *s, const double *r, double *u);

/* Is a residual at s->r good enough: at the goal, or at what rounding leaves? Not where impulses
 * are so large that rounding of W r hides the velocities, and with them any residual. */
int contact_done(struct contact *s, double residual, double goal);

/* s->best := s->r if its residual is the smallest so far, and rounding does not hide it */
void contact_keep_best(struct contact *s, double residual);

/* The matrix s->newton factorised, as a Newton step; and s->step := its inverse times `right`,
 * refined. `right` is not in s->step or s->trial. */
void contact_linear_factor(struct contact *s, double tiny);
void contact_linear_solve(struct contact *s, const double *right);

/* The work of a few passes over all contacts. */
static inline size_t contact_work(const struct contact *s)
{
    return 3 * s->d * s->d * s->W.blocks + 150 * s->count;
}

/* So many steps, or those that are left of all. */
static inline size_t contact_allowed(const struct contact *s, size_t steps)
{
    size_t left = s->max_steps - s->steps;
    return steps < left ? steps : left;
}

#endif
