/* SPDX-License-Identifier: MIT */
/* Bounding volume hierarchy of a terrain, over its segments in the order of terrain_order.c. The
 * rectangle of a node is axis-parallel or parallel to its segments, whichever is smaller. An
 * axis-parallel box around a slope would be almost empty, and those around long parallel slopes
 * would overlap. */
#include "ground/terrain_tree.h"
#include "ground/terrain_order.h"
#include "num/elementary.h"

#include <math.h>

/* Maximum number of segments of a leaf. */
enum { LEAF = 4 };

/* A rotated rectangle is used only if its area is below this fraction of the area of the
 * axis-parallel rectangle. */
#define WORTHWHILE 0.5

static size_t leaves_for(size_t segments)
{
    size_t leaves = 1;
    while (leaves * LEAF < segments)
        leaves *= 2;
    return leaves;
}

/* ---- rectangles ---- */

/* Points around a shape, and the largest rounding error of their coordinates. */
struct hull {
    size_t n;
    struct terrain_vector point[4 * LEAF];
    double moved;
};

static void add_point(struct hull *hull, double x, double y)
{
    hull->point[hull->n++] = (struct terrain_vector){x, y};
    hull->moved = num_fmax(TERRAIN_ROUNDED * (fabs(x) + fabs(y)), hull->moved);
}

static void add_segment(struct hull *hull, const struct terrain *terrain, size_t i)
{
    struct terrain_vector corner[4];
    size_t n = terrain_hull(terrain, i, corner);
    for (size_t k = 0; k < n; k++)
        add_point(hull, corner[k].x, corner[k].y);
}

static int is_finite(const struct terrain_box *box)
{
    return isfinite(box->side[0]) && isfinite(box->side[1]) && isfinite(box->side[2]) &&
           isfinite(box->side[3]);
}

static double area(const struct terrain_box *box)
{
    return (box->side[2] - box->side[0]) * (box->side[3] - box->side[1]);
}

/* Extend a rectangle by the rounding error, so that its distances are lower bounds. */
static void widen(struct terrain_box *box, double moved)
{
    for (int k = 0; k < 4; k++)
        if (isfinite(box->side[k]))
            moved = num_fmax(TERRAIN_ROUNDED * fabs(box->side[k]), moved);
    terrain_box_widen(box, moved);
}

/* Use the rectangle around the hull along this direction, if it is smaller than the present one. */
static void try_along(struct terrain_node *node, const struct hull *hull, double dx, double dy,
                      double *smallest)
{
    double length = terrain_length(dx, dy);
    struct terrain_node turned = {.origin = hull->point[0],
                                  .along = {dx / length, dy / length},
                                  .box = terrain_box_of_nothing()};
    for (size_t k = 0; k < hull->n; k++) {
        struct terrain_vector q = terrain_node_place(&turned, hull->point[k].x, hull->point[k].y);
        terrain_box_take(&turned.box, q.x, q.y);
    }
    if (!(length > 0) || !is_finite(&turned.box) || !(area(&turned.box) < *smallest))
        return;
    *smallest = area(&turned.box);
    turned.in_order = node->in_order;
    widen(&turned.box, hull->moved);
    *node = turned;
}

/* Set the axis-parallel rectangle, extended for rounding. *smallest: area below which a rotated
 * rectangle replaces it. */
static void set_upright(struct terrain_node *node, const struct terrain_box *box, double *smallest)
{
    node->origin = (struct terrain_vector){0, 0};
    node->along = (struct terrain_vector){1, 0};
    node->box = *box;
    widen(&node->box, 0);
    *smallest = is_finite(box) ? WORTHWHILE * area(box) : 0;
}

static void build_leaf(struct terrain *terrain, size_t leaf, const struct terrain_box *box)
{
    struct terrain_node *node = &terrain->node[leaf];
    size_t begin = (leaf - terrain->leaves) * terrain->per_leaf, end = begin + terrain->per_leaf;
    struct hull hull = {.n = 0};
    struct terrain_vector longest = {0, 0};
    double smallest, most = 0;
    set_upright(node, box, &smallest);
    if (!(smallest > 0))
        return;
    end = end < terrain->segments ? end : terrain->segments;
    for (size_t k = begin; k < end; k++) {
        struct terrain_vector chord = terrain_chord(terrain, terrain->order[k]);
        double length = terrain_length(chord.x, chord.y);
        add_segment(&hull, terrain, terrain->order[k]);
        if (length > most) {
            most = length;
            longest = chord;
        }
    }
    struct terrain_vector a = terrain_middle(terrain, terrain->order[begin]);
    struct terrain_vector b = terrain_middle(terrain, terrain->order[end - 1]);
    try_along(node, &hull, longest.x, longest.y, &smallest);
    try_along(node, &hull, b.x - a.x, b.y - a.y, &smallest);
}

