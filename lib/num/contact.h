/* SPDX-License-Identifier: MIT */
/* Frictional contact problems: find r in K with u = W r + q, u + mu |u_t| n in K*, orthogonal to r.
 * The solver works on the scaled problem W' = D W D, q' = D q / |D q|, where all quantities are
 * pure numbers: neither its decisions nor its residual depend on units. */
#ifndef NUM_CONTACT_H
#define NUM_CONTACT_H

#include <stdint.h>

#include "num/contact_matrix.h"
#include "num/front_lu.h"
#include "num/interrupt.h"

enum contact_outcome {
    CONTACT_SOLVED,
    CONTACT_UNSOLVED,   /* the limit of steps, or no progress */
    CONTACT_INFEASIBLE, /* no r in K keeps u_n >= 0: proved */
    CONTACT_JAMMED,     /* no r fulfils the law: proved. Of one way: r grows without bound */
};

enum {
    CONTACT_WINDOW = 8,
    CONTACT_FEW = 18, /* unknowns of which all states are gone through */
};

/* Of r, |q| being 1: beyond what rounding lets be accepted. That no smaller r is a solution counts
 * as proof that there is none. */
static const double CONTACT_HUGE = 1e7;

struct contact {
    size_t d, count, n;
    struct contact_matrix W; /* scaled */
    struct front_plan plan;
    struct front_lu lu;
    double *mu, *q;       /* as solved: q scaled, of norm 1 */
    double *frictionless; /* zeros */
    double *scale;        /* r = scale r', u = u' / scale */
    double q_norm;        /* of the scaled q */
    double tolerance;
    size_t max_steps;

    /* the last solution and what is known about it */
    double *r, *u; /* scaled */
    double residual;
    size_t steps, sweeps;
    int away; /* did r grow without bound on some way? */

    struct interrupt *interrupt; /* by contact_heed() */

    /* workspace */
    double *best, *trial, *trial_u, *centre, *F, *step, *J, *rho, *ratio;
    double *newton;                /* blocks of the Newton matrix */
    double *history_r, *history_f; /* CONTACT_WINDOW differences each */
    double *last_r, *last_f;
    double *memory;
    void *states; /* contact_states()'s, which is too much for the stack of a host; NULL: not few */
};

/* 0: no memory. contact_free() is fine after that, too. */
int contact_new(struct contact *s, size_t d, size_t count);
void contact_free(struct contact *s);

/* From now on what takes long asks this one (NULL: nobody), and is of no use if it was stopped. */
void contact_heed(struct contact *s, struct interrupt *interrupt);

/* The pattern of W, as scalar CSR rows already checked: memory and symbolic work, nothing if it is
 * that of before. 0: no memory, or stopped, and the problem has no pattern. */
int contact_pattern(struct contact *s, const size_t *row_start, const uint32_t *column);

/* The values of these rows. Returns the first contact whose own block is not positive, or count. */
size_t contact_values(struct contact *s, const double *value);

/* Friction and q, in the units of the caller. 0: too large for this W. */
int contact_problem(struct contact *s, const double *mu, const double *q);

/* s->r := r, and back with u (or NULL), in the units of the caller. */
void contact_guess(struct contact *s, const double *r);
void contact_result(const struct contact *s, double *r, double *u);

/* u = W r + q; the residual |r - P_K(r - v)| */
double contact_residual(const struct contact *s, const double *r, double *u);

/* Is a residual at s->r good enough: at the goal, or at what rounding leaves? Not where impulses
 * are so large that rounding of W r hides the velocities, and with them any residual. */
int contact_done(struct contact *s, double residual, double goal);

/* One pass over all contacts on W + gamma I, q - gamma centre, each contact solved exactly. */
void contact_sweep(struct contact *s, double gamma, const double *centre, int backwards, double *r);

/* From s->r: sweeps, accelerated, while they promise to be cheaper than Newton steps. s->r and s->u
 * are the best found. */
void contact_sweeps(struct contact *s, double goal);

/* The matrix s->newton factorised, as a Newton step; and s->step := its inverse times `right`,
 * refined. `right` is not in s->step or s->trial. */
void contact_linear_factor(struct contact *s, double tiny);
void contact_linear_solve(struct contact *s, const double *right);

/* s->best := s->r if its residual is the smallest so far, and rounding does not hide it */
void contact_keep_best(struct contact *s, double residual);

/* From anywhere: interior point steps while they get on, at most `budget`. s->best is the best
 * found. */
enum contact_outcome contact_interior(struct contact *s, double goal, size_t budget);

/* How a continuation is started. With less gamma than 1e-10 rounding spoils the steps where W is
 * singular. */
struct contact_start {
    double smooth, shrink, gamma, least_gamma;
};

/* From s->r: continuation with at most `budget` Newton steps, and no more than `relaxations`.
 * SOLVED, JAMMED if r runs away, which proves nothing, else UNSOLVED. */
enum contact_outcome contact_follow(struct contact *s, const struct contact_start *start,
                                    double goal, size_t budget, size_t relaxations);

/* The same by proximal point steps: a large gamma outweighs what friction takes from monotony, so
 * that each problem can be solved; where it was easy the next has less gamma, where it stalls more,
 * from the same centre and with more smoothing. */
enum contact_outcome contact_proximal(struct contact *s, double goal, size_t budget);

/* Of a few passes over all contacts */
static inline size_t contact_work(const struct contact *s)
{
    return 3 * s->d * s->d * s->W.blocks + 150 * s->count;
}

/* So many steps, or what is left of all */
static inline size_t contact_allowed(const struct contact *s, size_t steps)
{
    size_t left = s->max_steps - s->steps;
    return steps < left ? steps : left;
}

/* From s->r near a solution: a few Newton steps; whether the goal was reached. */
int contact_near(struct contact *s, double goal);

/* From s->r: one way after the other, until one leads to a solution or it is proved that there is
 * none. */
enum contact_outcome contact_newton(struct contact *s, double goal);

/* Goes through the states of few contacts. INFEASIBLE or JAMMED: proved. SOLVED: s->r is near a
 * solution, if that is one. UNSOLVED: too many. */
enum contact_outcome contact_states(struct contact *s);
size_t contact_states_size(void);

/* From s->r if warm, else from 0. Whatever comes out, s->r is the best found and s->u goes with it.
 */
enum contact_outcome contact_solve(struct contact *s, int warm);

/* After success: are there other r with the same u? */
int contact_hyperstatic(struct contact *s);

#endif
