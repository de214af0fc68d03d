/* SPDX-License-Identifier: MIT */
/* Constants of the contact solver. All are dimensionless: impulses and velocities are scaled so
 * that |q| = 1 and the diagonal entries of each diagonal block of W have the mean 1. Constants
 * without a reason beside them are tuned for few steps to a residual of 1e-12. They were tuned on
 * the problems of tests/ref/contact, on the families of tests/unit/contact-families.h, and on
 * random towers and bricks of other seeds than those of test-contact-holdout.c. */
#ifndef NUM_CONTACT_NUMBERS_H
#define NUM_CONTACT_NUMBERS_H

#include <float.h>

/* ---- acceptance of a solution: contact_shared.c ---- */

/* Limit of |r|. A solution with a larger |r| is never accepted, because rounding hides its
 * residual. A proof that there is no solution with a smaller |r| therefore counts as a proof
 * that there is no solution. */
#define CONTACT_HUGE 1e7
/* Largest residual accepted because of rounding. If r diverges because the problem is jammed, the
 * residual stays above this limit. */
#define CONTACT_MOST_ROUNDING 1e-8
/* Rounding error of a row sum, relative to the sum of magnitudes. */
#define CONTACT_SUM_ROUNDING (8 * DBL_EPSILON)
/* Relative residual of a linear system below which another refinement is useless. */
#define CONTACT_REFINED 1e-8

/* ---- sweeps: contact_sweep.c ---- */

#define SWEEP_RIDGE 1e-12 /* relative increase of the diagonal of the normal equations */
#define SWEEP_NEWTONS 25  /* typical number of Newton steps for a problem */
/* Fractions of the work of SWEEP_NEWTONS steps. Below SWEEP_CHEAP sweeps always continue; below
 * SWEEP_EARLY convergence rates still improve. */
#define SWEEP_CHEAP 0.02
#define SWEEP_EARLY 0.1
#define SWEEP_WORSE 2 /* if the residual grows by more than this factor, the history is dropped */
enum {
    /* Maximum number of pairs of sweeps, for problems so large that Newton steps never pay. */
    SWEEP_MOST_PAIRS = 50000,
    SWEEP_LOOK_BACK = 5, /* pairs of sweeps over which the rate is measured */
};

/* ---- Newton steps on the smoothed map: contact_newton.c ---- */

#define NEWTON_TINY 1e-15          /* smallest pivot: several rounding errors of 1 */
#define NEWTON_DECREASE 0.01       /* Armijo's relative decrease of |F|, for a full step */
#define NEWTON_SHORTEST (1.0 / 64) /* shortest step tried */
#define NEWTON_SHORT 0.2 /* steps shorter than this count as short: the map is too nonlinear */
#define NEWTON_CENTRED \
    20 /* smoothing and gamma are reduced if no entry of F exceeds 20 times the smoothing */
#define NEWTON_SLOWLY 0.4 /* reduction factor of the parameters after steps that were not easy */
#define NEWTON_HYPERSTATIC 1e-9 /* relative accuracy of W; a smaller pivot counts as zero */
enum {
    NEWTON_EASY = 8,   /* largest number of steps that counts as easy */
    NEWTON_SHORTS = 4, /* number of short steps that counts as stalled */
};

/* ---- the continuation: contact_follow.c ---- */

/* |r| that counts as diverging, 10 times the largest accepted. */
#define FOLLOW_AWAY (10 * CONTACT_HUGE)
#define FOLLOW_HELPED 0.5 /* a relaxation that reduces the best residual to this fraction helps */
#define FOLLOW_LOST 30    /* restart at the best point above this multiple of the best residual */
#define FOLLOW_WIDER 5    /* factor of the smoothing at each relaxation */
enum {
    FOLLOW_STALLED = 25, /* steps with one set of parameters that count as stalled */
    FOLLOW_SWEEPS = 30,  /* number of sweeps over the relaxed problem */
};
/* Successive relaxations use these pairs in turn: the first number becomes the factor of rho, the
 * second multiplies gamma. */
static const double follow_changes[4][2] = {{3, 3}, {1, 20}, {0.3, 3}, {1, 20}};

/* ---- proximal point steps: contact_proximal.c ---- */

