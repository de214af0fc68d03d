/* SPDX-License-Identifier: MIT */
/* Multifrontal LU of a block matrix along a front_plan. Rows are exchanged only among the pivots of
 * one front, so that plan and memory stay the same whatever the values; pivots that vanish are
 * replaced. Solutions are meant to be refined by the caller. */
#ifndef NUM_FRONT_LU_H
#define NUM_FRONT_LU_H

#include "num/front_plan.h"
#include "num/interrupt.h"

struct front_lu {
    const struct front_plan *plan;
    double *factor, *stack, *work, *local;
    uint32_t *exchange; /* by pivot, in the order of elimination */
    double smallest;    /* |pivot|, of the last factorisation */
    size_t replaced;    /* pivots */
    struct interrupt *interrupt;
};

/* 0: no memory */
int front_lu_new(struct front_lu *lu, const struct front_plan *plan);
void front_lu_free(struct front_lu *lu);

/* value: d x d blocks of the matrix the plan was made for. Pivots below tiny become tiny. */
void front_lu_factor(struct front_lu *lu, const double *value, double tiny);

/* x := A^-1 x, d entries per node in the order of the matrix */
void front_lu_solve(const struct front_lu *lu, double *x);

/* Eliminate the first p unknowns of the n x n row major matrix; exchanges only among the first p
 * rows. On return the unit lower and the upper factor are in its first p columns and rows, the
 * Schur complement is in the rest. */
void front_eliminate(double *a, size_t n, size_t p, double tiny, uint32_t *exchange,
                     double *smallest, size_t *replaced, struct interrupt *interrupt);

#endif
