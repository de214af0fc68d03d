/* SPDX-License-Identifier: MIT */
/* An importer that integrates a unit for model exchange. */
#ifndef FMU_INTEGRATE_H
#define FMU_INTEGRATE_H

#include "play.h"
#include <wheeldyn/exchange.h>

enum { MOST_STATES = 128 };

/* An importer with classical Runge-Kutta steps, which are cut at events by bisection. */
struct importer {
    struct instance instance;
    size_t n, z; /* numbers of states and of event indicators */
    double t, x[MOST_STATES], next[MOST_STATES], value[MOST_STATES], k[4][MOST_STATES];
    double known; /* time of the next known event */
    int ended, status, updates;
    int silent; /* number of updates at known events that reported no change of states */
};

static inline void handle_events(struct importer *m)
{
    struct changes changes = {0};
    m->status = update_states(&m->instance, &changes);
    m->silent += m->updates > 0 && m->t == m->known && !changes.values;
    if (m->status == OK && changes.values)
        m->status = get_states(&m->instance, m->x, m->n);
    if (m->status == OK)
        m->status = enter_continuous(&m->instance);
    m->ended = changes.ended;
    m->known = changes.has_next ? changes.next : HUGE_VAL;
    m->updates++;
}

static inline void import(struct importer *m, int i)
{
    *m = (struct importer){.n = wd_model_state_count(scenario),
                           .z = wd_model_indicator_count(scenario)};
    m->status = instantiate(&m->instance, &units[i], TOKEN, EXCHANGE);
    if (m->status == OK)
        m->status = set_up(&m->instance, 0, 0, INFINITY);
    if (m->status == OK)
        m->status = leave(&m->instance);
    if (m->status == OK)
        m->status = get_states(&m->instance, m->x, m->n);
    if (m->status == OK)
        handle_events(m);
    check(m->status == OK, "FMI %d: a unit for model exchange starts: %s", 2 + i, m->instance.text);
}

static inline int pose(struct importer *m, double t, const double *x)
{
    int status = set_time(&m->instance, t);
    return status == OK ? set_states(&m->instance, x, m->n) : status;
}

static inline void try_step(struct importer *m, double h)
{
    static const double at[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
    for (int s = 0; s < 4 && m->status == OK; s++) {
        for (size_t i = 0; i < m->n; i++)
            m->next[i] = m->x[i] + (s > 0 ? at[s] * h * m->k[s - 1][i] : 0);
        m->status = pose(m, m->t + at[s] * h, m->next);
        if (m->status == OK)
            m->status = get_rates(&m->instance, m->k[s], m->n);
    }
    for (size_t i = 0; i < m->n; i++) {
        m->next[i] = m->x[i];
        for (int s = 0; s < 4; s++)
            m->next[i] += h / 6 * weight[s] * m->k[s][i];
    }
    if (m->status == OK)
        m->status = pose(m, m->t + h, m->next);
    if (m->status == OK)
        m->status = get_indicators(&m->instance, m->value, m->z);
}

static inline int any_down(const struct importer *m)
{
    for (size_t i = 0; i < m->z; i++)
        if (!(m->value[i] > 0))
            return 1;
    return 0;
}

/* Make a step of h, or a shorter one to `end`, to the next known event, or to where the first
 * indicator crosses zero. Handle the event if there is one. */
static inline void make_step(struct importer *m, double h, double end)
{
    double stop = fmin(end, m->known), low = 0;
    int events, ended;
    h = m->t + h > stop - 1e-9 * h ? stop - m->t : h;
    double to = m->t + h;
    try_step(m, h);
    if (any_down(m)) {
        while (h - low > 1e-13) {
            try_step(m, 0.5 * (low + h));
            *(any_down(m) ? &h : &low) = 0.5 * (low + h);
        }
        try_step(m, h);
        to = m->t + h;
        m->status = m->status == OK ? set_time(&m->instance, to) : m->status;
    } else if (m->status == OK) {
        m->status = set_time(&m->instance, to);
    }
    memcpy(m->x, m->next, m->n * sizeof *m->x);
    m->t = to;
    if (m->status == OK)
        m->status = complete_step(&m->instance, &events, &ended);
    if (m->status != OK || !(events || any_down(m) || to == m->known))
        return;
    m->status = enter_events(&m->instance);
    if (m->status == OK)
        handle_events(m);
}

static inline void integrate(struct importer *m, double h, double end)
{
    while (m->status == OK && !m->ended && m->t < end)
        make_step(m, h, end);
}

#endif
