/* SPDX-License-Identifier: MIT */
/* What is near: a complete binary tree of boxes over runs of neighbouring segments. The order
 * of the segments along the profile is the order of the leaves, so building takes linear time and
 * a search visits a number of nodes that grows like the logarithm of the segments. */
#include "ground/terrain_search.h"
#include "num/bound.h"

#include <math.h>

void terrain_walk_start(struct terrain_walk *walk, const struct terrain *terrain,
                        terrain_reach reach, const void *context, double limit)
{
    walk->terrain = terrain;
    walk->reach = reach;
    walk->context = context;
    walk->limit = limit;
    walk->leaf = 0;
    walk->home = 1;
    walk->depth = 1;
    walk->node[0] = 1;
    walk->key[0] = -INFINITY; /* looking costs more than going there */
}

static void push(struct terrain_walk *walk, size_t node, double key)
{
    if (key < walk->limit) {
        walk->node[walk->depth] = node;
        walk->key[walk->depth++] = key;
    }
}

static double reach_of(const struct terrain_walk *walk, const struct terrain_box *box)
{
    return walk->reach(box, walk->context);
}

static void push_children(struct terrain_walk *walk, size_t node)
{
    const struct terrain_box *child = &walk->terrain->box[2 * node];
    double left = reach_of(walk, child), right = reach_of(walk, child + 1);
    if (left <= right) {
        push(walk, 2 * node + 1, right);
        push(walk, 2 * node, left);
    } else {
        push(walk, 2 * node, left);
        push(walk, 2 * node + 1, right);
    }
}

/* On to the twin of home, and to both under one home; 0 if nothing beyond home can be reached. */
static int climb(struct terrain_walk *walk)
{
    const struct terrain *terrain = walk->terrain;
    size_t first = walk->home, last = walk->home;
    if (walk->home == 1)
        return 0;
    for (; first < terrain->leaves; first *= 2)
        last = 2 * last + 1;
    if (!(reach_of(walk, &terrain->before[first - terrain->leaves]) < walk->limit ||
          reach_of(walk, &terrain->after[last - terrain->leaves]) < walk->limit))
        return 0;
    size_t twin = walk->home ^ 1;
    push(walk, twin, reach_of(walk, &terrain->box[twin]));
    walk->home /= 2;
    return 1;
}

int terrain_walk_on(struct terrain_walk *walk, size_t *first, size_t *end)
{
    enum { NODE_WORK = 20 };
    const struct terrain *terrain = walk->terrain;
    do {
        if (interrupted(terrain->interrupt, NODE_WORK))
            return 0;
        while (walk->depth > 0) {
            size_t node = walk->node[--walk->depth];
            if (interrupted(terrain->interrupt, NODE_WORK))
                return 0;
            if (!(walk->key[walk->depth] < walk->limit))
                continue;
            if (node < terrain->leaves) {
                push_children(walk, node);
                continue;
            }
            if (terrain_run(terrain, node, first, end))
                return 1;
        }
    } while (climb(walk));
    return 0;
}

double terrain_reach_box(const struct terrain_box *box, const void *context)
{
    const struct terrain_box *other = context;
    const double *a = box->side, *b = other->side;
    int meet = a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
    return meet ? 0 : (double)INFINITY;
}

/* From a point to the nearest one of the box. */
static struct terrain_vector way_to(const struct terrain_box *box, const double *point)
{
    const double *side = box->side;
    double dx = larger(larger(side[0] - point[0], point[0] - side[2]), 0);
    double dy = larger(larger(side[1] - point[1], point[1] - side[3]), 0);
    return (struct terrain_vector){dx, dy};
}

double terrain_reach_disc(const struct terrain_box *box, const void *context)
{
    const double *disc = context;
    struct terrain_vector d = way_to(box, disc);
    return d.x * d.x + d.y * d.y <= disc[2] * disc[2] ? 0 : (double)INFINITY;
}

double terrain_reach_point(const struct terrain_box *box, const void *context)
{
    struct terrain_vector d = way_to(box, context);
    return terrain_length(d.x, d.y);
}

double terrain_distance_near(const struct terrain *terrain, size_t guess, double x, double y)
{
    const double point[2] = {x, y};
    struct terrain_walk walk;
    size_t first, end;
    double nearest_side, nearest = terrain_square(terrain, guess, x, y, &nearest_side);
    terrain_walk_start_near(&walk, terrain, guess, terrain_reach_point, point, sqrt(nearest));
    while (terrain_walk_next(&walk, &first, &end)) {
        for (size_t i = first; i < end; i++) {
            const struct terrain_segment *s = &terrain->segment[i];
            double side = terrain_side(s, x, y), square;
            if ((side * side < nearest || terrain_is_arc(terrain, i)) &&
                (square = terrain_square(terrain, i, x, y, &side)) < nearest) {
                nearest = square;
                nearest_side = side;
            }
        }
        walk.limit = sqrt(nearest);
    }
    return copysign(sqrt(nearest), nearest_side);
}
