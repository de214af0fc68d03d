/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "num/ascending.h"
#include "num/front_analysis.h"
#include "num/min_degree.h"

enum { DENSE = 60 }; /* up to this many unknowns, one dense front with full pivoting is faster */

void analysis_free(struct analysis *a)
{
    void *parts[] = {a->start, a->column, a->t_start, a->t_block, a->t_row,
                     a->order, a->place,  a->parent,  a->list,    a->lists,
                     a->first, a->father, a->stamp,   a->local,   a->scratch};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        free(parts[i]);
}

static int take_memory(struct analysis *a, size_t n, size_t blocks, struct interrupt *interrupt)
{
    *a = (struct analysis){.n = n, .lists_room = 4 * blocks + n, .interrupt = interrupt};
    a->start = front_memory(n + 1, sizeof *a->start);
    a->column = front_memory(2 * blocks, sizeof *a->column);
    a->t_start = front_memory(n + 1, sizeof *a->t_start);
    a->list = front_memory(n + 1, sizeof *a->list);
    a->t_block = front_memory(blocks, sizeof *a->t_block);
    a->t_row = front_memory(blocks, sizeof *a->t_row);
    a->lists = front_memory(a->lists_room, sizeof *a->lists);
    uint32_t **parts[] = {&a->order,  &a->place, &a->parent, &a->first,
                          &a->father, &a->stamp, &a->local,  &a->scratch};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if ((*parts[i] = front_memory(n, sizeof(uint32_t))) == NULL)
            return 0;
    return a->start && a->column && a->t_start && a->list && a->t_block && a->t_row && a->lists;
}

static int transpose(struct analysis *a, const size_t *start, const uint32_t *column)
{
    size_t tally = 0;
    for (size_t b = 0; b < start[a->n]; b++)
        a->t_start[column[b] + 1]++;
    for (size_t i = 0; i < a->n; i++)
        a->t_start[i + 1] += a->t_start[i];
    for (size_t i = 0; i < a->n; i++) {
        for (size_t b = start[i]; b < start[i + 1]; b++) {
            size_t at = a->t_start[column[b]] + a->scratch[column[b]]++;
            a->t_block[at] = (uint32_t)b;
            a->t_row[at] = (uint32_t)i;
        }
        if (interrupt_tally(a->interrupt, &tally, 5 + 5 * (start[i + 1] - start[i])))
            return 0;
    }
    return 1;
}

static int symmetrise(struct analysis *a, const size_t *start, const uint32_t *column)
{
    size_t used = 0, tally = 0;
    if (!transpose(a, start, column))
        return 0;
    for (size_t i = 0; i < a->n; i++) {
        uint32_t mark = (uint32_t)i + 1;
        a->start[i] = used;
        a->stamp[i] = mark;
        for (size_t b = start[i]; b < start[i + 1]; b++)
            if (a->stamp[column[b]] != mark) {
                a->stamp[column[b]] = mark;
                a->column[used++] = column[b];
            }
        for (size_t b = a->t_start[i]; b < a->t_start[i + 1]; b++)
            if (a->stamp[a->t_row[b]] != mark) {
                a->stamp[a->t_row[b]] = mark;
                a->column[used++] = a->t_row[b];
            }
        if (interrupt_tally(a->interrupt, &tally, 5 + 5 * (used - a->start[i])))
            return 0;
    }
    a->start[a->n] = used;
    return 1;
}

static void set_places(struct analysis *a)
{
    for (size_t k = 0; k < a->n; k++)
        a->place[a->order[k]] = (uint32_t)k;
}

