/* SPDX-License-Identifier: MIT */
/* The quotient graph of the uneliminated part has variables and elements. An element is an
 * eliminated node that connects all variables of its list. A variable's list holds elements first,
 * then the variables to which it is still connected directly; the list never grows. */
#include <stdlib.h>
#include <string.h>

#include "num/min_degree.h"

#define NONE UINT32_MAX

struct graph {
    size_t n;
    uint32_t *list;              /* lists of all variables */
    size_t *begin;               /* start of a variable's list */
    uint32_t *elements, *length; /* number of elements in a variable's list; length of the list */
    uint32_t *members;           /* members of all elements */
    size_t used, room;           /* used and allocated members */
    size_t *member_begin;        /* start of an element's members */
    uint32_t *size;              /* number of an element's members; 0: absorbed */
    uint32_t *outside; /* number of an element's members that are not in the element of the pivot */
    uint32_t *outside_stamp;          /* last pivot + 1 for which `outside` was counted */
    uint32_t *stamp;                  /* last pivot + 1 whose element contains the variable */
    uint32_t *head, *next, *previous; /* for each degree a list of the variables */
    uint32_t *degree;                 /* upper bound of a variable's degree */
    uint32_t *scratch;
    void *memory;
    struct interrupt *interrupt;
    size_t tally;
};

static int take_memory(struct graph *g, size_t n, size_t edges)
{
    size_t whole = 11 * n + edges + 2;
    *g = (struct graph){.n = n, .room = 4 * edges + n + 1};
    g->memory = calloc(2 * n * sizeof(size_t) + whole * sizeof(uint32_t), 1);
    g->members = malloc(g->room * sizeof *g->members);
    if (g->memory == NULL || g->members == NULL)
        return 0;
    g->begin = g->memory;
    g->member_begin = g->begin + n;
    uint32_t *at = (uint32_t *)(g->member_begin + n);
    uint32_t **parts[] = {&g->elements,      &g->length,  &g->size, &g->outside,
                          &g->outside_stamp, &g->stamp,   &g->next, &g->previous,
                          &g->degree,        &g->scratch, &g->head};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        *parts[i] = at + i * n;
    g->list = g->head + n + 1;
    return 1;
}

/* Insert a variable into the list of its degree. */
static void insert(struct graph *g, uint32_t i)
{
    uint32_t first = g->head[g->degree[i]];
    g->next[i] = first;
    g->previous[i] = NONE;
    if (first != NONE)
        g->previous[first] = i;
    g->head[g->degree[i]] = i;
}

/* Take a variable out of the list of its degree. */
static void take_out(struct graph *g, uint32_t i)
{
    if (g->previous[i] == NONE)
        g->head[g->degree[i]] = g->next[i];
    else
        g->next[g->previous[i]] = g->next[i];
    if (g->next[i] != NONE)
        g->previous[g->next[i]] = g->previous[i];
}

static void start_graph(struct graph *g, const size_t *start, const uint32_t *column)
{
    memset(g->head, 0xff, (g->n + 1) * sizeof *g->head);
    memcpy(g->list, column, start[g->n] * sizeof *column);
    for (size_t i = 0; i < g->n; i++) {
        g->begin[i] = start[i];
        g->length[i] = g->degree[i] = (uint32_t)(start[i + 1] - start[i]);
        insert(g, (uint32_t)i);
    }
}

/* Add the nodes that are not yet in the element of pivot p to its members. */
static void join(struct graph *g, uint32_t p, const uint32_t *nodes, size_t count)
{
    for (size_t t = 0; t < count; t++)
        if (g->stamp[nodes[t]] != p + 1) {
            g->stamp[nodes[t]] = p + 1;
            g->members[g->used++] = nodes[t];
        }
}

/* Make pivot p an element of all variables that are connected to it; this element absorbs the
 * elements of p. */
