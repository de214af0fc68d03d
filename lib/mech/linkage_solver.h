/* SPDX-License-Identifier: MIT */
/* Solver of constraint forces, shared by linkage_solve.c and linkage_distribute.c. */
#ifndef MECH_LINKAGE_SOLVER_H
#define MECH_LINKAGE_SOLVER_H

#include "mech/linkage_state.h"

/* Comments begin with the sizes of the arrays. Arrays over the n active rows are in the order of
 * work->order, the independent rows first. Their forces are scaled: divided by work->scale. */
struct linkage_solver {
    const struct linkage *linkage;
    const struct linkage_hold *hold;
    const struct linkage_work *work;
    size_t n, rank, more;   /* active rows; independent ones among them; dependences */
    int slips;              /* 1: a wheel slips */
    int rubs;               /* 1: a wheel slips with friction, so that P differs from C^T */
    int is_least;           /* 1: the forces were distributed in speeds, without the dependences */
    double *x, *compliance; /* n: scaled forces along the active rows; their compliances */
    double *product;        /* n: compliance times a vector */
    double *load;           /* rows: normal load of the wheel, at its normal row */
    double *lu;             /* rank x rank: LU factors of C M^-1 P, if a wheel rubs */
    double *left, *right;   /* more x n: left and right null space vectors; they are equal, and
                               have one place, unless a wheel rubs */
    size_t *pivot;          /* n */
};

/* Grip of the wheel to which the row belongs, or NULL. */
static inline const struct linkage_grip *linkage_grip_of(const struct linkage_solver *s, size_t row)
{
    size_t number = s->work->number[row];
    return linkage_is_joint_row(s->linkage, number) ? NULL : &s->hold->contact[number / 3];
}

/* Entry of C M^-1 P; the rows of a wheel are consecutive. */
static inline double linkage_entry(const struct linkage_solver *s, size_t i, size_t j)
{
    const struct linkage_work *work = s->work;
    const double *w = work->matrix + work->order[i] * work->rows + work->order[j];
    const struct linkage_grip *grip = linkage_grip_of(s, work->order[j]);
    double sum = w[0];
    if (grip && grip->mode == LINKAGE_SLIP)
        sum -= grip->mu * (grip->direction[0] * w[1] + grip->direction[1] * w[2]);
    return sum * (work->scale[i] * work->scale[j]);
}

/* Distribute statically indeterminate forces x: normal forces first, then forces along the ground
 * in the remaining dependences. Returns the number of dependences that affect the motion, which
 * come first. */
size_t linkage_distribute(struct linkage_solver *);

/* Return right null space vector k as linkage_distribute() has found it. If that has distributed
 * the forces without the dependences, compute the vector. */
double *linkage_null_vector(struct linkage_solver *, size_t k);

#endif