/* Compute the elimination tree, by place (Liu's algorithm with path compression in scratch). */
static int make_tree(struct analysis *a)
{
    uint32_t *ancestor = a->scratch;
    size_t tally = 0;
    set_places(a);
    for (size_t k = 0; k < a->n; k++) {
        uint32_t v = a->order[k];
        a->parent[k] = ancestor[k] = FRONT_NONE;
        for (size_t b = a->start[v]; b < a->start[v + 1]; b++) {
            uint32_t i = a->place[a->column[b]];
            while (i < k) {
                uint32_t next = ancestor[i];
                ancestor[i] = (uint32_t)k;
                if (next == FRONT_NONE)
                    a->parent[i] = (uint32_t)k;
                i = next == FRONT_NONE ? (uint32_t)k : next;
            }
        }
        if (interrupt_tally(a->interrupt, &tally, 10 + 5 * (a->start[v + 1] - a->start[v])))
            return 0;
    }
    return 1;
}

/* Renumber in postorder, so that every node directly follows its subtree. */
static void postorder(struct analysis *a)
{
    uint32_t n = (uint32_t)a->n, *child = a->stamp, *sibling = a->local, *result = a->first;
    uint32_t *stack = a->scratch, roots = FRONT_NONE, count = 0;
    memset(child, 0xff, n * sizeof *child);
    for (uint32_t k = n; k-- > 0;) {
        uint32_t *list = a->parent[k] == FRONT_NONE ? &roots : child + a->parent[k];
        sibling[k] = *list;
        *list = k;
    }
    for (uint32_t root = roots; root != FRONT_NONE; root = sibling[root]) {
        size_t top = 0;
        stack[top++] = root;
        while (top > 0) {
            uint32_t k = stack[top - 1];
            if (child[k] == FRONT_NONE) {
                result[count++] = a->order[k];
                top--;
            } else {
                stack[top++] = child[k];
                child[k] = sibling[child[k]];
            }
        }
    }
    memcpy(a->order, result, n * sizeof *result);
}

static void add_new(struct analysis *a, uint32_t i, size_t to, uint32_t mark, size_t *used)
{
    if (i >= to && a->stamp[i] != mark) {
        a->stamp[i] = mark;
        a->lists[(*used)++] = i;
    }
}

/* Compute the list of front f: the places, after those of the pivots of f, of the nodes to which
 * these pivots are connected, directly or through children of f. child and sibling link the
 * children. */
static int join_list(struct analysis *a, size_t f, const uint32_t *child, const uint32_t *sibling)
{
    size_t used = a->list[f], to = a->first[f + 1];
    if (a->lists_room - used < a->n) {
        size_t room = 2 * a->lists_room + a->n;
        uint32_t *lists = realloc(a->lists, room * sizeof *lists);
        if (lists == NULL)
            return 0;
        a->lists = lists;
        a->lists_room = room;
    }
    uint32_t mark = (uint32_t)f + 1;
    for (size_t k = a->first[f]; k < to; k++)
        for (size_t b = a->start[a->order[k]]; b < a->start[a->order[k] + 1]; b++)
            add_new(a, a->place[a->column[b]], to, mark, &used);
    for (uint32_t c = child[f]; c != FRONT_NONE; c = sibling[c])
        for (size_t t = a->list[c]; t < a->list[c + 1]; t++)
            add_new(a, a->lists[t], to, mark, &used);
    qsort(a->lists + a->list[f], used - a->list[f], sizeof *a->lists, ascending);
    a->list[f + 1] = used;
    return 1;
}

/* Compute the lists of all fronts, children first; father and first describe the fronts. */
static int join_lists(struct analysis *a)
{
    uint32_t *child = a->local, *sibling = a->scratch;
    size_t tally = 0;
    memset(a->stamp, 0, a->n * sizeof *a->stamp);
    memset(child, 0xff, a->fronts * sizeof *child);
    for (size_t f = 0; f < a->fronts; f++) {
        if (!join_list(a, f, child, sibling) ||
            interrupt_tally(a->interrupt, &tally, 100 + 30 * (a->list[f + 1] - a->list[f])))
            return 0;
        if (a->father[f] != FRONT_NONE) {
            sibling[f] = child[a->father[f]];
            child[a->father[f]] = (uint32_t)f;
        }
    }
    return 1;
}

static double trapezoid(double pivots, double size)
{
    return pivots * size - pivots * (pivots - 1) / 2;
}

