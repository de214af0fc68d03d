/* SPDX-License-Identifier: MIT */
/* The numbers of the contact solver. All are pure ones: impulses and velocities are scaled so that
 * |q| = 1 and the blocks on the diagonal of W have a mean of 1.
 *
 * Those without a reason beside them follow from no theory. They were chosen by trial, by the steps
 * to a residual of 1e-12, on the problems of tests/ref/contact, the families of
 * tests/unit/contact-families.h and random towers and bricks of other seeds than those of
 * test-contact-holdout.c. */
#ifndef NUM_CONTACT_NUMBERS_H
#define NUM_CONTACT_NUMBERS_H

#include <float.h>

/* ---- what is accepted: contact_shared.c ---- */

/* Of r: beyond what rounding lets be accepted. That no smaller r is a solution counts as proof that
 * there is none. */
#define CONTACT_HUGE 1e7
/* The largest residual that rounding may excuse: a jammed problem, where r grows, has a larger one.
 */
#define CONTACT_MOST_ROUNDING 1e-8
/* Roundings of a sum by rows, as a factor of the sum of magnitudes. */
#define CONTACT_SUM_ROUNDING (8 * DBL_EPSILON)
/* What is left of a right-hand side after which one more refinement would gain nothing. */
#define CONTACT_REFINED 1e-8

/* ---- sweeps: contact_sweep.c ---- */

#define SWEEP_RIDGE 1e-12 /* what raises the diagonal of nearly dependent normal equations */
#define SWEEP_NEWTONS 25  /* Newton steps that a problem takes, about */
#define SWEEP_CHEAP 0.02  /* of the work of these: next to nothing */
#define SWEEP_EARLY 0.1   /* of that: while rates still get better */
#define SWEEP_WORSE 2     /* factor of the residual that voids the extrapolation */
enum {
    SWEEP_MOST_PAIRS = 50000, /* for problems so large that Newton steps never pay */
    SWEEP_LOOK_BACK = 5,      /* pairs over which the rate is taken */
};

/* ---- Newton steps on the smoothed map: contact_newton.c ---- */

#define NEWTON_TINY 1e-15          /* the smallest pivot, some roundings of 1 */
#define NEWTON_DECREASE 0.01       /* of |F|, for the whole step, as Armijo asks */
#define NEWTON_SHORTEST (1.0 / 64) /* a shorter step is none */
#define NEWTON_SHORT 0.2           /* a step that says that the map is not linear enough */
#define NEWTON_CENTRED 20          /* |F| by this many smoothing widths: time to tighten */
#define NEWTON_SLOWLY 0.4          /* how parameters shrink after steps that were not easy */
#define NEWTON_HYPERSTATIC 1e-9    /* a pivot that vanishes, but for what W is known to */
enum {
    NEWTON_EASY = 8,   /* steps for one set of parameters that are few */
    NEWTON_SHORTS = 4, /* short steps after which it stalls */
};

/* ---- the continuation: contact_follow.c ---- */

/* What runs away grows by 10 beyond all that could be accepted. */
#define FOLLOW_AWAY (10 * CONTACT_HUGE)
#define FOLLOW_HELPED 0.5 /* of the best residual: relaxing has helped */
#define FOLLOW_LOST 30    /* times the best residual: go back there */
#define FOLLOW_WIDER 5    /* factor of the smoothing at each relaxation */
enum {
    FOLLOW_STALLED = 25, /* steps for one set of parameters after which it stalls */
    FOLLOW_SWEEPS = 30,  /* over a relaxed problem */
};
/* In turn: the factor of rho, and by how much gamma grows. */
static const double follow_changes[4][2] = {{3, 3}, {1, 20}, {0.3, 3}, {1, 20}};

/* ---- proximal point steps: contact_proximal.c ---- */

#define PROXIMAL_GAMMA 0.01        /* at first */
#define PROXIMAL_LEAST_GAMMA 1e-10 /* less is lost to rounding where W is singular */
#define PROXIMAL_EASED 0.3         /* factor of gamma and of the smoothing after easy problems */
#define PROXIMAL_HARDER 5          /* factor of gamma after one that stalled */
#define PROXIMAL_NARROW 0.1        /* least smoothing to start with, by the residual */
#define PROXIMAL_WIDER 3           /* factor of the smoothing after one that stalled */
#define PROXIMAL_WIDEST 100        /* the most of it */
#define PROXIMAL_TIGHTER 0.1       /* how the smoothing shrinks after easy steps */
#define PROXIMAL_ENOUGH 0.1        /* of gamma |r - centre|: what may be left of a problem */
enum {
    PROXIMAL_SETTLE = 60,  /* steps for one centre, at most */
    PROXIMAL_EASY = 12,    /* steps for one centre that are few */
    PROXIMAL_STALLED = 15, /* steps for one smoothing after which it stalls */
};

/* ---- interior point steps: contact_interior.c ---- */

#define INTERIOR_TINY 1e-300     /* pivots fall without bound towards the end: zero alone is none */
#define INTERIOR_CENTRING 0.05   /* the least share of the product to aim at, before it is cubed */
#define INTERIOR_BOUNDARY 0.9    /* of the way to the boundary, at least */
#define INTERIOR_CORRECT 0.1     /* a shorter predictor tells nothing of second order */
#define INTERIOR_LEAST_STEP 1e-6 /* a shorter step gets nowhere */
#define INTERIOR_PROGRESS 0.9    /* of the best residual: progress */
enum { INTERIOR_PATIENCE = 10 }; /* steps without progress */

/* ---- the states of few contacts: contact_states.c ---- */

#define STATES_NARROW 1e-3 /* [rad] a sector this narrow is as good as its middle to start from */
#define STATES_PIVOT 1e-9  /* the smallest entry to pivot on */
#define STATES_PRICE (-1e-12) /* a price below: the column helps, and not by rounding alone */
#define STATES_ROUNDING (16 * DBL_EPSILON) /* of a product over the most rows */

/* ---- which way, how long: contact_search.c ---- */

/* How a continuation is started. Taking turns among six, granular_7002 took 201 steps where one
 * alone took 2634, and RockPile 602 instead of 1336. Least gamma: rounding spoils the steps where W
 * is singular with less than 1e-10. */
struct contact_start {
    double smooth, shrink, gamma, least_gamma;
};
static const struct contact_start search_starts[] = {
    {100, 0.1, 1e-3, 1e-10}, {100, 0.3, 10, 1e-6},  {100, 0.3, 0.1, 1e-6},
    {100, 0.3, 1e-3, 1e-10}, {1000, 0.3, 10, 1e-6}, {10, 0.2, 0.1, 1e-8},
};
/* Near a solution. */
static const struct contact_start search_near = {0.01, 0.1, 1e-3, 1e-10};
enum {
    SEARCH_STARTS = sizeof search_starts / sizeof *search_starts,
    SEARCH_SWEEPS = 10,   /* before a way starts afresh: a pile of 9551 took 9 steps, 28 without */
    SEARCH_STEPS = 100,   /* of one way, then the next has its turn */
    SEARCH_NEAR = 20,     /* near a solution */
    SEARCH_ANYWHERE = 50, /* from any point of the cones */
    SEARCH_INTERIOR = 60, /* interior point steps */
    SEARCH_FEW = 2,       /* ways before the proximal point steps */
    SEARCH_PROXIMAL = 5000, /* of these: RockPile takes 4815 steps in all */
};

#endif
