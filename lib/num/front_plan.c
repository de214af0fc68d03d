/* SPDX-License-Identifier: MIT */
#include "num/front_analysis.h"
#include "num/front_plan.h"

/* Copy the lists into the plan, as nodes, and compute their positions in the parent's list. */
static void write_fronts(struct front_plan *plan, struct analysis *a)
{
    size_t used = 0, tally = 0;
    for (size_t f = 0; f < plan->fronts; f++) {
        struct front *front = &plan->front[f];
        front->pivots = a->first[f + 1] - a->first[f];
        front->size = front->pivots + a->list[f + 1] - a->list[f];
        front->nodes = used;
        for (size_t k = 0; k < front->pivots; k++)
            plan->nodes[used++] = a->order[a->first[f] + k];
        for (size_t t = a->list[f]; t < a->list[f + 1]; t++)
            plan->nodes[used++] = a->order[a->lists[t]];
        if (interrupt_tally(a->interrupt, &tally, 10 + 2 * front->size))
            return;
    }
    for (size_t f = 0; f < plan->fronts; f++) {
        if (a->father[f] == FRONT_NONE)
            continue;
        struct front *father = &plan->front[a->father[f]];
        father->children++;
        /* both lists ascend by place, so one pass suffices */
        const uint32_t *of = plan->nodes + father->nodes;
        for (size_t k = plan->front[f].pivots, at = 0; k < plan->front[f].size; k++) {
            while (of[at] != plan->nodes[plan->front[f].nodes + k])
                at++;
            plan->map[plan->front[f].nodes + k] = (uint32_t)at;
        }
        if (interrupt_tally(a->interrupt, &tally, 10 + 4 * father->size))
            return;
    }
}

/* Return the work of reading the blocks of a row and a column. */
static size_t node_work(const struct analysis *a, const size_t *start, uint32_t v)
{
    return 10 + 4 * (start[v + 1] - start[v] + a->t_start[v + 1] - a->t_start[v]);
}

/* Assign each block of the matrix to the front that eliminates the first of its two nodes. */
static void write_blocks(struct front_plan *plan, struct analysis *a, const size_t *start,
                         const uint32_t *column)
{
    size_t used = 0, tally = 0;
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
            if (interrupt_tally(a->interrupt, &tally, node_work(a, start, v)))
                return;
        }
    }
}

/* Set the offsets of the factors, and the sizes of the memory and of the work. */
static void set_sizes(struct front_plan *plan)
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
                   const uint32_t *column, struct interrupt *interrupt)
{
    struct analysis a;
    *plan = (struct front_plan){.d = d};
    int fine = analysis_new(&a, d, n, start, column, interrupt);
    if (fine) {
        size_t nodes = n + a.list[a.fronts], blocks = start[n];
        plan->fronts = a.fronts;
        plan->front = front_memory(plan->fronts + 1, sizeof *plan->front);
        plan->nodes = front_memory(nodes, sizeof *plan->nodes);
        plan->map = front_memory(nodes, sizeof *plan->map);
        plan->block = front_memory(blocks, sizeof *plan->block);
        plan->row = front_memory(blocks, sizeof *plan->row);
        plan->column = front_memory(blocks, sizeof *plan->column);
        plan->scratch = front_memory(plan->fronts, sizeof *plan->scratch);
        fine = plan->front && plan->nodes && plan->map && plan->block && plan->row &&
               plan->column && plan->scratch;
    }
    if (fine) {
        write_fronts(plan, &a);
        write_blocks(plan, &a, start, column);
        set_sizes(plan);
        fine = !interrupt_stopped(interrupt);
    }
    analysis_free(&a);
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
