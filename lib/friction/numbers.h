/* SPDX-License-Identifier: MIT */
/* All numeric constants of the friction solver. All are pure numbers. Each says what it limits,
 * what happens beyond it, and where its value comes from: a rounding bound, a property of the
 * method, or a trial (then the test is named). */
#ifndef FRICTION_NUMBERS_H
#define FRICTION_NUMBERS_H

#include <float.h>

/* ---- what is a solution: solve.c, newton.c ---- */

/* Residual, in parts of the problem's scale, at which Newton's method ends: some thousand
 * roundings, which is what sums over a hundred rows leave. */
#define FRICTION_GOAL 1e-12
/* Residual that is rounding of a few terms: a further step leaves no less. */
#define FRICTION_ROUNDING (8 * DBL_EPSILON)
/* Residual up to which an answer is a solution where no step makes it smaller, because nearly
 * dependent rows amplify rounding. Beyond it the status is WD_ENOCONV. Method: the next instant
 * starts with this residual, which is below every default of solver.rtol. */
#define FRICTION_ACCEPTED 1e-10

/* ---- Newton's method: newton.c ---- */

/* Compliance that is added to each diagonal entry of the Newton matrix, but not to the residual,
 * relative to the diagonal entry of W: where forces are not unique, steps from 0 then lead to those
 * of the least norm. Small enough to leave a step's relative error below FRICTION_REFACTOR, far
 * above rounding. */
#define FRICTION_ADDED_COMPLIANCE 3e-7
/* A factorisation is used again while each step leaves no more than this part of the residual.
 * Method: the residual is below FRICTION_GOAL after four such steps, and the last step with the
 * same factorisation leaves rounding. */
#define FRICTION_REFACTOR 1e-3
/* rad: the largest turn of a slip direction in one step: linearised it is off by a third there. */
#define FRICTION_MOST_TURN 1.0
/* The merit has to fall by this part of a step's length (Armijo's rule, its usual value). */
#define FRICTION_DECREASE 1e-4
/* Shortest step: a shorter one is taken as none. */
#define FRICTION_SHORTEST (1.0 / 64)
/* A step makes progress if it leaves less than this part of the best residual. */
#define FRICTION_PROGRESS 0.9
enum {
    FRICTION_STEPS = 40,  /* most steps of one try */
    FRICTION_STALLED = 2, /* steps in a row without progress that end a try: it is solved if its
                           * residual is below FRICTION_ACCEPTED */
    FRICTION_LOST = 16,   /* steps in a row without progress after which a try has failed */
};

/* ---- continuation: creep of saturated elements, solve.c; compliance, cones.c ---- */

/* Part of the added creep or compliance that is left in each stage. */
#define HOMOTOPY_STAGE 0.1
/* The last stage before none at all. */
#define HOMOTOPY_LAST 1e-9

/* ---- the smooth law: saturated.c ---- */

/* Keeps |F| below mu N whatever rounding does to a product. */
#define SATURATED_BELOW (1 - 4 * DBL_EPSILON)
/* Makes statically indeterminate friction forces unique: contacts creep by this fraction of
 * g tau |F|. A promise of the manual. */
#define SATURATED_CREEP 1e-9
/* Newton steps for the demand of an expected slip. Method: two leave less than a tenth of a demand,
 * and an error costs steps of the search, no accuracy. */
enum { SATURATED_GUESS_STEPS = 2 };

/* ---- the global solver: cones.c ---- */

/* Tolerance of the global solver: smaller than any residual that it can reach, so that it iterates
 * as far as rounding allows. */
#define CONES_TOLERANCE 1e-15
/* Residual up to which its answer is a start for the forces of the least norm. */
#define CONES_BEGUN 1e-8
/* Residual up to which its answer is a solution: two orders below FRICTION_ACCEPTED. */
#define CONES_ENOUGH 1e-11
/* Proximal point steps towards the least norm: the compliance added to each row, relative to the
 * mean diagonal entry of its element in W, and the number of steps with it. Each step leaves about
 * this fraction of the error, unless rows nearly depend on each other; then steps with less
 * compliance follow. */
#define CONES_ADDED_COMPLIANCE 1e-4
enum {
    CONES_ROUNDS = 12,
    CONES_STEPS = 1000, /* most steps of the solver, which needs tens */
    CONES_SIZES = 9 /* powers of 2: up to 512 elements, of 64 wheels, 64 rims, 128 other joints, and
                     * 2 more of each tyre */
};

#endif
