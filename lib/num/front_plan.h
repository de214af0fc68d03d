/* SPDX-License-Identifier: MIT */
/* Symbolic analysis of a block matrix for a multifrontal LU: which nodes are eliminated together,
 * in dense fronts, and where everything goes. Only the pattern (symmetrised) is looked at. */
#ifndef NUM_FRONT_PLAN_H
#define NUM_FRONT_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "num/interrupt.h"

/* A front eliminates `pivots` nodes and updates the `size - pivots` that follow in its list. */
struct front {
    size_t pivots, size;
    size_t nodes;    /* where its list of `size` nodes begins */
    size_t blocks;   /* its first matrix block; they end where those of the next front begin */
    size_t children; /* fronts that have updates for it: the last ones not yet used by another */
    size_t factor;   /* offset of its factors, in scalars */
};

struct front_plan {
    size_t d, fronts;
    struct front *front; /* fronts + 1, in the order of work: children before parents */
    uint32_t *nodes;
    uint32_t *map;   /* by entry of nodes, beyond the pivots: its place in the parent's list */
    uint32_t *block; /* matrix blocks by front */
    uint32_t *row, *column;                  /* and where they go, in nodes of the front */
    size_t *scratch;                         /* fronts */
    size_t factor_room, stack_room, largest; /* scalars, scalars, nodes of the largest front */
    double work;                             /* multiplications of a factorisation */
};

/* start, column: block rows of n nodes of d unknowns; the diagonal must be there. 0: no memory, or
 * stopped. */
int front_plan_new(struct front_plan *plan, size_t d, size_t n, const size_t *start,
                   const uint32_t *column, struct interrupt *interrupt);
void front_plan_free(struct front_plan *plan);

#endif
