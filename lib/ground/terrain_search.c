/* SPDX-License-Identifier: MIT */
/* Searches in the tree of a terrain. They visit a number of nodes proportional to the logarithm of
 * the number of segments, and only a few if they start from a leaf near the result. */
#include "ground/terrain_search.h"
#include "num/elementary.h"

#include <math.h>

void terrain_walk_start(struct terrain_walk *walk, const struct terrain *terrain,
                        terrain_reach reach, const void *context, double limit)
{
    walk->terrain = terrain;
    walk->reach = reach;
    walk->context = context;
    walk->limit = limit;
    walk->at = walk->end = 0;
    walk->home = 1;
    walk->before = walk->after = 1;
    walk->visited = 0;
    walk->depth = 1;
    walk->node[0] = 1;
    walk->key[0] = -INFINITY; /* always visit the root; testing it would cost more */
}

static void push(struct terrain_walk *walk, size_t node, double key)
{
    if (key < walk->limit) {
        walk->node[walk->depth] = node;
        walk->key[walk->depth++] = key;
    }
}

static double reach_of(const struct terrain_walk *walk, size_t node)
{
    return walk->reach(&walk->terrain->node[node], walk->context);
}

static void push_children(struct terrain_walk *walk, size_t node)
{
    double left = reach_of(walk, 2 * node), right = reach_of(walk, 2 * node + 1);
    if (left <= right) {
        push(walk, 2 * node + 1, right);
        push(walk, 2 * node, left);
    } else {
        push(walk, 2 * node, left);
        push(walk, 2 * node + 1, right);
    }
}

static int is_reached(const struct terrain_walk *walk, const struct terrain_box *box)
{
    const struct terrain_node node = {.along = {1, 0}, .box = *box};
    return walk->reach(&node, walk->context) < walk->limit;
}

/* Update the flags that say whether the profile before and after the node `home` can be within
 * reach. `home` must hold one contiguous run of segments. A flag that is 0 stays 0. */
static void look_beyond(struct terrain_walk *walk)
{
    const struct terrain *terrain = walk->terrain;
    size_t first = walk->home, last = walk->home;
    for (; first < terrain->leaves; first *= 2)
        last = 2 * last + 1;
    if (walk->before)
        walk->before = is_reached(walk, &terrain->before[first - terrain->leaves]);
    if (walk->after)
        walk->after = is_reached(walk, &terrain->after[last - terrain->leaves]);
}

/* Push the sibling of `home`, and make their parent the new home. Returns 0 if nothing outside
 * `home` is within reach. */
static int climb(struct terrain_walk *walk)
{
    const struct terrain_node *node = walk->terrain->node;
    while (walk->home > 1) {
        size_t twin = walk->home ^ 1, home = walk->home / 2;
        if (node[walk->home].in_order)
            look_beyond(walk);
        if (!walk->before && !walk->after)
            return 0;
        int one_run = node[walk->home].in_order && node[home].in_order;
        walk->home = home;
        if (one_run && !(twin % 2 == 0 ? walk->before : walk->after))
            continue;
        push(walk, twin, reach_of(walk, twin));
        return 1;
    }
    return 0;
}

/* Take the nearest node from the stack. If the stack is half full, take the last node instead, so
 * that the stack grows by no more than the depth of the tree. */
static size_t pop(struct terrain_walk *walk, double *key)
{
    size_t last = --walk->depth, best = last;
    for (size_t k = last; k-- > 0 && last < TERRAIN_DEPTH / 2;)
        if (walk->key[k] < walk->key[best])
            best = k;
    size_t node = walk->node[best];
    *key = walk->key[best];
    walk->node[best] = walk->node[last];
    walk->key[best] = walk->key[last];
    return node;
}

/* Advance to the next leaf. As long as the limit is infinite, the walk climbs after a few leaves
 * before it visits further ones, because what it seeks may be far from home.
 *
 * NODE_WORK: work of one node in the units of num/interrupt.h.
 * LEAVES_BEFORE_CLIMB: leaves visited after the first one before this climb. This number decides
 * how much is searched, not what is found. Chosen, not tuned: for two bounces on 100,000 points in
 * 10 m (test-impact-profiles) the work is 2400 with 0, 3200 with 8, 4600 with 32 and 11500 without
 * a climb (the test allows 6800); on 1000 points it is 680 with each of these. */
int terrain_walk_on(struct terrain_walk *walk, size_t *first, size_t *end)
{
    enum { NODE_WORK = 20, LEAVES_BEFORE_CLIMB = 8 };
    const struct terrain *terrain = walk->terrain;
    do {
        if (interrupted(terrain->interrupt, NODE_WORK))
            return 0;
        while (walk->limit == HUGE_VAL && walk->visited > LEAVES_BEFORE_CLIMB && climb(walk)) {
        }
        while (walk->depth > 0) {
            double key;
            size_t node = pop(walk, &key);
            if (interrupted(terrain->interrupt, NODE_WORK))
                return 0;
            if (!(key < walk->limit))
                continue;
            if (node < terrain->leaves) {
                push_children(walk, node);
                continue;
            }
            terrain_walk_enter(walk, node);
            walk->visited++;
            if (walk->at < walk->end)
                return terrain_walk_run(walk, first, end);
        }
    } while (climb(walk));
    return 0;
}

