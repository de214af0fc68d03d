/* SPDX-License-Identifier: MIT */
/* Graph algorithms behind a front_plan: elimination order, elimination tree, fronts. */
#ifndef NUM_FRONT_ANALYSIS_H
#define NUM_FRONT_ANALYSIS_H

#include <stdint.h>
#include <stdlib.h>

#include "num/interrupt.h"

#define FRONT_NONE UINT32_MAX

/* Data of the analysis. Nodes are numbered as in the matrix; the place of a node is its number in
 * the elimination order. */

struct analysis {
    size_t n, fronts;
    size_t *start; /* symmetrised pattern without diagonal */
    uint32_t *column;
    size_t *t_start; /* blocks by column of the matrix: transposed pattern */
    uint32_t *t_block, *t_row;
    uint32_t *order;  /* node at each place */
    uint32_t *place;  /* place of each node */
    uint32_t *parent; /* parent in the elimination tree, by place */
    size_t *list;     /* start of each front's list in `lists`, n + 1 entries */
    uint32_t *lists;  /* places of the nodes that a front updates, ascending */
    size_t lists_room;
    uint32_t *first;                   /* first pivot of each front, by place */
    uint32_t *father;                  /* parent of each front */
    uint32_t *stamp, *local, *scratch; /* scratch, n numbers each */
    struct interrupt *interrupt;
};

/* calloc() of at least one element, so that NULL always means out of memory. */
static inline void *front_memory(size_t count, size_t size)
{
    return calloc(count + 1, size);
}

/* Analyse this pattern with d unknowns per node. 0: out of memory, or stopped. Call analysis_free()
 * in both cases. */
int analysis_new(struct analysis *a, size_t d, size_t n, const size_t *start,
                 const uint32_t *column, struct interrupt *interrupt);
void analysis_free(struct analysis *a);

#endif