/* Add the corners of a node to the hull; returns the node's centre. */
static struct terrain_vector add_node(struct hull *hull, const struct terrain_node *node)
{
    const double *side = node->box.side;
    struct terrain_vector e = node->along, sum = {0, 0};
    for (int k = 0; k < 4; k++) {
        double u = side[k % 2 * 2], v = side[k / 2 * 2 + 1];
        double x = node->origin.x + u * e.x - v * e.y, y = node->origin.y + u * e.y + v * e.x;
        add_point(hull, x, y);
        sum.x += x / 4;
        sum.y += y / 4;
    }
    return sum;
}

static void build_node(struct terrain *terrain, size_t i, const struct terrain_box *box)
{
    struct terrain_node *node = &terrain->node[i], *child = &terrain->node[2 * i];
    struct hull hull = {.n = 0};
    double smallest;
    set_upright(node, box, &smallest);
    if (!(smallest > 0) || !is_finite(&child[1].box))
        return;
    struct terrain_vector a = add_node(&hull, child), b = add_node(&hull, child + 1);
    try_along(node, &hull, b.x - a.x, b.y - a.y, &smallest);
    for (int k = 0; k < 2; k++)
        try_along(node, &hull, child[k].along.x, child[k].along.y, &smallest);
}

/* Build all nodes. Their axis-parallel boxes are computed first, in `box`, an array with one
 * element for each node. */
static void build_nodes(struct terrain *terrain, struct terrain_box *box)
{
    size_t leaves = terrain->leaves, tally = 0;
    for (size_t i = 0; i < 2 * leaves; i++)
        box[i] = terrain_box_of_nothing();
    for (size_t k = 0; k < terrain->segments; k++) {
        struct terrain_box of = terrain_box_of(terrain, terrain->order[k]);
        terrain_box_join(&box[leaves + k / terrain->per_leaf], &of);
        if (interrupt_tally(terrain->interrupt, &tally, 20))
            return;
    }
    for (size_t i = 2 * leaves; i-- > 1;) {
        if (i < leaves) {
            terrain_box_join(&box[i], &box[2 * i]);
            terrain_box_join(&box[i], &box[2 * i + 1]);
            build_node(terrain, i, &box[i]);
        } else {
            build_leaf(terrain, i, &box[i]);
        }
        if (interrupt_tally(terrain->interrupt, &tally, 100))
            return;
    }
}

/* ---- boxes of the profile before and after a leaf ---- */

/* Compute the boxes around the segments before and after the run of each leaf that is in order. */
static void build_rest(struct terrain *terrain)
{
    size_t leaves = terrain->leaves, tally = 0;
    for (size_t i = 0; i < leaves; i++)
        terrain->before[i] = terrain->after[i] = terrain_box_of_nothing();
    for (size_t k = 0; k < terrain->segments; k++) {
        struct terrain_box box = terrain_box_of(terrain, k);
        size_t i = k / terrain->per_leaf;
        if (i + 1 < leaves)
            terrain_box_join(&terrain->before[i + 1], &box);
        if (i > 0)
            terrain_box_join(&terrain->after[i - 1], &box);
        if (interrupt_tally(terrain->interrupt, &tally, 20))
            return;
    }
    for (size_t i = 1; i < leaves; i++) {
        size_t j = leaves - 1 - i;
        terrain_box_join(&terrain->before[i], &terrain->before[i - 1]);
        terrain_box_join(&terrain->after[j], &terrain->after[j + 1]);
        if (interrupt_tally(terrain->interrupt, &tally, 20))
            return;
    }
}

size_t terrain_tree_doubles(size_t segments)
{
    size_t leaves = leaves_for(segments);
    size_t bytes = 2 * leaves * (sizeof(struct terrain_node) + sizeof(struct terrain_box));
    return (bytes + 2 * segments * sizeof(uint32_t)) / sizeof(double);
}

void terrain_tree_build(struct terrain *terrain, double *memory)
{
    terrain->leaves = leaves_for(terrain->segments);
    terrain->per_leaf = (terrain->segments + terrain->leaves - 1) / terrain->leaves;
    terrain->node = (struct terrain_node *)(void *)memory;
    terrain->before = (struct terrain_box *)(void *)(terrain->node + 2 * terrain->leaves);
    terrain->after = terrain->before + terrain->leaves;
    terrain->order = (uint32_t *)(void *)(terrain->after + terrain->leaves);
    terrain->place = terrain->order + terrain->segments;
    terrain_order_build(terrain);
    build_nodes(terrain, terrain->before); /* scratch: build_rest() sets its content */
    build_rest(terrain);
}
