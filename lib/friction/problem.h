/* SPDX-License-Identifier: MIT */
/* Contacts with friction, brakes and stops (the elements) that act on one machine at one instant.
 * Each element has one or three rows: a row is a direction in which the element exerts a force and
 * in which its velocity is measured. The forces r along all rows and the symmetric matrix W give
 * the velocities along the rows:
 *
 *     u = W r + q
 *
 * where u stands for accelerations and r for forces, or u for velocities and r for impulses. Each
 * element says which pairs (r, u) its rows may have:
 *
 *     FRICTION_CONE       rows n, t1, t2: 0 <= r_n _|_ u_n >= 0; |r_t| <= mu r_n, and where u_t is
 *                         not 0, r_t = -mu r_n u_t/|u_t| (Signorini and Coulomb)
 *     FRICTION_BAND       one row: |r| <= limit, and where u is not 0, r = -limit u/|u| (a brake)
 *     FRICTION_STOP       one row: 0 <= side r + limit _|_ side u >= 0 (a stop, and a brake of this
 *                         capacity on the same joint); side: 1 or -1
 *     FRICTION_FIRM       one row or three: u = 0
 *     FRICTION_SATURATED  rows n, t1, t2: u_n = 0; r_t = F(L, r_n), the smooth law of
 *                         saturated.c, where u_t + lag determines the demanded force L
 *     FRICTION_SLIDING    rows n, t1, t2: as CONE, with r_t = -mu r_n d for the given direction d
 *     FRICTION_REBOUND    rows n, t1, t2: as CONE, with r_n = limit given
 *
 * Residuals are measured as in num/contact: a velocity divided by the square root of the row's
 * diagonal entry of W. In this measure rows in metres and in radians are comparable, and no
 * decision depends on units. */
#ifndef FRICTION_PROBLEM_H
#define FRICTION_PROBLEM_H

#include <stddef.h>
#include <stdint.h>

#include "num/interrupt.h"
#include "num/semidefinite.h"

enum friction_set {
    FRICTION_CONE,
    FRICTION_BAND,
    FRICTION_FIRM,
    FRICTION_SATURATED,
    FRICTION_SLIDING,
    FRICTION_REBOUND,
    FRICTION_STOP
};

enum friction_mode { FRICTION_OPEN, FRICTION_STICK, FRICTION_SLIP };

/* Stages of the search, in their order. A stage of Newton's method names its start. */
enum friction_rung {
    FRICTION_RUNG_GUESS,      /* Newton's method from the last solution or the guess */
    FRICTION_RUNG_PATH,       /* from the end of a path from its last iterate */
    FRICTION_RUNG_OPEN,       /* from the end of a path from open contacts */
    FRICTION_RUNG_GROWTH,     /* from solutions with other friction of SATURATED elements */
    FRICTION_RUNG_STICK,      /* Newton's method from contacts that all stick, then a path */
    FRICTION_RUNG_CONSISTENT, /* as OPEN, with q made consistent */
    FRICTION_RUNG_NONE,       /* no solution found */
    FRICTION_RUNGS
};

struct friction_element {
    enum friction_set set;
    int firm_rows; /* FIRM: number of its rows, 1 or 3 */
    size_t row;    /* its first row */
    double mu;     /* coefficient of friction of an element with three rows */
    double limit;  /* BAND, STOP: the largest force of the brake; REBOUND: the given normal force */
    double side;   /* STOP: direction in which it pushes, 1 or -1 */
    double expected; /* CONE: a guess of the normal force while it slips, or 0 */
    /* SATURATED */
    double compliance, sharpness; /* g and p of saturated.c */
    double lag[2];    /* given velocity or acceleration that the law adds to u_t (saturated.c) */
    double steady[2]; /* u_t where the slip does not change */
    double demand[3]; /* the unknowns: normal force and L; on entry a guess if the first is not 0 */
    double rate[6];   /* derivatives of F by the demand, 2 x 3 */
    /* on entry a guess, then the solution; constant for FIRM, SATURATED, SLIDING */
    enum friction_mode mode;
    double direction[2]; /* unit vector of the slip, 0 if there is none; of BAND only the first */
};

/* True for one row of a joint: a brake or a stop. */
static inline int friction_is_joint(const struct friction_element *e)
{
    return e->set == FRICTION_BAND || e->set == FRICTION_STOP;
}

/* One unknown of a Newton step: it changes the forces of `count` rows from `first` on by `by`. Its
 * equation is the velocity of `row`; if the unknown turns the direction of a slip, it is the
 * velocity across this direction. `own` are the derivatives of the equation with respect to the
 * unknowns of the same element, from `sibling` on, without those through W. `run`: number of
 * unknowns of one force, this one and those after it, whose rows follow each other. */
struct friction_unknown {
    size_t element, sibling, row, first, count, run;
    int turns;
    double by[3], own[3];
};

/* Forces of all rows and states of all elements. */
struct friction_iterate {
    double *r;
    struct friction_element *element;
};

