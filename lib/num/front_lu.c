/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "num/dense.h"
#include "num/front_lu.h"

/* True if there is one front, which has only pivots: it is eliminated where its factors are
 * stored. */
static int has_one_front(const struct front_plan *plan)
{
    return plan->fronts == 1;
}

static int is_full(const struct front_plan *plan)
{
    return !plan->block;
}

int front_lu_new(struct front_lu *lu, const struct front_plan *plan)
{
    size_t widest = plan->d * plan->largest, unknowns = 0;
    for (size_t f = 0; f < plan->fronts; f++)
        unknowns += plan->d * plan->front[f].pivots;
    *lu = (struct front_lu){.plan = plan};
    lu->factor = is_full(plan) ? NULL : calloc(plan->factor_room + 1, sizeof *lu->factor);
    lu->stack = calloc(plan->stack_room + 1, sizeof *lu->stack);
    lu->work = has_one_front(plan) ? lu->factor : calloc(widest * widest + 1, sizeof *lu->work);
    lu->local = calloc(widest + 1, sizeof *lu->local);
    lu->exchange = calloc(unknowns + 1, sizeof *lu->exchange);
    int has_factor = is_full(plan) || (lu->factor && lu->work);
    if (has_factor && lu->stack && lu->local && lu->exchange)
        return 1;
    front_lu_free(lu);
    return 0;
}

void front_lu_free(struct front_lu *lu)
{
    int is_mine = lu->plan && !is_full(lu->plan);
    if (is_mine && lu->work != lu->factor)
        free(lu->work);
    if (is_mine)
        free(lu->factor);
    free(lu->stack);
    free(lu->local);
    free(lu->exchange);
    *lu = (struct front_lu){0};
}

void front_lu_use(struct front_lu *lu, double *factor)
{
    lu->factor = lu->work = factor;
}

/* Return the number of rows to copy between two polls of the interrupt. */
static size_t rows_at_once(size_t rows, size_t width)
{
    enum { NARROW = 128 };
    return width < NARROW ? rows : 1;
}

/* Compute block b of the matrix, at these indices in the list of the front. */
static inline void scatter_block(const struct front_lu *lu, const struct front *front,
                                 const struct front_matrix *a, size_t b, size_t row, size_t column)
{
    size_t d = lu->plan->d, n = d * front->size;
    front_matrix_block(a, d, b, lu->plan->nodes[front->nodes + row], row == column,
                       lu->work + d * row * n + d * column, n);
}

static size_t block_work(const struct front_plan *plan)
{
    return plan->d * plan->d * (plan->d + 1);
}

/* Fill the only front with all blocks of a full matrix. */
static void scatter_all(const struct front_lu *lu, const struct front *front,
                        const struct front_matrix *a)
{
    size_t size = front->size, tally = 0;
    for (size_t i = 0; i < size; i++) {
        for (size_t k = 0; k < size; k++)
            scatter_block(lu, front, a, i * size + k, i, k);
        if (interrupt_tally(lu->interrupt, &tally, size * block_work(lu->plan)))
            return;
    }
}

/* Fill the front with its own blocks of the matrix and with zeros. */
static void scatter(const struct front_lu *lu, const struct front *front,
                    const struct front_matrix *a)
{
    const struct front_plan *plan = lu->plan;
    size_t d = plan->d, n = d * front->size, tally = 0;
    if (is_full(plan)) {
        scatter_all(lu, front, a);
        return;
    }
    for (size_t i = 0, rows = rows_at_once(n, n); i < n; i += rows) {
        memset(lu->work + i * n, 0, rows * n * sizeof *lu->work);
        if (interrupt_tally(lu->interrupt, &tally, rows * n))
            return;
    }
    for (size_t b = front->blocks; b < front[1].blocks; b++) {
        scatter_block(lu, front, a, plan->block[b], plan->row[b], plan->column[b]);
        if (interrupt_tally(lu->interrupt, &tally, block_work(plan)))
            return;
    }
}

/* Add the update of a child, stored at `update`. Nodes that are adjacent in both lists are added
 * together. */
static void extend_add(const struct front_lu *lu, const struct front *front,
                       const struct front *child, const double *update)
{
    size_t d = lu->plan->d, n = d * front->size, rest = child->size - child->pivots, tally = 0;
    const uint32_t *map = lu->plan->map + child->nodes + child->pivots;
    for (size_t i = 0; i < rest && !interrupt_tally(lu->interrupt, &tally, 2 * d * d * rest); i++)
        for (size_t r = 0; r < d; r++) {
            double *row = lu->work + (d * map[i] + r) * n;
            for (size_t k = 0, next; k < rest; k = next) {
                for (next = k + 1; next < rest && map[next] == map[next - 1] + 1;)
                    next++;
                dense_add(row + d * map[k], 1, update, d * (next - k));
                update += d * (next - k);
            }
        }
}

