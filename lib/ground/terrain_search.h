/* SPDX-License-Identifier: MIT */
/* Traversal of the tree of a terrain, and distances computed with it. */
#ifndef TERRAIN_SEARCH_H
#define TERRAIN_SEARCH_H

#include "ground/terrain.h"

/* Traversal of the parts of the profile for which `reach` is below `limit`, nearest first. `reach`
 * returns a lower bound of the distance to everything in the rectangle of a node, infinity for an
 * empty rectangle. The limit may be lowered during the traversal. */
typedef double (*terrain_reach)(const struct terrain_node *node, const void *context);

enum { TERRAIN_DEPTH = 128 }; /* twice the largest depth of a tree, for both children */

struct terrain_walk {
    const struct terrain *terrain;
    terrain_reach reach;
    const void *context;
    double limit;
    const uint32_t *order; /* order of the segments; NULL: the visited leaf is in order */
    size_t at, end;        /* range of positions still to visit in this leaf */
    size_t home;           /* node whose subtree is completely on the stack or visited */
    int before, after;     /* 1: the profile before or after home may be within reach */
    size_t visited;        /* number of visited leaves after the first */
    size_t depth, node[TERRAIN_DEPTH];
    double key[TERRAIN_DEPTH]; /* reach of each node */
};

/* Start a walk at the root of the tree. */
void terrain_walk_start(struct terrain_walk *walk, const struct terrain *terrain,
                        terrain_reach reach, const void *context, double limit);

/* Visit the segments of a leaf next. */
static inline void terrain_walk_enter(struct terrain_walk *walk, size_t leaf)
{
    const struct terrain *terrain = walk->terrain;
    walk->at = (leaf - terrain->leaves) * terrain->per_leaf;
    walk->end = walk->at + terrain->per_leaf;
    if (walk->end > terrain->segments)
        walk->end = terrain->segments;
    walk->order = terrain->node[leaf].in_order ? NULL : terrain->order;
}

/* Start at the leaf of a segment and climb. For a place known to be near that segment this avoids
 * the descent from the root. */
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

/* Set the range [first, end) of segments to visit next in the present leaf. Returns 1. */
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

/* Advance to the next leaf, and set its first range of segments as terrain_walk_next() does. */
int terrain_walk_on(struct terrain_walk *walk, size_t *first, size_t *end);

/* Set the next range of segments [first, end), to visit with the corners at their ends. Returns 0
 * if none is left. */
static inline int terrain_walk_next(struct terrain_walk *walk, size_t *first, size_t *end)
{
    if (walk->at < walk->end)
        return terrain_walk_run(walk, first, end);
    return (walk->depth > 0 || walk->home > 1) && terrain_walk_on(walk, first, end);
}

/* Lower bound of the distance between a node's rectangle and the convex hull of these corners:
 * their distance along the axes of the node's frame. */
double terrain_node_apart(const struct terrain_node *node, const struct terrain_vector *corner,
                          size_t n);

/* Reach function: lower bound of the distance of the node's rectangle from a struct terrain_box. */
double terrain_reach_box(const struct terrain_node *node, const void *context);
/* Reach function: lower bound of the distance of the node's rectangle from a point (x, y). */
double terrain_reach_point(const struct terrain_node *node, const void *context);
/* Reach function: 0 for a node that may intersect a disc (x, y, radius), else infinity. */
double terrain_reach_disc(const struct terrain_node *node, const void *context);

/* Signed distance of the point to the profile, negative inside the ground. */
double terrain_distance(const struct terrain *terrain, double x, double y);

/* terrain_distance() with a segment `guess` near the point; the nearer, the faster the search. */
double terrain_distance_near(const struct terrain *terrain, size_t guess, double x, double y);

/* Distance of the point to the rest of the profile, without this segment; `limit` if the rest is
 * farther away. */
double terrain_distance_beside(const struct terrain *terrain, size_t segment, double x, double y,
                               double limit);

#endif