static int make_element(struct graph *g, uint32_t p)
{
    if (g->room - g->used < g->n) {
        size_t room = 2 * g->room + g->n;
        uint32_t *more = realloc(g->members, room * sizeof *more);
        if (more == NULL)
            return 0;
        g->members = more;
        g->room = room;
    }
    const uint32_t *list = g->list + g->begin[p];
    g->member_begin[p] = g->used;
    g->stamp[p] = p + 1;
    join(g, p, list + g->elements[p], g->length[p] - g->elements[p]);
    for (uint32_t t = 0; t < g->elements[p]; t++) {
        join(g, p, g->members + g->member_begin[list[t]], g->size[list[t]]);
        g->size[list[t]] = 0;
    }
    g->size[p] = (uint32_t)(g->used - g->member_begin[p]);
    return 1;
}

/* Count the work for the items of a list; true if stopped. */
static int stopped(struct graph *g, size_t items)
{
    return interrupt_tally(g->interrupt, &g->tally, 5 + 4 * items);
}

/* Count the members of each element near the pivot that are outside the pivot's element. */
static void count_outside(struct graph *g, uint32_t p)
{
    const uint32_t *member = g->members + g->member_begin[p];
    for (uint32_t m = 0; m < g->size[p]; m++) {
        const uint32_t *list = g->list + g->begin[member[m]];
        for (uint32_t t = 0; t < g->elements[member[m]]; t++) {
            uint32_t e = list[t];
            if (g->outside_stamp[e] != p + 1) {
                g->outside_stamp[e] = p + 1;
                g->outside[e] = g->size[e];
            }
            g->outside[e] -= g->size[e] > 0;
        }
        if (stopped(g, g->elements[member[m]]))
            return;
    }
}

/* Update variable i, a member of element p: remove the entries that p covers from the list of i,
 * and bound the degree of i. left: number of other variables that are left. */
static void update_member(struct graph *g, uint32_t p, uint32_t i, size_t left)
{
    uint32_t *list = g->list + g->begin[i], *kept = g->scratch, count = 0;
    size_t degree = g->size[p] - 1;
    for (uint32_t t = 0; t < g->elements[i]; t++)
        if (g->size[list[t]] > 0 && g->outside[list[t]] > 0) {
            kept[count++] = list[t];
            degree += g->outside[list[t]];
        }
    kept[count++] = p;
    uint32_t elements = count;
    for (uint32_t t = g->elements[i]; t < g->length[i]; t++)
        if (g->stamp[list[t]] != p + 1) {
            kept[count++] = list[t];
            degree++;
        }
    memcpy(list, kept, count * sizeof *list);
    g->elements[i] = elements;
    g->length[i] = count;
    size_t grown = (size_t)g->degree[i] + g->size[p] - 1;
    degree = degree < grown ? degree : grown;
    degree = degree < left ? degree : left;
    take_out(g, i);
    g->degree[i] = (uint32_t)degree;
    insert(g, i);
}

int min_degree(size_t n, const size_t *start, const uint32_t *column, uint32_t *order,
               struct interrupt *interrupt)
{
    struct graph g;
    int fine = take_memory(&g, n, start[n]);
    g.interrupt = interrupt;
    if (fine)
        start_graph(&g, start, column);
    uint32_t lowest = 0;
    for (size_t k = 0; fine && k < n; k++) {
        while (g.head[lowest] == NONE)
            lowest++;
        uint32_t p = g.head[lowest];
        take_out(&g, p);
        order[k] = p;
        fine = make_element(&g, p);
        if (!fine)
            break;
        count_outside(&g, p);
        for (uint32_t m = 0; fine && m < g.size[p]; m++) {
            uint32_t i = g.members[g.member_begin[p] + m];
            update_member(&g, p, i, n - k - 2);
            fine = !stopped(&g, g.length[i]);
            if (g.degree[i] < lowest)
                lowest = g.degree[i];
        }
    }
    free(g.members);
    free(g.memory);
    return fine;
}