double terrain_node_apart(const struct terrain_node *node, const struct terrain_vector *corner,
                          size_t n)
{
    struct terrain_box box = terrain_box_of_nothing();
    double rounding = 0;
    for (size_t k = 0; k < n; k++) {
        struct terrain_vector q = terrain_node_place(node, corner[k].x, corner[k].y);
        rounding = num_fmax(TERRAIN_ROUNDED * (fabs(q.x) + fabs(q.y)), rounding);
        terrain_box_take(&box, q.x, q.y);
    }
    terrain_box_widen(&box, rounding);
    return terrain_boxes_apart(&box, &node->box);
}

double terrain_reach_box(const struct terrain_node *node, const void *context)
{
    const struct terrain_box *box = context;
    const double *s = box->side;
    const struct terrain_vector corner[] = {{s[0], s[1]}, {s[2], s[1]}, {s[0], s[3]}, {s[2], s[3]}};
    return terrain_node_is_upright(node) ? terrain_boxes_apart(box, &node->box)
                                         : terrain_node_apart(node, corner, 4);
}

/* Distance vector between a point and a node's rectangle, in the directions of the sides. The
 * vector is reduced by the rounding error of distances to the segments in the node. */
static struct terrain_vector way_to(const struct terrain_node *node, const double *point)
{
    const double *side = node->box.side;
    double dx = point[0] - node->origin.x, dy = point[1] - node->origin.y;
    struct terrain_vector q = terrain_node_place(node, point[0], point[1]);
    double rounding = TERRAIN_ROUNDED * (fabs(dx) + fabs(dy));
    double along = num_fmax(q.x - side[2], side[0] - q.x);
    double across = num_fmax(q.y - side[3], side[1] - q.y);
    return (struct terrain_vector){num_fmax(0, along - rounding), num_fmax(0, across - rounding)};
}

double terrain_reach_point(const struct terrain_node *node, const void *context)
{
    struct terrain_vector d = way_to(node, context);
    return (1 - TERRAIN_ROUNDED) * terrain_length(d.x, d.y);
}

double terrain_reach_disc(const struct terrain_node *node, const void *context)
{
    const double *disc = context;
    struct terrain_vector d = way_to(node, disc);
    return d.x * d.x + d.y * d.y <= disc[2] * disc[2] ? 0 : (double)INFINITY;
}

/* Signed distance to the nearest segment that the walk visits. `nearest` is the square of a known
 * distance and `side` its sign; the walk's limit is the least distance so far. */
static double nearest_of(struct terrain_walk *walk, double x, double y, double nearest, double side)
{
    const struct terrain *terrain = walk->terrain;
    size_t first, end;
    while (terrain_walk_next(walk, &first, &end)) {
        double known = nearest;
        for (size_t i = first; i < end; i++) {
            double of_this, square = terrain_square(terrain, i, x, y, &of_this);
            if (square < nearest) {
                nearest = square;
                side = of_this;
            }
        }
        if (nearest < known)
            walk->limit = sqrt(nearest);
    }
    return copysign(walk->limit, side);
}

double terrain_distance(const struct terrain *terrain, double x, double y)
{
    const double point[2] = {x, y};
    struct terrain_walk walk;
    terrain_walk_start(&walk, terrain, terrain_reach_point, point, INFINITY);
    return nearest_of(&walk, x, y, INFINITY, 1);
}

double terrain_distance_near(const struct terrain *terrain, size_t guess, double x, double y)
{
    const double point[2] = {x, y};
    struct terrain_walk walk;
    double side, square = terrain_square(terrain, guess, x, y, &side);
    terrain_walk_start_near(&walk, terrain, guess, terrain_reach_point, point, sqrt(square));
    return nearest_of(&walk, x, y, square, side);
}

double terrain_distance_beside(const struct terrain *terrain, size_t segment, double x, double y,
                               double limit)
{
    const double point[2] = {x, y};
    struct terrain_walk walk;
    size_t first, end;
    double side, nearest = limit * limit;
    terrain_walk_start_near(&walk, terrain, segment, terrain_reach_point, point, limit);
    while (terrain_walk_next(&walk, &first, &end)) {
        for (size_t i = first; i < end; i++)
            if (i != segment)
                nearest = num_fmin(nearest, terrain_square(terrain, i, x, y, &side));
        walk.limit = sqrt(nearest);
    }
    return sqrt(nearest);
}
