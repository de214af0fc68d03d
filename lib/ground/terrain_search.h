/* SPDX-License-Identifier: MIT */
/* The walk over the boxes of a terrain, and the distance that it finds. */
#ifndef TERRAIN_SEARCH_H
#define TERRAIN_SEARCH_H

#include "ground/terrain.h"

/* A walk over those parts of the profile for which `reach` is below `limit`, nearest first. reach
 * gives a lower bound for anything within the box, infinity for one with nothing in it; the limit
 * may be lowered on the way. */
typedef double (*terrain_reach)(const struct terrain_box *box, const void *context);

enum { TERRAIN_DEPTH = 64 };

struct terrain_walk {
    const struct terrain *terrain;
    terrain_reach reach;
    const void *context;
    double limit;
    size_t leaf; /* where it starts, to be visited first; 0: done */
    size_t home; /* the node under which everything is on the stack or done */
    size_t depth, node[TERRAIN_DEPTH];
    double key[TERRAIN_DEPTH]; /* its reach */
};

void terrain_walk_start(struct terrain_walk *walk, const struct terrain *terrain,
                        terrain_reach reach, const void *context, double limit);

/* The same from the leaf of a segment upwards, in which all of the profile need not be looked
 * through from the top: for a place known to be near that segment. */
static inline void terrain_walk_start_near(struct terrain_walk *walk, const struct terrain *terrain,
                                           size_t segment, terrain_reach reach, const void *context,
                                           double limit)
{
    walk->terrain = terrain;
    walk->reach = reach;
    walk->context = context;
    walk->limit = limit;
    walk->leaf = walk->home =
        terrain->leaves > 1 ? terrain->leaves + segment / terrain->per_leaf : 1;
    walk->depth = 0;
}

/* The segments [first, end) of a leaf; are there any? */
static inline int terrain_run(const struct terrain *terrain, size_t leaf, size_t *first,
                              size_t *end)
{
    *first = (leaf - terrain->leaves) * terrain->per_leaf;
    *end = *first + terrain->per_leaf;
    if (*end > terrain->segments)
        *end = terrain->segments;
    return *first < *end;
}

int terrain_walk_on(struct terrain_walk *walk, size_t *first, size_t *end);

/* The next run of segments [first, end), with the corners at their ends; 0: no more. */
static inline int terrain_walk_next(struct terrain_walk *walk, size_t *first, size_t *end)
{
    size_t leaf = walk->leaf;
    walk->leaf = 0;
    if (leaf > 0)
        return terrain_run(walk->terrain, leaf, first, end);
    return (walk->depth > 0 || walk->home > 1) && terrain_walk_on(walk, first, end);
}

/* For terrain_walk_start: 0 for boxes that meet the box `context` or the disc (x, y, radius), else
 * infinity; the distance of a box to the point (x, y). */
double terrain_reach_box(const struct terrain_box *box, const void *context);
double terrain_reach_disc(const struct terrain_box *box, const void *context);
double terrain_reach_point(const struct terrain_box *box, const void *context);

/* Distance of the point to the profile, negative inside the ground; found the faster, the nearer
 * the segment `guess` is. */
double terrain_distance_near(const struct terrain *terrain, size_t guess, double x, double y);

static inline double terrain_distance(const struct terrain *terrain, double x, double y)
{
    return terrain_distance_near(terrain, 0, x, y);
}

#endif
