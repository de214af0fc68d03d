/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "num/front_plan.h"
#include "num/min_degree.h"

#define NONE UINT32_MAX

/* Up to this many unknowns one dense front with all its pivoting is faster than any sparse one. */
enum { DENSE = 60 };

/* What the analysis needs on the way; nodes are named by their number in the matrix, `place` is
 * their number in the order of elimination. */
struct analysis {
    size_t n, fronts;
    size_t *start; /* symmetrised pattern without diagonal */
    uint32_t *column;
    size_t *t_start; /* blocks by column of the matrix */
    uint32_t *t_block, *t_row;
    uint32_t *order, *place, *parent;
    size_t *list; /* where the updated nodes of a pivot begin in `lists`, and one more */
    uint32_t *lists;
    size_t lists_room;
    uint32_t *first;  /* of each front: first pivot, by place */
    uint32_t *father; /* of each front */
    uint32_t *stamp, *local, *scratch;
};

static void *more(size_t count, size_t size)
{
    return count < SIZE_MAX / size - 1 ? calloc(count + 1, size) : NULL;
}

static void free_analysis(struct analysis *a)
{
    void *parts[] = {a->start, a->column, a->t_start, a->t_block, a->t_row,
                     a->order, a->place,  a->parent,  a->list,    a->lists,
                     a->first, a->father, a->stamp,   a->local,   a->scratch};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        free(parts[i]);
}

static int new_analysis(struct analysis *a, size_t n, size_t blocks)
{
    *a = (struct analysis){.n = n, .lists_room = 4 * blocks + n};
    a->start = more(n + 1, sizeof *a->start);
    a->column = more(2 * blocks, sizeof *a->column);
    a->t_start = more(n + 1, sizeof *a->t_start);
    a->list = more(n + 1, sizeof *a->list);
    a->t_block = more(blocks, sizeof *a->t_block);
    a->t_row = more(blocks, sizeof *a->t_row);
    a->lists = more(a->lists_room, sizeof *a->lists);
    uint32_t **parts[] = {&a->order,  &a->place, &a->parent, &a->first,
                          &a->father, &a->stamp, &a->local,  &a->scratch};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if ((*parts[i] = more(n, sizeof(uint32_t))) == NULL)
            return 0;
    return a->start && a->column && a->t_start && a->list && a->t_block && a->t_row && a->lists;
}

static void transpose(struct analysis *a, const size_t *start, const uint32_t *column)
{
    for (size_t b = 0; b < start[a->n]; b++)
        a->t_start[column[b] + 1]++;
    for (size_t i = 0; i < a->n; i++)
        a->t_start[i + 1] += a->t_start[i];
    for (size_t i = 0; i < a->n; i++)
        for (size_t b = start[i]; b < start[i + 1]; b++) {
            size_t at = a->t_start[column[b]] + a->scratch[column[b]]++;
            a->t_block[at] = (uint32_t)b;
            a->t_row[at] = (uint32_t)i;
        }
}

static void symmetrise(struct analysis *a, const size_t *start, const uint32_t *column)
{
    size_t used = 0;
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
    }
    a->start[a->n] = used;
}

static void set_places(struct analysis *a)
{
    for (size_t k = 0; k < a->n; k++)
        a->place[a->order[k]] = (uint32_t)k;
}

/* The elimination tree, by place (Liu's algorithm with path compression in scratch). */
static void make_tree(struct analysis *a)
{
    uint32_t *ancestor = a->scratch;
    set_places(a);
    for (size_t k = 0; k < a->n; k++) {
        uint32_t v = a->order[k];
        a->parent[k] = ancestor[k] = NONE;
        for (size_t b = a->start[v]; b < a->start[v + 1]; b++) {
            uint32_t i = a->place[a->column[b]];
            while (i < k) {
                uint32_t next = ancestor[i];
                ancestor[i] = (uint32_t)k;
                if (next == NONE)
                    a->parent[i] = (uint32_t)k;
                i = next == NONE ? (uint32_t)k : next;
            }
        }
    }
}

