/* SPDX-License-Identifier: MIT */
/* Data shared by all solution methods: the scaled problem, the best point found, the workspace, and
 * the acceptance of residuals. All methods include this header. Continuation and proximal point
 * steps also use Newton steps, continuation also sweeps. contact_search.c runs the methods one
 * after the other. */
#ifndef NUM_CONTACT_SHARED_H
#define NUM_CONTACT_SHARED_H

#include <stdint.h>

#include "num/contact_matrix.h"
#include "num/contact_numbers.h"
#include "num/front_lu.h"
#include "num/interrupt.h"

enum contact_outcome {
    CONTACT_SOLVED,
    CONTACT_UNSOLVED,   /* step limit, or no progress */
    CONTACT_INFEASIBLE, /* proved: no r in K has u_n >= 0 */
    CONTACT_JAMMED,     /* no r satisfies the law (proved). A single method returns this value
                           with another meaning: the iterates of the method diverge */
};

enum {
    CONTACT_WINDOW = 8,
    CONTACT_FEW = 18, /* maximum number of unknowns for the enumeration of states */
};

struct contact {
    /* scaled problem: W' = D W D and q' = D q / |D q| */
    size_t d, count, n;
    struct contact_matrix W;
    double *mu, *q;
    double *scale; /* D, one number per contact: r = |D q| D r', u = |D q| D^-1 u' */
    double q_norm; /* |D q| */

    /* limits, and the interrupt that may stop the solver */
    double tolerance;
    size_t max_steps;
    int pulls; /* 1: the normal diagonal entry of a contact with mu = 0 may be 0 or negative */
    int brief; /* 1: do not enumerate the states; the enumeration can take the time of many steps */
    struct interrupt *interrupt; /* set by contact_heed() */

    /* present point r of a method and its velocities u; best point and its residual */
    double *r, *u;
    double *best, residual;
    size_t steps, sweeps; /* Newton steps and passes over all contacts so far */
    int away;             /* 1: r has diverged in one of the methods */

    /* Newton matrix of a method, made of a block of `by` and one of `own` for each contact
     * (front_lu.h), and its factors. Its blocks are computed where they are needed. */
    double *by, *own; /* [d r] */
    struct front_plan plan;
    struct front_lu lu;

    /* Scratch of the methods. Lengths are in brackets. [r]: as long as r; [d r]: d times as long as
     * r; and so on. */
    double *trial, *trial_u, *centre, *F, *step, *last_r, *last_f; /* [r] */
    double *J;                                                     /* [d r] */
    double *history_r, *history_f;                                 /* [CONTACT_WINDOW r] */
    double *rho;          /* [mu]: factor of u in the map of Alart and Curnier */
    double *ratio;        /* [mu]: last |u_t| / |r_t|, see contact_local() */
    double *frictionless; /* [mu]: zeros */
    void *states; /* memory of contact_states(), too large for the host's stack; NULL: too many
                     unknowns */
    double *memory;
};

/* Compute u = W r + q; returns the natural residual, see cone_residual(). */
double contact_residual(const struct contact *s, const double *r, double *u);

/* True if a residual at s->r is acceptable: at most the goal, or at the level of rounding. False if
 * impulses are so large that rounding of W r hides the velocities, and with them any residual. */
int contact_is_accepted(struct contact *s, double residual, double goal);

/* Set s->best to s->r if its residual is the smallest so far and is not hidden by rounding. */
void contact_keep_best(struct contact *s, double residual);

/* contact_linear_factor(): factorise the Newton matrix A, and count this as a step.
 * contact_linear_solve(): compute s->step := A^-1 right, with iterative refinement. `right` must
 * not be s->step or s->trial. */
static inline struct front_matrix contact_newton_matrix(const struct contact *s)
{
    return (struct front_matrix){s->W.value, s->by, s->own};
}
void contact_linear_factor(struct contact *s, double tiny);
void contact_linear_solve(struct contact *s, const double *right);

/* Return the work of a few passes over all contacts. */
static inline size_t contact_work(const struct contact *s)
{
    return 3 * s->d * s->d * s->W.blocks + 150 * s->count;
}

/* Return `steps`, or the number of steps that are left up to max_steps if that is smaller. */
static inline size_t contact_allowed(const struct contact *s, size_t steps)
{
    size_t left = s->max_steps - s->steps;
    return steps < left ? steps : left;
}

#endif