struct friction_problem {
    /* set by the caller */
    size_t rows, count; /* numbers of rows and of elements */
    const double *W, *q;
    struct friction_element *element; /* sorted by their rows */
    struct interrupt *interrupt;
    int is_regular; /* 1: W is regular, far from the limit of rounding, so that Newton's method
                     * needs no added compliance */
    int polishes;   /* 1: the last step of the search leaves rounding only, not FRICTION_GOAL */
    void *cones;    /* friction_cones_new(), for friction_cones() */
    /* the answer */
    double *r, *u; /* rows */
    enum friction_rung rung;
    double residual; /* largest residual, as a fraction of `scale` */
    double scale;    /* largest |q|, each over the root of its diagonal entry of W */
    size_t problems; /* number of problems solved or tried since the caller set it to 0 */
    /* working memory, for the files of friction */
    const double *A, *b;         /* u = A r + b of the rows that are not firm */
    size_t firm, *firm_row;      /* firm rows */
    size_t saturated;            /* number of SATURATED elements */
    int *is_firm;                /* rows */
    double *Y, *r_0;             /* firm x others, firm: forces of firm rows, see reduce.c */
    double *reduced, *reduced_q; /* rows x rows, rows: A and b, if there are firm rows */
    double *unit;                /* rows: the velocity that is a residual of 1 */
    double creep; /* SATURATED: factor c of the term c g L that is added to the law (saturated.c) */
    double added_compliance; /* FRICTION_ADDED_COMPLIANCE, or less if creep makes forces unique */
    struct semidefinite semidefinite; /* of firm rows, or of all; in `reduced` and `matrix` */
    double merit;                     /* the root of the sum of squares of residuals */
    size_t factorisations;            /* number of Newton matrices factorised */
    size_t unknowns;                  /* number of unknowns of a Newton step */
    struct friction_unknown *unknown; /* rows */
    double *matrix;                   /* rows x rows: LU factors of the Newton matrix, or those of
                                       * p->cones */
    size_t most_cones;                /* largest number of elements for p->cones */
    double *change, *combined;        /* rows: step of the unknowns; scratch */
    size_t *pivot;                    /* rows: row exchanges of these factors */
    struct friction_iterate kept;     /* before a step */
    struct friction_iterate start;    /* before a step of grow.c, or the end of a path */
    double *full_mu;                  /* elements: coefficients of friction, see grow.c */
    double *added;                    /* rows: velocity added on a path, see follow.c */
    double *kept_diagonal;            /* rows: diagonal of A without the compliance of this path */
    double *tangent_r, *tangent_u;    /* rows: derivatives of r and u along this path */
    double *path_u;                   /* rows: velocities of a path without its added velocity */
};

/* Largest numbers of rows and elements, and of elements for p->cones. */
struct friction_sizes {
    size_t rows, elements, cones;
};

/* Lay out the working memory, which has the answer and the elements, and its scratch. They return
 * the number of doubles; NULL: only count. The scratch is free for other uses between solutions,
 * except that friction_solve_again() needs its first rows x rows numbers from the last solution. */
size_t friction_carve(struct friction_problem *, struct friction_sizes, double *memory);
size_t friction_carve_scratch(struct friction_problem *, struct friction_sizes, double *scratch);

/* Solve the problem: WD_OK; WD_ENOCONV: no solution was found; WD_EINTERRUPT. The search starts
 * from the modes, directions and demands of the elements, with forces of 0. If forces are not
 * unique, the result has those of least norm, provided that the search changes no mode. If it does,
 * the indeterminate part of the forces may differ. */
int32_t friction_solve(struct friction_problem *);

/* Solve a problem that differs little from the last one in W, q and the limits of its elements. The
 * search starts from the last solution and its factorisation. If it fails there, or if there are
 * SATURATED elements, it starts as in friction_solve(). */
int32_t friction_solve_again(struct friction_problem *);

/* Set p->r and p->u by the global solver alone, for problems without FIRM and SATURATED elements;
 * modes and directions do not change. p->cones must not be NULL. WD_OK; WD_ENOSOL: it is proved
 * that there is no solution, or W is not a valid matrix; WD_ENOCONV; WD_EINTERRUPT. */
int32_t friction_cones(struct friction_problem *);

/* The same, followed by friction_solve() if the global solver finds no solution, for example if it
 * stalls just above the residual of a solution. Not for problems with REBOUND elements, because the
 * search does not support them. */
int32_t friction_cones_or_search(struct friction_problem *);

/* Make a global solver for problems of up to `most` elements, for friction_problem.cones. Solving
 * allocates nothing more. Returns NULL if there is no memory. */
void *friction_cones_new(size_t most);
/* Free it; `cones` may be NULL. */
void friction_cones_free(void *cones);

/* Return how often each stage has found the solution: FRICTION_RUNGS numbers. */
const size_t *friction_answers(const void *cones);

#endif
