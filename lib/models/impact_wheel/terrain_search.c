/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The broad phase: a complete binary tree of boxes over runs of neighbouring segments. The order
 * of the segments along the profile is the order of the leaves, so building takes linear time and
 * a search visits a number of nodes that grows like the logarithm of the segments. */
#include "models/impact_wheel/terrain.h"

#include <math.h>

void terrain_walk_start(struct terrain_walk *walk, const struct terrain *terrain,
                        terrain_reach reach, const void *context, double limit)
{
    walk->terrain = terrain;
    walk->reach = reach;
    walk->guess = NULL;
    walk->context = context;
    walk->limit = limit;
    walk->depth = 1;
    walk->node[0] = 1;
    /* With a single leaf there is nothing to choose from. */
    walk->key[0] = terrain->leaves > 1 ? reach(&terrain->box[1], context) : 0;
}

static void push(struct terrain_walk *walk, size_t node, double key)
{
    if (key < walk->limit) {
        walk->node[walk->depth] = node;
        walk->key[walk->depth++] = key;
    }
}

/* Of a node with a guess alone so far; the root is known. */
static int is_within(const struct terrain_walk *walk, size_t node)
{
    return !walk->guess || node == 1 ||
           walk->reach(&walk->terrain->box[node], walk->context) < walk->limit;
}

int terrain_walk_next(struct terrain_walk *walk, size_t *first, size_t *end)
{
    const struct terrain *terrain = walk->terrain;
    while (walk->depth > 0) {
        size_t node = walk->node[--walk->depth];
        if (!(walk->key[walk->depth] < walk->limit) || !is_within(walk, node))
            continue;
        if (node >= terrain->leaves) {
            size_t per_leaf = (terrain->segments + terrain->leaves - 1) / terrain->leaves;
            *first = (node - terrain->leaves) * per_leaf;
            *end = *first + per_leaf < terrain->segments ? *first + per_leaf : terrain->segments;
            if (*first < *end)
                return 1;
            continue;
        }
        terrain_reach order = walk->guess ? walk->guess : walk->reach;
        double left = order(&terrain->box[2 * node], walk->context);
        double right = order(&terrain->box[2 * node + 1], walk->context);
        if (left <= right) {
            push(walk, 2 * node + 1, right);
            push(walk, 2 * node, left);
        } else {
            push(walk, 2 * node, left);
            push(walk, 2 * node + 1, right);
        }
    }
    return 0;
}

double terrain_reach_box(const struct terrain_box *box, const void *context)
{
    const struct terrain_box *other = context;
    const double *a = box->side, *b = other->side;
    int meet = a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
    return meet ? 0 : INFINITY;
}

double terrain_reach_point(const struct terrain_box *box, const void *context)
{
    const double *point = context, *side = box->side;
    double dx = fmax(fmax(side[0] - point[0], point[0] - side[2]), 0);
    double dy = fmax(fmax(side[1] - point[1], point[1] - side[3]), 0);
    return hypot(dx, dy);
}
