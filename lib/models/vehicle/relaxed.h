/* SPDX-License-Identifier: MIT */
/* Forces of the ground on wheels that never lift and whose friction relaxes slip. Of such a wheel
 *
 *     F = s(|L|/(mu N)) L,   s(r) = (1 + r^p)^(-1/p)          [models/saturation.h]
 *     g (L - F) = -(a + u/tau)
 *
 * with the friction F, the slip u and its rate of change a, all along the plane. In stick L is the
 * force that ends slip within the relaxation time tau, deep in slip it points against u; |F| is
 * always less than mu N. The compliance g is that of the wheel's contact along its heading. N is
 * what keeps the wheel on the ground, and with N below zero there is no friction.
 *
 * Ideal wheels do not slip either, whatever that takes, and held joints do not move. Wheels that
 * slide by Coulomb's law have the friction -mu N d, along the direction d of their slip. Where
 * normal forces and these depend on each other they are those of the least sum of squares. Where
 * friction forces depend on each other (two wheels on one axle) eps g L joins the left side of the
 * law, by which wheels in stick creep, at a speed of about eps g tau |F|. */
#ifndef VEHICLE_RELAXED_H
#define VEHICLE_RELAXED_H

#include <stddef.h>
#include <stdint.h>

#include "num/interrupt.h"
#include "num/semidefinite.h"

#define RELAXED_EPS 1e-9

struct relaxed_wheel {
    int ideal; /* if so, no more is asked of it */
    int slides;
    double mu, time, sharpness;
    double direction[2]; /* if it slides */
    double heading[2];   /* of length 1; zeros: of a ball, which has none */
    double slip[2];
    double compliance; /* g, for the caller */
};

struct relaxed {
    /* The caller's: rows are z, x, y of each wheel, then those of held joints; no more of them than
     * there is memory for. */
    size_t wheels, held;
    const struct relaxed_wheel *wheel;
    const double *matrix; /* rows x rows: accelerations of the rows by unit forces along them */
    const double *free;   /* rows: accelerations without these forces */
    struct interrupt *interrupt;

    /* of the last solution */
    int redundant; /* do friction forces depend on each other? */
    size_t steps;  /* of Newton's iteration */

    /* For the files of relaxed: `count` wheels are not ideal. Their normal rows come first, then
     * all others that are firm, last the rows of their friction, two for each. */
    size_t count, firm;
    size_t *row; /* rows: their numbers */
    struct semidefinite semidefinite;
    double *still;  /* firm: forces along these without friction */
    double *answer; /* firm x 2 count: and their change by unit friction forces */
    /* weight x + offset + slope F(x) = 0 for the unknowns x = (N, L) of each wheel */
    double weight;         /* of L; that of N is 1 */
    double *offset, *left; /* 3 count; and what is left of the equations */
    double *whole, *extra; /* 3 count: the offset, of which some has been taken away */
    double *slope;         /* 3 count x 2 count */
    double *x, *trial, *step;
    double *force, *rate; /* 2 count: F; 2 x 3 for each wheel: its change with N and L */
    double *newton;       /* 3 count squared */
    size_t *pivot;        /* 3 count */
};

size_t relaxed_doubles(size_t wheels, size_t held);
/* Nothing in the memory lasts from one solution to the next. */
void relaxed_carve(struct relaxed *, size_t wheels, size_t held, double *memory);

/* The forces along all rows: WD_OK or WD_ENOCONV. */
int32_t relaxed_solve(struct relaxed *, double *force);

/* For the files of relaxed and their test: make the equations between N and L, 0: not of finite
 * numbers; solve them from x on, 0: more is left than rounding makes; friction at x = (N, L) of one
 * wheel, and its change with x, 2 x 3. */
int relaxed_reduce(struct relaxed *);
int relaxed_iterate(struct relaxed *);
void relaxed_friction(const struct relaxed_wheel *, const double *x, double *force, double *rate);
/* No less load than ample for the wheel to stick. */
void relaxed_load(const struct relaxed_wheel *, double *x);

#endif
