/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "num/contact.h"
#include "num/contact_newton.h"
#include "num/contact_search.h"
#include "num/contact_states.h"
#include "num/dense.h"
#include "num/elementary.h"

int contact_new(struct contact *s, size_t d, size_t count)
{
    size_t n = d * count, window = CONTACT_WINDOW;
    *s = (struct contact){.d = d, .count = count, .n = n};
    double **vectors[] = {&s->q,      &s->r, &s->u,    &s->best,   &s->trial, &s->trial_u,
                          &s->centre, &s->F, &s->step, &s->last_r, &s->last_f};
    double **scalars[] = {&s->mu, &s->frictionless, &s->scale, &s->rho, &s->ratio};
    size_t v = sizeof vectors / sizeof *vectors, c = sizeof scalars / sizeof *scalars;
    if (n > SIZE_MAX / sizeof(double) / (v + c + 3 * d + 2 * window))
        return 0;
    double *at = calloc((v + 3 * d + 2 * window) * n + c * count, sizeof *at);
    s->memory = at;
    s->states = n <= CONTACT_FEW ? malloc(contact_states_size()) : NULL;
    if (at == NULL || (n <= CONTACT_FEW && s->states == NULL))
        return 0;
    for (size_t i = 0; i < v; i++, at += n)
        *vectors[i] = at;
    for (size_t i = 0; i < c; i++, at += count)
        *scalars[i] = at;
    s->J = at;
    s->by = s->J + d * n;
    s->own = s->by + d * n;
    s->history_r = s->own + d * n;
    s->history_f = s->history_r + window * n;
    return 1;
}

static void free_matrix(struct contact *s)
{
    front_lu_free(&s->lu);
    front_plan_free(&s->plan);
    contact_matrix_free(&s->W);
}

void contact_free(struct contact *s)
{
    free_matrix(s);
    free(s->states);
    free(s->memory);
}

void contact_heed(struct contact *s, struct interrupt *interrupt)
{
    s->interrupt = s->W.interrupt = s->lu.interrupt = interrupt;
}

int contact_pattern(struct contact *s, const size_t *row_start, const uint32_t *column)
{
    if (contact_matrix_same(&s->W, row_start, column))
        return 1;
    free_matrix(s);
    if (contact_matrix_new(&s->W, s->d, s->count, row_start, column, s->interrupt) &&
        front_plan_new(&s->plan, s->d, s->count, s->W.start, s->W.column, s->interrupt) &&
        front_lu_new(&s->lu, &s->plan)) {
        contact_heed(s, s->interrupt);
        return 1;
    }
    free_matrix(s);
    return 0;
}

size_t contact_values(struct contact *s, const double *value)
{
    contact_matrix_fill(&s->W, value);
    return contact_scale_values(s);
}

/* Scale the diagonal blocks to a mean diagonal entry of 1. */
size_t contact_scale_values(struct contact *s)
{
    size_t d = s->d, dd = d * d, tally = 0;
    for (size_t i = 0; i < s->count; i++) {
        const double *own = s->W.value + dd * s->W.diagonal[i];
        double trace = 0, smallest = HUGE_VAL;
        for (size_t k = 0; k < d; k++) {
            trace += own[k * (d + 1)] / (double)d;
            if (k > 0 || !s->pulls)
                smallest = num_fmin(smallest, own[k * (d + 1)]);
        }
        s->scale[i] = 1 / sqrt(trace);
        if (!(smallest > 0 && isnormal(s->scale[i])))
            return i;
    }
    contact_matrix_scale(&s->W, s->scale);
    for (size_t i = 0; i < s->count; i++) {
        size_t row = dd * s->W.start[i];
        if (!dense_finite(s->W.value + row, dd * s->W.start[i + 1] - row))
            return i;
        s->rho[i] = 1 / dense_norm(s->W.value + dd * s->W.diagonal[i], dd);
        if (interrupt_tally(s->interrupt, &tally, 20 + contact_matrix_work(&s->W, i)))
            break;
    }
    return s->count;
}

int contact_problem(struct contact *s, const double *mu, const double *q)
{
    for (size_t i = 0; i < s->n; i++)
        s->q[i] = s->scale[i / s->d] * q[i];
    memcpy(s->mu, mu, s->count * sizeof *mu);
    s->q_norm = dense_norm(s->q, s->n);
    for (size_t i = 0; i < s->n && s->q_norm > 0; i++)
        s->q[i] /= s->q_norm;
    return isfinite(s->q_norm);
}

void contact_guess(struct contact *s, const double *r)
{
    for (size_t i = 0; i < s->n; i++)
        s->r[i] = s->q_norm > 0 ? r[i] / s->scale[i / s->d] / s->q_norm : 0;
    if (!dense_finite(s->r, s->n))
        memset(s->r, 0, s->n * sizeof *s->r);
}

void contact_result(const struct contact *s, double *r, double *u)
{
    for (size_t i = 0; i < s->n; i++) {
        r[i] = s->r[i] * s->scale[i / s->d] * s->q_norm;
        if (u)
            u[i] = s->u[i] / s->scale[i / s->d] * s->q_norm;
    }
}

enum contact_outcome contact_solve(struct contact *s, int warm)
{
    s->steps = s->sweeps = 0;
    s->residual = 0;
    s->away = 0;
    memset(s->ratio, 0, s->count * sizeof *s->ratio);
    if (s->q_norm > 0)
        return contact_search(s, warm, s->tolerance);
    memset(s->r, 0, s->n * sizeof *s->r);
    memset(s->u, 0, s->n * sizeof *s->u);
    return CONTACT_SOLVED;
}

/* The impulses are statically indeterminate if the Newton matrix without smoothing and gamma has a
 * pivot that vanishes to rounding. */
int contact_hyperstatic(struct contact *s)
{
    return contact_newton_pivot(s) < NEWTON_HYPERSTATIC;
}
