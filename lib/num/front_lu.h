/* SPDX-License-Identifier: MIT */
/* Multifrontal LU factorisation of a block matrix along a front_plan. Rows are exchanged only among
 * the pivots of one front, so that plan and memory do not depend on the values. Pivots that vanish
 * are replaced, so the caller should refine solutions. */
#ifndef NUM_FRONT_LU_H
#define NUM_FRONT_LU_H

#include "num/contact_matrix.h"
#include "num/front_plan.h"
#include "num/interrupt.h"

/* Matrix in d x d blocks that is never stored: each block in row i is by_i times a block of
 * `value`, and own_i is added to the diagonal block. */
struct front_matrix {
    const double *value;    /* blocks of the pattern for which the plan was made */
    const double *by, *own; /* a block for each row */
};

/* Compute block b, which is in this row of blocks. The rows of `to` are `stride` apart. */
static inline void front_matrix_block(const struct front_matrix *a, size_t d, size_t b, size_t row,
                                      int is_diagonal, double *to, size_t stride)
{
    contact_block_times(d, a->by + d * d * row, a->value + d * d * b, to, stride);
    const double *own = a->own + d * d * row;
    for (size_t k = 0; is_diagonal && k < d; k++)
        for (size_t l = 0; l < d; l++)
            to[k * stride + l] += *own++;
}

struct front_lu {
    const struct front_plan *plan;
    double *factor;     /* factors of all fronts, at their offsets in the plan; of a full matrix
                           (front_lu_use()) in memory of the caller */
    double *stack;      /* updates that are not yet added to a parent */
    double *work;       /* the front that is being eliminated; `factor` if it is the only front */
    double *local;      /* unknowns of one front in a solution */
    uint32_t *exchange; /* row exchanged with each pivot, in elimination order */
    double smallest;    /* smallest |pivot| of the last factorisation */
    size_t replaced;    /* number of replaced pivots */
    struct interrupt *interrupt;
};

/* Allocate the memory that the plan requires; 0: out of memory. The factors of a full matrix are
 * in memory of the caller: plan->factor_room doubles that front_lu_use() sets. */
int front_lu_new(struct front_lu *lu, const struct front_plan *plan);
void front_lu_free(struct front_lu *lu);
void front_lu_use(struct front_lu *lu, double *factor);

/* Factorise. Pivots up to tiny in magnitude are replaced by tiny with their sign. */
void front_lu_factor(struct front_lu *lu, const struct front_matrix *, double tiny);

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
