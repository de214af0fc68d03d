/* SPDX-License-Identifier: MIT */
/* The order of the segments in the tree of a terrain. */
#ifndef TERRAIN_ORDER_H
#define TERRAIN_ORDER_H

#include "ground/terrain.h"

/* Midpoint of a segment; for an unbounded segment a point on it. */
static inline struct terrain_vector terrain_middle(const struct terrain *terrain, size_t i)
{
    const struct terrain_segment *s = &terrain->segment[i];
    const struct terrain_segment *end = i + 1 < terrain->segments ? s + 1 : s;
    return (struct terrain_vector){(s->x + end->x) / 2, (s->y + end->y) / 2};
}

/* Vector from start to end of a segment; zero for an unbounded one. */
static inline struct terrain_vector terrain_chord(const struct terrain *terrain, size_t i)
{
    const struct terrain_segment *s = &terrain->segment[i];
    if (isinf(s->from) || isinf(s->to))
        return (struct terrain_vector){0, 0};
    return (struct terrain_vector){s[1].x - s->x, s[1].y - s->y};
}

/* Compute order, place and the in_order flags of the nodes; segments, leaves and memory of the
 * terrain must be set. */
void terrain_order_build(struct terrain *terrain);

#endif
