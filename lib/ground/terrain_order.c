/* SPDX-License-Identifier: MIT */
/* Order of the segments in the tree. The segments of a leaf are near each other; they may belong to
 * one stretch of the profile or to several parallel ones. Each node divides its segments at the
 * median along the direction of their largest spread. If the profile does not return to places
 * where it has been, as for a road, the result is the order along the profile. */
#include "ground/terrain_order.h"
#include "num/elementary.h"

#include <math.h>

/* Statistics of a range of positions: bounding box and sum of the midpoints, and the first and the
 * last segment along the profile. */
struct spread {
    struct terrain_box box;
    double sum[2];
    size_t first, last;
};

static struct spread spread_of(const struct terrain *terrain, size_t begin, size_t end)
{
    struct spread s = {.box = terrain_box_of_nothing(), .first = SIZE_MAX};
    for (size_t k = begin; k < end; k++) {
        size_t i = terrain->order[k];
        struct terrain_vector m = terrain_middle(terrain, i);
        terrain_box_take(&s.box, m.x, m.y);
        s.sum[0] += m.x;
        s.sum[1] += m.y;
        s.first = i < s.first ? i : s.first;
        s.last = i > s.last ? i : s.last;
    }
    return s;
}

static double along(const struct terrain *terrain, size_t i, struct terrain_vector direction)
{
    struct terrain_vector m = terrain_middle(terrain, i);
    return m.x * direction.x + m.y * direction.y;
}

/* Move the n segments with the smallest coordinates along a direction to the front, with Hoare's
 * selection algorithm. The pivots are pseudo-random, so that no natural profile leads to the
 * worst-case time. */
static void select_first(const struct terrain *terrain, uint32_t *order, size_t count, size_t n,
                         struct terrain_vector direction, size_t *tally)
{
    int64_t lo = 0, hi = (int64_t)count - 1, wanted = (int64_t)n;
    uint64_t lot = count;
    while (lo < hi && !interrupt_tally(terrain->interrupt, tally, 10 * (size_t)(hi - lo))) {
        int64_t i = lo, j = hi;
        lot = lot * 6364136223846793005u + 1442695040888963407u;
        size_t drawn = (size_t)lo + (size_t)((lot >> 33) % (uint64_t)(hi - lo + 1));
        double pivot = along(terrain, order[drawn], direction);
        while (i <= j) {
            while (along(terrain, order[i], direction) < pivot)
                i++;
            while (along(terrain, order[j], direction) > pivot)
                j--;
            if (i > j)
                break;
            uint32_t moved = order[i];
            order[i++] = order[j];
            order[j--] = moved;
        }
        if (wanted > j && wanted < i)
            return;
        *(wanted <= j ? &hi : &lo) = wanted <= j ? j : i;
    }
}

/* Spread of the midpoints along a direction, relative to the length of the segments along it. */
static double relative_spread(const struct terrain *terrain, size_t begin, size_t end,
                              struct terrain_vector direction)
{
    double least = INFINITY, most = -INFINITY, length = 0;
    for (size_t k = begin; k < end; k++) {
        size_t i = terrain->order[k];
        struct terrain_vector chord = terrain_chord(terrain, i);
        double q = along(terrain, i, direction);
        least = num_fmin(q, least);
        most = num_fmax(q, most);
        length += fabs(chord.x * direction.x + chord.y * direction.y);
    }
    return most > least ? (most - least) / length : 0;
}

/* Best direction for a division: x, y, the main direction of the segments, or its normal. The main
 * direction is computed from doubled angles, which are equal for both orientations of a segment. */
static struct terrain_vector direction_of(const struct terrain *terrain, size_t begin, size_t end)
{
    double c = 0, s = 0, best = -1;
    for (size_t k = begin; k < end; k++) {
        struct terrain_vector chord = terrain_chord(terrain, terrain->order[k]);
        double length = terrain_length(chord.x, chord.y);
        if (length > 0) {
            c += chord.x / length * chord.x - chord.y / length * chord.y;
            s += 2 * chord.x / length * chord.y;
        }
    }
    double h = terrain_length(c, s), cosine = h > 0 ? c / h : 1;
    double x = sqrt((1 + cosine) / 2), y = copysign(sqrt((1 - cosine) / 2), s);
    const struct terrain_vector candidate[] = {{1, 0}, {0, 1}, {x, y}, {-y, x}};
    struct terrain_vector direction = candidate[0];
    for (int k = 0; k < 4; k++) {
        double score = relative_spread(terrain, begin, end, candidate[k]);
        if (score > (k < 2 ? 1 : 2) * best) {
            best = score;
            direction = candidate[k];
        }
    }
    return direction;
}

static int is_parted(const struct terrain_box *a, const struct terrain_box *b, int axis)
{
    return a->side[axis + 2] <= b->side[axis] || b->side[axis + 2] <= a->side[axis];
}

/* Divide the segments of a node between its children; already divided segments keep their
 * positions. The half that comes first along the profile goes to the first child. True if the
 * segments of the node have the numbers of their positions. */
static int divide_node(const struct terrain *terrain, size_t begin, size_t middle, size_t end,
                       size_t *tally)
{
    struct spread a = spread_of(terrain, begin, middle), b = spread_of(terrain, middle, end);
    if (!is_parted(&a.box, &b.box, 0) && !is_parted(&a.box, &b.box, 1)) {
        struct terrain_vector d = direction_of(terrain, begin, end);
        double mean_a = (a.sum[0] * d.x + a.sum[1] * d.y) / (double)(middle - begin);
        double mean_b = (b.sum[0] * d.x + b.sum[1] * d.y) / (double)(end - middle);
        if (mean_a > mean_b)
            d = (struct terrain_vector){-d.x, -d.y};
        select_first(terrain, terrain->order + begin, end - begin, middle - begin, d, tally);
        *tally += 20 * (end - begin);
    }
    return (a.first == begin || b.first == begin) && (a.last == end - 1 || b.last == end - 1);
}

static void sort_leaf(uint32_t *order, size_t count)
{
    for (size_t k = 1; k < count; k++) {
        uint32_t i = order[k];
        size_t j = k;
        for (; j > 0 && order[j - 1] > i; j--)
            order[j] = order[j - 1];
        order[j] = i;
    }
}

/* The tree is processed level by level from the root. */
void terrain_order_build(struct terrain *terrain)
{
    size_t tally = 0, segments = terrain->segments, row = 1;
    uint32_t *order = terrain->order;
    for (size_t i = 0; i < segments; i++)
        order[i] = (uint32_t)i;
    for (size_t node = 1; node < 2 * terrain->leaves; node++) {
        row = node < 2 * row ? row : node;
        size_t wide = terrain->leaves / row * terrain->per_leaf, begin = (node - row) * wide;
        size_t middle = begin + wide / 2, end = begin + wide < segments ? begin + wide : segments;
        terrain->node[node].in_order = 0;
        if (begin >= end)
            continue;
        if (row == terrain->leaves)
            sort_leaf(order + begin, end - begin);
        if (row == terrain->leaves || middle >= end)
            terrain->node[node].in_order = order[begin] == begin && order[end - 1] == end - 1;
        else
            terrain->node[node].in_order = divide_node(terrain, begin, middle, end, &tally);
        if (interrupt_tally(terrain->interrupt, &tally, 10 * (end - begin)))
            return;
    }
    for (size_t k = 0; k < segments; k++)
        terrain->place[order[k]] = (uint32_t)k;
}