/* Store the factors, and the Schur complement at `update`. */
static void store(struct front_lu *lu, const struct front *front, double *update)
{
    size_t d = lu->plan->d, n = d * front->size, p = d * front->pivots, tally = 0;
    double *factor = lu->factor + front->factor;
    if (factor == lu->work)
        return;
    for (size_t i = 0, rows = rows_at_once(p, n); i < p; i += rows) {
        memcpy(factor + i * n, lu->work + i * n, rows * n * sizeof *factor);
        if (interrupt_tally(lu->interrupt, &tally, rows * n))
            return;
    }
    factor += p * n;
    for (size_t i = p; i < n && !interrupt_tally(lu->interrupt, &tally, n); i++) {
        memcpy(factor + (i - p) * p, lu->work + i * n, p * sizeof *factor);
        memcpy(update + (i - p) * (n - p), lu->work + i * n + p, (n - p) * sizeof *update);
    }
}

/* Return the work of a small front; front_eliminate() counts most of the work of a large one
 * itself. */
static size_t front_work(const struct front_plan *plan, const struct front *front)
{
    size_t n = plan->d * front->size, p = plan->d * front->pivots;
    return 100 + 2 * n * n + (n < 64 ? p * n * n / 2 : 0);
}

void front_lu_factor(struct front_lu *lu, const struct front_matrix *matrix, double tiny)
{
    const struct front_plan *plan = lu->plan;
    size_t top = 0, used = 0, first = 0, *open = plan->scratch;
    lu->smallest = INFINITY;
    lu->replaced = 0;
    for (size_t f = 0; f < plan->fronts; f++) {
        const struct front *front = &plan->front[f];
        size_t rest = plan->d * (front->size - front->pivots);
        scatter(lu, front, matrix);
        for (size_t c = 0; c < front->children; c++) {
            const struct front *child = &plan->front[open[--top]];
            size_t width = plan->d * (child->size - child->pivots);
            used -= width * width;
            extend_add(lu, front, child, lu->stack + used);
        }
        front_eliminate(lu->work, plan->d * front->size, plan->d * front->pivots, tiny,
                        lu->exchange + first, &lu->smallest, &lu->replaced, lu->interrupt);
        first += plan->d * front->pivots;
        store(lu, front, lu->stack + used);
        used += rest * rest;
        open[top++] = f;
        if (interrupted(lu->interrupt, front_work(plan, front)))
            return;
    }
}

static void forward(const struct front_lu *lu, const struct front *front, const uint32_t *exchange,
                    double *x)
{
    size_t d = lu->plan->d, n = d * front->size, p = d * front->pivots, tally = 0;
    const uint32_t *nodes = lu->plan->nodes + front->nodes;
    const double *factor = lu->factor + front->factor;
    double *y = lu->local;
    for (size_t i = 0; i < p; i++)
        y[i] = x[d * nodes[i / d] + i % d];
    for (size_t i = 0; i < p; i++) {
        double t = y[exchange[i]];
        y[exchange[i]] = y[i];
        y[i] = t;
    }
    for (size_t i = 0; i < p && !interrupt_tally(lu->interrupt, &tally, n); i++) {
        y[i] -= dense_dot(factor + i * n, y, i);
        x[d * nodes[i / d] + i % d] = y[i];
    }
    factor += p * n;
    for (size_t i = p; i < n && !interrupt_tally(lu->interrupt, &tally, p); i++, factor += p)
        x[d * nodes[i / d] + i % d] -= dense_dot(factor, y, p);
}

static void backward(const struct front_lu *lu, const struct front *front, double *x)
{
    size_t d = lu->plan->d, n = d * front->size, p = d * front->pivots, tally = 0;
    const uint32_t *nodes = lu->plan->nodes + front->nodes;
    const double *factor = lu->factor + front->factor;
    double *y = lu->local;
    for (size_t i = 0; i < n; i++)
        y[i] = x[d * nodes[i / d] + i % d];
    for (size_t i = p; i-- > 0 && !interrupt_tally(lu->interrupt, &tally, n);) {
        const double *row = factor + i * n;
        y[i] = (y[i] - dense_dot(row + i + 1, y + i + 1, n - i - 1)) / row[i];
    }
    for (size_t i = 0; i < p; i++)
        x[d * nodes[i / d] + i % d] = y[i];
}

/* Return the work of one of the two passes over a small front. */
static size_t solve_work(const struct front *front)
{
    return 20 + 4 * front->pivots * front->size;
}

void front_lu_solve(const struct front_lu *lu, double *x)
{
    const struct front_plan *plan = lu->plan;
    size_t first = 0, tally = 0;
    for (size_t f = 0; f < plan->fronts; f++) {
        forward(lu, &plan->front[f], lu->exchange + first, x);
        first += plan->d * plan->front[f].pivots;
        if (interrupt_tally(lu->interrupt, &tally, solve_work(&plan->front[f])))
            return;
    }
    for (size_t f = plan->fronts; f-- > 0;) {
        backward(lu, &plan->front[f], x);
        if (interrupt_tally(lu->interrupt, &tally, solve_work(&plan->front[f])))
            return;
    }
}
