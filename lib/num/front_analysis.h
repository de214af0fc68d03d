/* SPDX-License-Identifier: MIT */
/* The graph work behind a front_plan: order of elimination, elimination tree, fronts. */
#ifndef NUM_FRONT_ANALYSIS_H
#define NUM_FRONT_ANALYSIS_H

#include <stdint.h>
#include <stdlib.h>

#include "num/interrupt.h"

/* What the analysis needs on the way; nodes are named by their number in the matrix, `place` is
 * their number in the order of elimination. */
#define FRONT_NONE UINT32_MAX

struct analysis {
    size_t n, fronts;
    size_t *start; /* symmetrised pattern without diagonal */
    uint32_t *column;
    size_t *t_start; /* blocks by column of the matrix */
    uint32_t *t_block, *t_row;
    uint32_t *order, *place, *parent;
    size_t *list; /* where the updated nodes of a pivot begin in `lists`, and one more */
    uint32_t *lists;
    size_t lists_room;
    uint32_t *first;  /* of each front: first pivot, by place */
    uint32_t *father; /* of each front */
    uint32_t *stamp, *local, *scratch;
    struct interrupt *interrupt;
};

/* calloc() of at least one, so that NULL always means no memory */
static inline void *front_memory(size_t count, size_t size)
{
    return calloc(count + 1, size);
}

/* For d unknowns per node and this pattern. 0: no memory, or stopped; analysis_free() either way.
 */
int analysis_new(struct analysis *a, size_t d, size_t n, const size_t *start,
                 const uint32_t *column, struct interrupt *interrupt);
void analysis_free(struct analysis *a);

#endif