/* Largest fraction of zeros among the entries of the factors of a merged front that eliminates up
 * to this number of unknowns; tuned by trial. */
static const struct {
    size_t unknowns;
    double share;
} merging[] = {{12, 0.6}, {48, 0.2}, {SIZE_MAX, 0.05}};

/* True if one merged front is faster than two. Small fronts are merged even with many zeros. */
static int worth_merging(size_t unknowns, double zeros, double entries)
{
    for (size_t k = 0; k < sizeof merging / sizeof *merging; k++)
        if (unknowns <= merging[k].unknowns)
            return zeros <= merging[k].share * entries;
    return 0;
}

/* Merge fronts of one column each into larger fronts: merge front f with the front directly before
 * f if this is a child of f and worth_merging() agrees. Afterwards father and first describe the
 * merged fronts. */
static void amalgamate(struct analysis *a, size_t d, double *zeros)
{
    uint32_t *last = a->local, *size = a->scratch; /* for each front */
    size_t top = 0;
    for (size_t k = 0; k < a->n; k++) {
        a->first[top] = (uint32_t)k;
        last[top] = (uint32_t)k;
        size[top] = (uint32_t)(a->list[k + 1] - a->list[k]) + 1;
        zeros[top++] = 0;
        while (top > 1) {
            size_t f = top - 1, c = top - 2;
            uint32_t parent = a->parent[last[c]];
            if (parent == FRONT_NONE || parent > last[f])
                break;
            double p1 = last[c] - a->first[c] + 1, p2 = last[f] - a->first[f] + 1;
            double entries = trapezoid(p1 + p2, p1 + size[f]);
            double extra =
                zeros[c] + zeros[f] + entries - trapezoid(p1, size[c]) - trapezoid(p2, size[f]);
            if (!worth_merging((size_t)(p1 + p2) * d, extra, entries))
                break;
            zeros[c] = extra;
            size[c] = (uint32_t)p1 + size[f];
            last[c] = last[f];
            top--;
        }
    }
    a->fronts = top;
    a->first[top] = (uint32_t)a->n;
    uint32_t *of = a->stamp;
    for (size_t f = 0; f < top; f++)
        for (size_t k = a->first[f]; k < a->first[f + 1]; k++)
            of[k] = (uint32_t)f;
    for (size_t f = 0; f < top; f++)
        a->father[f] = a->parent[last[f]] == FRONT_NONE ? FRONT_NONE : of[a->parent[last[f]]];
}

/* Compute order and tree with a front for each column. 0: out of memory, or stopped. */
static int find_tree(struct analysis *a)
{
    if (!min_degree(a->n, a->start, a->column, a->order, a->interrupt) || !make_tree(a))
        return 0;
    postorder(a);
    if (!make_tree(a))
        return 0;
    for (size_t k = 0; k <= a->n; k++)
        a->first[k] = (uint32_t)k;
    memcpy(a->father, a->parent, a->n * sizeof *a->father);
    return 1;
}

static int choose_fronts(struct analysis *a, size_t d)
{
    double *zeros = front_memory(a->n, sizeof *zeros);
    a->fronts = a->n;
    int fine = zeros != NULL;
    if (fine && d * a->n <= DENSE) {
        for (size_t k = 0; k < a->n; k++)
            a->order[k] = (uint32_t)k;
        a->fronts = 1;
        a->first[1] = (uint32_t)a->n;
        a->father[0] = FRONT_NONE;
        set_places(a);
    } else if (fine) {
        fine = find_tree(a) && join_lists(a);
        if (fine)
            amalgamate(a, d, zeros);
    }
    free(zeros);
    return fine && join_lists(a);
}

int analysis_new(struct analysis *a, size_t d, size_t n, const size_t *start,
                 const uint32_t *column, struct interrupt *interrupt)
{
    return take_memory(a, n, start[n], interrupt) && symmetrise(a, start, column) &&
           choose_fronts(a, d);
}
