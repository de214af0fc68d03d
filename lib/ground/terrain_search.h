/* SPDX-License-Identifier: MIT */
/* The walk over the boxes of a terrain, and the distance that it finds. */
#ifndef TERRAIN_SEARCH_H
#define TERRAIN_SEARCH_H

#include "ground/terrain.h"

/* A walk over those parts of the profile for which `reach` is below `limit`, nearest first. reach
 * gives a lower bound for anything within the rectangle of a node, infinity for one with nothing in
 * it; the limit may be lowered on the way. */
typedef double (*terrain_reach)(const struct terrain_node *node, const void *context);

enum { TERRAIN_DEPTH = 128 }; /* twice the depth of any tree, and its children */

struct terrain_walk {
    const struct terrain *terrain;
    terrain_reach reach;
    const void *context;
    double limit;
    const uint32_t *order; /* of the leaf that is visited; NULL: it is in order */
    size_t at, end;        /* the positions in it that remain */
    size_t home;           /* the node under which everything is on the stack or done */
    int before, after;     /* may what comes before and after home along the profile be in reach? */
    size_t visited;        /* leaves after the first */
    size_t depth, node[TERRAIN_DEPTH];
    double key[TERRAIN_DEPTH]; /* its reach */
};

void terrain_walk_start(struct terrain_walk *walk, const struct terrain *terrain,
                        terrain_reach reach, const void *context, double limit);

/* Makes the segments of a leaf those that are visited next. */
static inline void terrain_walk_enter(struct terrain_walk *walk, size_t leaf)
{
    const struct terrain *terrain = walk->terrain;
    walk->at = (leaf - terrain->leaves) * terrain->per_leaf;
    walk->end = walk->at + terrain->per_leaf;
    if (walk->end > terrain->segments)
        walk->end = terrain->segments;
    walk->order = terrain->node[leaf].in_order ? NULL : terrain->order;
}

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
    walk->home =
        terrain->leaves > 1 ? terrain->leaves + terrain->place[segment] / terrain->per_leaf : 1;
    walk->before = walk->after = 1;
    walk->visited = 0;
    walk->depth = 0;
    terrain_walk_enter(walk, walk->home);
}

/* The segments [first, end) of the leaf that are visited next. */
static inline int terrain_walk_run(struct terrain_walk *walk, size_t *first, size_t *end)
{
    *first = walk->at;
    *end = walk->end;
    if (walk->order) {
        *first = walk->order[walk->at];
        *end = *first + 1;
        while (++walk->at < walk->end && walk->order[walk->at] == *end)
            ++*end;
    } else {
        walk->at = walk->end;
    }
    return 1;
}

int terrain_walk_on(struct terrain_walk *walk, size_t *first, size_t *end);

/* The next run of segments [first, end), with the corners at their ends; 0: no more. */
static inline int terrain_walk_next(struct terrain_walk *walk, size_t *first, size_t *end)
{
    if (walk->at < walk->end)
        return terrain_walk_run(walk, first, end);
    return (walk->depth > 0 || walk->home > 1) && terrain_walk_on(walk, first, end);
}

/* At least how far the rectangle of a node and the shape with these corners are apart: as far as
 * they are in the frame of the node. */
double terrain_node_apart(const struct terrain_node *node, const struct terrain_vector *corner,
                          size_t n);

/* For terrain_walk_start: the distance of a node to the box or the point (x, y) `context`; 0 for
 * nodes that meet the disc (x, y, radius), else infinity. */
double terrain_reach_box(const struct terrain_node *node, const void *context);
double terrain_reach_point(const struct terrain_node *node, const void *context);
double terrain_reach_disc(const struct terrain_node *node, const void *context);

/* Distance of the point to the profile, negative inside the ground. */
double terrain_distance(const struct terrain *terrain, double x, double y);

/* The same; it takes the less time the nearer the segment `guess` is. */
double terrain_distance_near(const struct terrain *terrain, size_t guess, double x, double y);

/* How far it is from everything but one segment, or from what is within `limit`. */
double terrain_distance_beside(const struct terrain *terrain, size_t segment, double x, double y,
                               double limit);

#endif
