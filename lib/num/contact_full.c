/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "num/contact.h"
#include "num/contact_full.h"
#include "num/contact_states.h"

/* Allocate the matrix W for up to `most` contacts. */
static int take_pattern(struct contact *s, size_t most)
{
    struct contact_matrix *w = &s->W;
    size_t dd = s->d * s->d;
    if (most > SIZE_MAX / sizeof(double) / dd / most)
        return 0;
    *w = (struct contact_matrix){.d = s->d};
    w->start = calloc(most + 1, sizeof *w->start);
    w->column = calloc(most * most, sizeof *w->column);
    w->diagonal = calloc(most, sizeof *w->diagonal);
    w->value = calloc(most * most, dd * sizeof *w->value);
    return w->start && w->column && w->diagonal && w->value;
}

/* Allocate a plan with one front, which eliminates all nodes in their order. */
static int take_plan(struct front_plan *plan, size_t d, size_t most)
{
    *plan = (struct front_plan){.d = d, .fronts = 1};
    plan->front = calloc(2, sizeof *plan->front);
    plan->nodes = calloc(most, sizeof *plan->nodes);
    plan->scratch = calloc(1, sizeof *plan->scratch);
    return plan->front && plan->nodes && plan->scratch;
}

/* Fill the pattern of a full matrix of `count` contacts. */
static void fill_pattern(struct contact_matrix *w, size_t count)
{
    w->contacts = count;
    w->blocks = count * count;
    for (size_t i = 0; i < count; i++) {
        w->start[i] = i * count;
        w->diagonal[i] = i * count + i;
        for (size_t k = 0; k < count; k++)
            w->column[i * count + k] = (uint32_t)k;
    }
    w->start[count] = count * count;
}

/* Set the sizes of a plan for a full matrix of `count` contacts. */
static void size_plan(struct front_plan *plan, size_t count)
{
    double n = (double)(plan->d * count);
    plan->front[0] = (struct front){.pivots = count, .size = count};
    plan->front[1] = (struct front){.blocks = count * count};
    plan->factor_room = plan->d * plan->d * count * count;
    plan->largest = count;
    plan->work = n * n * n / 3;
}

static void fill_plan(struct front_plan *plan, size_t count)
{
    size_plan(plan, count);
    for (size_t i = 0; i < count; i++)
        plan->nodes[i] = (uint32_t)i;
}

int contact_full_new(struct contact *s, size_t d, size_t most)
{
    if (!contact_new(s, d, most) || !take_pattern(s, most) || !take_plan(&s->plan, d, most))
        return 0;
    if (!s->states && (s->states = malloc(contact_states_size())) == NULL)
        return 0;
    s->count = 0; /* contact_full_use() fills the pattern and the plan for the contacts in use */
    size_plan(&s->plan, most);
    return front_lu_new(&s->lu, &s->plan);
}

size_t contact_full_factor(size_t d, size_t contacts)
{
    return d * d * contacts * contacts;
}

void contact_full_use(struct contact *s, size_t count, double *factor)
{
    front_lu_use(&s->lu, factor);
    if (count == s->count)
        return;
    s->count = count;
    s->n = s->d * count;
    fill_pattern(&s->W, count);
    fill_plan(&s->plan, count);
}