/* Reorder so that every node comes right after its subtree. */
static void postorder(struct analysis *a)
{
    uint32_t n = (uint32_t)a->n, *child = a->stamp, *sibling = a->local, *result = a->first;
    uint32_t *stack = a->scratch, roots = NONE, count = 0;
    memset(child, 0xff, n * sizeof *child);
    for (uint32_t k = n; k-- > 0;) {
        uint32_t *list = a->parent[k] == NONE ? &roots : child + a->parent[k];
        sibling[k] = *list;
        *list = k;
    }
    for (uint32_t root = roots; root != NONE; root = sibling[root]) {
        size_t top = 0;
        stack[top++] = root;
        while (top > 0) {
            uint32_t k = stack[top - 1];
            if (child[k] == NONE) {
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

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void add_new(struct analysis *a, uint32_t i, size_t to, uint32_t mark, size_t *used)
{
    if (i >= to && a->stamp[i] != mark) {
        a->stamp[i] = mark;
        a->lists[(*used)++] = i;
    }
}

/* The list of front f: the places beyond its pivots that they meet directly or through its children
 * (chained in child and sibling). */
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
    for (uint32_t c = child[f]; c != NONE; c = sibling[c])
        for (size_t t = a->list[c]; t < a->list[c + 1]; t++)
            add_new(a, a->lists[t], to, mark, &used);
    qsort(a->lists + a->list[f], used - a->list[f], sizeof *a->lists, ascending);
    a->list[f + 1] = used;
    return 1;
}

/* The lists of all fronts, children first; father and first say which they are. */
static int join_lists(struct analysis *a)
{
    uint32_t *child = a->local, *sibling = a->scratch;
    memset(a->stamp, 0, a->n * sizeof *a->stamp);
    memset(child, 0xff, a->fronts * sizeof *child);
    for (size_t f = 0; f < a->fronts; f++) {
        if (!join_list(a, f, child, sibling))
            return 0;
        if (a->father[f] != NONE) {
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

/* Is one front worth more than two? Small ones are merged even at the price of many zeros. */
static int worth_merging(size_t unknowns, double zeros, double entries)
{
    double share = unknowns <= 12 ? 0.6 : unknowns <= 48 ? 0.2 : 0.05;
    return zeros <= share * entries;
}

/* Join fronts of one column each to larger ones: a front with the one just before it, if that is
 * its child. On return first and father are those of the larger fronts. */
static void amalgamate(struct analysis *a, size_t d, double *zeros)
{
    uint32_t *last = a->local, *size = a->scratch; /* by front */
    size_t top = 0;
    for (size_t k = 0; k < a->n; k++) {
        a->first[top] = (uint32_t)k;
        last[top] = (uint32_t)k;
        size[top] = (uint32_t)(a->list[k + 1] - a->list[k]) + 1;
        zeros[top++] = 0;
        while (top > 1) {
            size_t f = top - 1, c = top - 2;
            uint32_t parent = a->parent[last[c]];
            if (parent == NONE || parent > last[f])
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
        a->father[f] = a->parent[last[f]] == NONE ? NONE : of[a->parent[last[f]]];
}

static int choose_fronts(struct analysis *a, size_t d)
{
    double *zeros = more(a->n, sizeof *zeros);
    a->fronts = a->n;
    int fine = zeros != NULL;
    if (fine && d * a->n <= DENSE) {
        for (size_t k = 0; k < a->n; k++)
            a->order[k] = (uint32_t)k;
        a->fronts = 1;
        a->first[0] = 0;
        a->first[1] = (uint32_t)a->n;
        a->father[0] = NONE;
        set_places(a);
    } else if (fine) {
        fine = min_degree(a->n, a->start, a->column, a->order);
        make_tree(a);
        postorder(a);
        make_tree(a);
        for (size_t k = 0; k <= a->n; k++)
            a->first[k] = (uint32_t)k;
        memcpy(a->father, a->parent, a->n * sizeof *a->father);
        fine = fine && join_lists(a);
        if (fine)
            amalgamate(a, d, zeros);
    }
    free(zeros);
    return fine && join_lists(a);
}

/* Copy the lists into the plan, as nodes, and map each on its father's. */
static void write_fronts(struct front_plan *plan, struct analysis *a)
{
    size_t used = 0;
    for (size_t f = 0; f < plan->fronts; f++) {
        struct front *front = &plan->front[f];
        front->pivots = a->first[f + 1] - a->first[f];
        front->size = front->pivots + a->list[f + 1] - a->list[f];
        front->nodes = used;
        for (size_t k = 0; k < front->pivots; k++)
            plan->nodes[used++] = a->order[a->first[f] + k];
        for (size_t t = a->list[f]; t < a->list[f + 1]; t++)
            plan->nodes[used++] = a->order[a->lists[t]];
    }
    for (size_t f = 0; f < plan->fronts; f++) {
        if (a->father[f] == NONE)
            continue;
        struct front *father = &plan->front[a->father[f]];
        father->children++;
        /* the lists ascend by place, so both are walked once */
        const uint32_t *of = plan->nodes + father->nodes;
        for (size_t k = plan->front[f].pivots, at = 0; k < plan->front[f].size; k++) {
            while (of[at] != plan->nodes[plan->front[f].nodes + k])
                at++;
            plan->map[plan->front[f].nodes + k] = (uint32_t)at;
        }
    }
}

/* Each block of the matrix into the front that eliminates the first of its two nodes. */
static void write_blocks(struct front_plan *plan, struct analysis *a, const size_t *start,
                         const uint32_t *column)
{
    size_t used = 0;
    for (size_t f = 0; f <= plan->fronts; f++) {
        plan->front[f].blocks = used;
        if (f == plan->fronts)
            break;
        const uint32_t *nodes = plan->nodes + plan->front[f].nodes;
        for (uint32_t k = 0; k < plan->front[f].size; k++)
            a->local[nodes[k]] = k;
        for (uint32_t k = 0; k < plan->front[f].pivots; k++) {
            uint32_t v = nodes[k];
            for (size_t b = start[v]; b < start[v + 1]; b++)
                if (a->place[column[b]] >= a->first[f]) {
                    plan->block[used] = (uint32_t)b;
                    plan->row[used] = k;
                    plan->column[used++] = a->local[column[b]];
                }
            for (size_t t = a->t_start[v]; t < a->t_start[v + 1]; t++)
                if (a->place[a->t_row[t]] >= a->first[f + 1]) {
                    plan->block[used] = a->t_block[t];
                    plan->row[used] = a->local[a->t_row[t]];
                    plan->column[used++] = k;
                }
        }
    }
}

static void measure(struct front_plan *plan)
{
    size_t stack = 0, dd = plan->d * plan->d, top = 0;
    size_t *open = plan->scratch;
    for (size_t f = 0; f < plan->fronts; f++) {
        struct front *front = &plan->front[f];
        size_t rest = front->size - front->pivots;
        double p = (double)(front->pivots * plan->d), m = (double)(rest * plan->d);
        plan->work += p * p * p / 3 + p * p * m + p * m * m;
        front->factor = plan->factor_room;
        plan->factor_room += dd * front->pivots * (front->size + rest);
        if (front->size > plan->largest)
            plan->largest = front->size;
        for (size_t c = 0; c < front->children; c++)
            stack -= open[--top];
        open[top++] = dd * rest * rest;
        stack += dd * rest * rest;
        if (stack > plan->stack_room)
            plan->stack_room = stack;
    }
}

int front_plan_new(struct front_plan *plan, size_t d, size_t n, const size_t *start,
                   const uint32_t *column)
{
    struct analysis a;
    *plan = (struct front_plan){.d = d};
    int fine = new_analysis(&a, n, start[n]);
    if (fine) {
        transpose(&a, start, column);
        symmetrise(&a, start, column);
        fine = choose_fronts(&a, d);
    }
    if (fine) {
        size_t nodes = n + a.list[a.fronts], blocks = start[n];
        plan->fronts = a.fronts;
        plan->front = more(plan->fronts + 1, sizeof *plan->front);
        plan->nodes = more(nodes, sizeof *plan->nodes);
        plan->map = more(nodes, sizeof *plan->map);
        plan->block = more(blocks, sizeof *plan->block);
        plan->row = more(blocks, sizeof *plan->row);
        plan->column = more(blocks, sizeof *plan->column);
        plan->scratch = more(plan->fronts, sizeof *plan->scratch);
        fine = plan->front && plan->nodes && plan->map && plan->block && plan->row &&
               plan->column && plan->scratch;
    }
    if (fine) {
        write_fronts(plan, &a);
        write_blocks(plan, &a, start, column);
        measure(plan);
    }
    free_analysis(&a);
    if (!fine)
        front_plan_free(plan);
    return fine;
}

void front_plan_free(struct front_plan *plan)
{
    void *parts[] = {plan->front, plan->nodes,  plan->map,    plan->block,
                     plan->row,   plan->column, plan->scratch};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        free(parts[i]);
    *plan = (struct front_plan){0};
}
