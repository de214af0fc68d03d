/* SPDX-License-Identifier: MIT */
/* Symbolic analysis of a block matrix for a multifrontal LU: which nodes are eliminated together,
 * in dense fronts, and where each block and update is added. Uses only the symmetrised pattern. */
#ifndef NUM_FRONT_PLAN_H
#define NUM_FRONT_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "num/interrupt.h"

/* A front eliminates the first `pivots` nodes of its list and updates the remaining `size -
 * pivots`. */
struct front {
    size_t pivots, size;
    size_t nodes;    /* start of its list of `size` nodes */
    size_t blocks;   /* its first matrix block; the next front's first block ends the range */
    size_t children; /* number of fronts whose updates this front adds: the last fronts before it
                        whose updates no front has added yet */
    size_t factor;   /* offset of its factors, in doubles */
};

struct front_plan {
    size_t d, fronts;
    struct front *front; /* fronts + 1, in processing order: children before parents */
    uint32_t *nodes;
    uint32_t *map;   /* for each entry of `nodes` beyond the pivots: index in the parent's list */
    uint32_t *block; /* matrix blocks of each front; NULL: one front has all blocks, row by row */
    uint32_t *row, *column; /* positions of these blocks, as indices in the list of the front */
    size_t *scratch;        /* one element per front */
    size_t factor_room, stack_room, largest; /* doubles of all factors, doubles of the stack of
                                                updates, nodes of the largest front */
    double work;                             /* multiplications of one factorisation */
};

/* Analyse a pattern. start, column: block rows of n nodes with d unknowns each; diagonal blocks
 * must be present. 0: out of memory, or stopped. */
int front_plan_new(struct front_plan *plan, size_t d, size_t n, const size_t *start,
                   const uint32_t *column, struct interrupt *interrupt);
void front_plan_free(struct front_plan *plan);

#endif