#define PROXIMAL_GAMMA 0.01        /* start value of gamma */
#define PROXIMAL_LEAST_GAMMA 1e-10 /* a smaller gamma is lost to rounding if W is singular */
#define PROXIMAL_EASED 0.3 /* factor of gamma after easy, of smoothing after solved problems */
#define PROXIMAL_HARDER 5  /* factor of gamma after a stalled problem */
/* Limits of the start value of the smoothing, relative to residual / sqrt(n). */
#define PROXIMAL_NARROW 0.1
#define PROXIMAL_WIDEST 100
#define PROXIMAL_WIDER 3     /* factor of the smoothing after a stalled problem */
#define PROXIMAL_TIGHTER 0.1 /* factor of the smoothing after easy steps */
#define PROXIMAL_ENOUGH 0.1  /* |F| is small enough below this fraction of gamma |r - centre| */
enum {
    PROXIMAL_SETTLE = 60,  /* maximum number of steps for one centre */
    PROXIMAL_EASY = 12,    /* largest number of steps for one centre that counts as easy */
    PROXIMAL_STALLED = 15, /* steps with one smoothing that count as stalled */
};

/* ---- interior point steps: contact_interior.c ---- */

#define INTERIOR_TINY 1e-300     /* smallest pivot; pivots tend to zero with the duality gap */
#define INTERIOR_CENTRING 0.05   /* its cube is the smallest fraction of the gap to aim at */
#define INTERIOR_BOUNDARY 0.9    /* smallest fraction of the step to the boundary */
#define INTERIOR_CORRECT 0.1     /* no second-order correction if the predictor step is shorter */
#define INTERIOR_LEAST_STEP 1e-6 /* give up if a step is shorter */
#define INTERIOR_PROGRESS 0.9    /* progress means less than this fraction of the best residual */
enum { INTERIOR_PATIENCE = 10 }; /* maximum number of steps without progress */

/* ---- enumeration of the states of few contacts: contact_states.c ---- */

#define STATES_NARROW 1e-3    /* rad; narrower sectors are not split but serve as start points */
#define STATES_PIVOT 1e-9     /* smallest pivot */
#define STATES_PRICE (-1e-12) /* a reduced cost below this counts as negative */
/* Relative rounding error of a scalar product of MOST_ROWS numbers. */
#define STATES_ROUNDING (16 * DBL_EPSILON)

/* ---- order and length of the attempts: contact_search.c ---- */

/* Start parameters of a continuation. Six sets in turn are better than one: of tests/ref/contact,
 * granular_7002 took 201 steps instead of 2634, and RockPile 602 instead of 1336. smooth: start
 * value of the smoothing, relative to the residual times max(mean |r_i|, 1 / sqrt(n)). shrink:
 * factor of smoothing and gamma after easy steps. gamma: start value of gamma, relative to the
 * residual. least_gamma: a smaller gamma is lost to rounding where W is singular. */
struct contact_start {
    double smooth, shrink, gamma, least_gamma;
};
static const struct contact_start search_starts[] = {
    {100, 0.1, 1e-3, 1e-10}, {100, 0.3, 10, 1e-6},  {100, 0.3, 0.1, 1e-6},
    {100, 0.3, 1e-3, 1e-10}, {1000, 0.3, 10, 1e-6}, {10, 0.2, 0.1, 1e-8},
};
/* Start parameters near a solution. */
static const struct contact_start search_near = {0.01, 0.1, 1e-3, 1e-10};
enum {
    SEARCH_STARTS = sizeof search_starts / sizeof *search_starts,
    /* Sweeps before a fresh start. They saved 19 of 28 steps in a pile of 9551 contacts. */
    SEARCH_SWEEPS = 10,
    SEARCH_STEPS = 100,     /* Newton steps of one attempt */
    SEARCH_NEAR = 20,       /* Newton steps near a solution */
    SEARCH_ANYWHERE = 50,   /* Newton steps from a random point of the cones */
    SEARCH_INTERIOR = 60,   /* interior point steps */
    SEARCH_FEW = 2,         /* attempts before the proximal point steps */
    SEARCH_PROXIMAL = 5000, /* proximal point steps: RockPile takes 4815 in all */
};

#endif
