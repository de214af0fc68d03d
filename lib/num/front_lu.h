/* SPDX-License-Identifier: MIT */
/* Multifrontal LU factorisation of a block matrix along a front_plan. Rows are exchanged only among
 * the pivots of one front, so that plan and memory do not depend on the values. Pivots that vanish
 * are replaced, so the caller should refine solutions. */
#ifndef NUM_FRONT_LU_H
#define NUM_FRONT_LU_H

#include "num/front_plan.h"
#include "num/interrupt.h"

struct front_lu {
    const struct front_plan *plan;
    double *factor;     /* factors of all fronts, at their offsets in the plan */
    double *stack;      /* updates that are not yet added to a parent */
    double *work;       /* the front that is being eliminated; `factor` if it is the only front */
    double *local;      /* unknowns of one front in a solution */
    uint32_t *exchange; /* row exchanged with each pivot, in elimination order */
    double smallest;    /* smallest |pivot| of the last factorisation */
    size_t replaced;    /* number of replaced pivots */
    struct interrupt *interrupt;
};

/* Allocate the memory that the plan requires; 0: out of memory. */
int front_lu_new(struct front_lu *lu, const struct front_plan *plan);
void front_lu_free(struct front_lu *lu);

/* Factorise. value: d x d blocks of the matrix for which the plan was made. Pivots up to
 * tiny in magnitude are replaced by tiny with their sign. */
void front_lu_factor(struct front_lu *lu, const double *value, double tiny);

/* x := A^-1 x, with d entries per node in the order of the matrix. */
void front_lu_solve(const struct front_lu *lu, double *x);

/* Eliminate the first p unknowns of the n x n row major matrix, with row exchanges only among the
 * first p rows. Afterwards the first p columns and rows of the matrix hold the unit lower and the
 * upper factor, the rest the Schur complement. exchange[k] becomes the row that was exchanged with
 * row k. Pivots up to tiny in magnitude are replaced as by front_lu_factor(), and counted in
 * *replaced. *smallest is reduced to the smallest |pivot|, if that is less. */
void front_eliminate(double *a, size_t n, size_t p, double tiny, uint32_t *exchange,
                     double *smallest, size_t *replaced, struct interrupt *interrupt);

#endif
