/* SPDX-License-Identifier: MIT */
/* The order of the segments in the tree. Those of a leaf are near each other, of one stretch of the
 * profile or of several that run side by side: each node parts its segments in the middle of the
 * direction in which they are farthest apart. Where the profile does not come back to where it has
 * been, as a road, that is their order along it. */
#include "ground/terrain_order.h"
#include "num/bound.h"

#include <math.h>

/* The segments at some positions of the order: a box around their middles, the sum of these, and
 * the first and the last along the profile. */
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

/* Puts the n segments that are least far along a direction first, by Hoare's partitions. Where to
 * part is drawn by lot, so that no profile that occurs makes it take long. */
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

/* How far the middles of segments lie apart along a direction, as a multiple of how long they are
 * themselves along it. */
static double apart(const struct terrain *terrain, size_t begin, size_t end,
                    struct terrain_vector direction)
{
    double least = INFINITY, most = -INFINITY, length = 0;
    for (size_t k = begin; k < end; k++) {
        size_t i = terrain->order[k];
        struct terrain_vector chord = terrain_chord(terrain, i);
        double q = along(terrain, i, direction);
        least = smaller(least, q);
        most = larger(most, q);
        length += fabs(chord.x * direction.x + chord.y * direction.y);
    }
    return most > least ? (most - least) / length : 0;
}

/* The direction in which segments are best parted: x, y, that in which most of them lie, or across
 * it. Those are found from twice the angle, which is the same for both ways along a segment. */
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
        double score = apart(terrain, begin, end, candidate[k]);
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

/* Parts the segments of a node between its children; those that are parted already keep their
 * places. The first half goes to those that come first along the profile. Are all of them together
 * those whose numbers are the positions? */
static int part(const struct terrain *terrain, size_t begin, size_t middle, size_t end,
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

/* Goes down from the root, a row of nodes of one depth after the other. */
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
            terrain->node[node].in_order = part(terrain, begin, middle, end, &tally);
        if (interrupt_tally(terrain->interrupt, &tally, 10 * (end - begin)))
            return;
    }
    for (size_t k = 0; k < segments; k++)
        terrain->place[order[k]] = (uint32_t)k;
}
