/* SPDX-License-Identifier: MIT */
/* All numeric constants of the friction solver. All are pure numbers. Each says what it limits,
 * what happens beyond it, and where its value comes from: a rounding bound, a property of the
 * method, or a trial (then the test is named). */
#ifndef FRICTION_NUMBERS_H
#define FRICTION_NUMBERS_H

#include <float.h>

/* ---- what is a solution: solve.c, newton.c ---- */

/* Residual, relative to the problem's scale, at which Newton's method ends: some thousand
 * roundings, the error of sums over a hundred rows. */
#define FRICTION_GOAL 1e-12
/* Residual that is the rounding error of a few terms: a further step does not reduce it. */
#define FRICTION_ROUNDING (8 * DBL_EPSILON)
/* Residual up to which an answer is a solution where no step makes it smaller, because nearly
 * dependent rows amplify rounding. Beyond it the status is WD_ENOCONV. From the method: the next
 * instant starts with this residual, which is below every default of solver.rtol. A result of the
 * global solver (cones.c) with at most this residual is a start for the forces of least norm, and
 * a solution. */
#define FRICTION_ACCEPTED 1e-10

/* ---- Newton's method: newton.c ---- */

/* Compliance that is added to each diagonal entry of the Newton matrix, but not to the residual,
 * relative to the diagonal entry of W: where forces are not unique, steps from 0 then lead to those
 * of the least norm. The compliance is small enough to keep the relative error of a step below
 * FRICTION_REFACTOR, and far above rounding. */
#define FRICTION_ADDED_COMPLIANCE 3e-7
/* A factorisation is used again while each step reduces the residual to at most this fraction. From
 * the method: the residual is below FRICTION_GOAL after four such steps, and one more step with the
 * same factorisation leaves rounding only. */
#define FRICTION_REFACTOR 1e-3
/* Tangent of the largest turn of a slip direction in one step: 45 degrees. The angle of the
 * linearised step, 1 rad, is then 27 % larger than the turn. */
#define FRICTION_MOST_TURN 1.0
/* Smallest fraction of a step that the line search tries. */
#define FRICTION_SHORTEST (1.0 / 64)
/* A step makes progress if its residual is below this fraction of the smallest one so far. */
#define FRICTION_PROGRESS 0.9
/* Newton's method has stopped if a step without a change of modes leaves more than this fraction of
 * the residual: steps then converge linearly at best, and a path takes fewer factorisations. Tuned
 * on problems of robust-fixed-steps that need 30 factorisations or more with 0.9: with 0.5 to 0.7
 * they need half as many; with 0.5 a few problems get other forces where these are not unique. */
#define FRICTION_LINEAR 0.7
enum {
    FRICTION_STEPS = 40,  /* most steps of one try */
    FRICTION_STALLED = 2, /* steps that end a try: in a row without progress, where the result is a
                           * solution if its residual is not above FRICTION_ACCEPTED; and since the
                           * smallest merit, if no fraction of them makes the merit decrease: the
                           * try has failed. Tuned for these on robust-fixed-steps and -throws: with
                           * 1, two more problems are not solved and the mean cost is 6 % higher;
                           * with 3, the longest searches cost 7 % more */
    FRICTION_LOST = 8,    /* steps in a row without progress after which a try has failed. Tuned on
                           * the problems of robust-fixed-steps: 6 to 16 cost the same to 8 %; with
                           * 4, more problems need a path */
};

/* ---- continuation: grow.c, follow.c, cones.c ---- */

/* Most steps of a continuation:
 * - of a way from other coefficients of friction (grow.c). Measured on 3182 problems with SATURATED
 *   elements, most of them of robust-ordinary: 12 to 32 solve the same ones;
 * - pieces of a path, for each element and one more (follow.c). Measured on 5819 paths that led to
 *   a solution (robust-drives 2 1, -ordinary 100 0, -throws 300 0, -fixed-steps 3000,
 *   test-friction-saturated, -sliding): the mean is 1.4; 6 to 16 solve as many problems, and the
 *   numbers of factorisations differ by 0.03 % at most;
 * - proximal point steps with one compliance (cones.c). */
enum { FRICTION_CONTINUATION = 12 };

/* Factor between the stages of a continuation:
 * - it shortens a step of a way (grow.c); the step after a success is twice as long. Tuned on 3682
 *   problems, most of them of robust-ordinary: 1/4 needs 18.7 factorisations on average, 1/2 needs
 *   20.2 and 1/8 19.4;
 * - each stage reduces the compliance added for the global solver (cones.c), or increases that on a
 *   path (follow.c). With 1/10 results of robust-ordinary 30 40000, -throws 60 200000, -grounds 12
 *   5000 and -smooth 6 5000 are the same to the bit. */
#define FRICTION_STAGE 0.25

/* ---- paths: follow.c ---- */

/* Slip velocity and normal force, relative to those of a residual of 1, that are 0 to rounding on a
 * path: errors of its equations, which hold to FRICTION_GOAL, are not above them. */
#define FRICTION_PATH_STILL FRICTION_GOAL
/* Compliance on a path, relative to diagonal entries of W, so that matrices of statically
 * indeterminate forces are not singular. From rounding: the error of the equations. Where a matrix
 * is singular all the same, the compliance is divided by FRICTION_STAGE. It changes the path, but
 * not the solution, because Newton's method starts from the end of the path without it. */
#define FRICTION_PATH_COMPLIANCE FRICTION_GOAL

/* ---- the smooth law: saturated.c ---- */

/* Factor that keeps |F| below mu N in spite of rounding. */
#define SATURATED_BELOW (1 - 4 * DBL_EPSILON)
/* Creep velocity of a contact relative to g tau |F|, where g is the compliance of the contact
 * (saturated.c) and tau the relaxation time of slip. This creep makes statically indeterminate
 * friction forces unique. The manual states this value. */
#define SATURATED_CREEP 1e-9
/* Newton steps for the demand of an expected slip. From the method: after two steps the error is
 * below a tenth of the demand; an error costs steps of the search, but no accuracy. */
enum { SATURATED_GUESS_STEPS = 2 };

/* ---- the global solver: cones.c ---- */

/* Tolerance of the global solver: below any residual that it can reach, so that it iterates until
 * rounding stops it. */
#define CONES_TOLERANCE 1e-15
/* Proximal point steps towards the least norm: the compliance added to each row, relative to the
 * mean diagonal entry of its element in W. Each of FRICTION_CONTINUATION steps reduces the
 * error to about this fraction, unless rows nearly depend on each other; then steps with less
 * compliance follow. */
#define CONES_ADDED_COMPLIANCE 1e-4
enum { CONES_STEPS = 1000 }; /* most steps of the solver, which usually needs some tens */

#endif
