/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gauss-Seidel over the contacts, and Anderson's extrapolation of it. */
#include <math.h>
#include <string.h>

#include "num/contact.h"
#include "num/contact_cone.h"
#include "num/contact_local.h"
#include "num/dense.h"

static void sweep_contact(struct contact *s, double gamma, const double *centre, size_t i,
                          double *r)
{
    size_t d = s->d, own = s->W.diagonal[i];
    double q[3] = {0};
    for (size_t k = 0; k < d; k++)
        q[k] = s->q[d * i + k] - (gamma > 0 ? gamma * centre[d * i + k] : 0);
    for (size_t b = s->W.start[i]; b < own; b++)
        contact_block_add(d, s->W.value + b * d * d, r + d * s->W.column[b], q);
    for (size_t b = own + 1; b < s->W.start[i + 1]; b++)
        contact_block_add(d, s->W.value + b * d * d, r + d * s->W.column[b], q);
    contact_local(d, s->mu[i], gamma, s->W.value + own * d * d, q, &s->ratio[i], r + d * i);
}

void contact_sweep(struct contact *s, double gamma, const double *centre, int backwards, double *r)
{
    for (size_t i = 0; i < s->count; i++)
        sweep_contact(s, gamma, centre, backwards ? s->count - 1 - i : i, r);
    s->sweeps++;
}

/* The last differences of r and of f = g(r) - r, where g is two sweeps. */
struct history {
    size_t held, next;
    int started;
};

static double *row(double *rows, size_t k, size_t n)
{
    return rows + k * n;
}

/* Solve the small least-squares problem |f - dF theta| by its normal equations, whose diagonal is
 * raised so that nearly dependent differences do no harm. */
static void weights(const struct contact *s, size_t held, const double *f, double *theta)
{
    double A[CONTACT_WINDOW * CONTACT_WINDOW];
    for (size_t i = 0; i < held; i++) {
        const double *a = s->history_f + i * s->n;
        theta[i] = dense_dot(a, f, s->n);
        for (size_t k = i; k < held; k++)
            A[i * held + k] = dense_dot(a, s->history_f + k * s->n, s->n);
    }
    for (size_t i = 0; i < held; i++)
        A[i * held + i] = A[i * held + i] * (1 + 1e-12) + 1e-300;
    if (dense_cholesky(A, held)) {
        dense_forward(A, held, held, theta);
        dense_backward(A, held, held, theta);
    } else {
        memset(theta, 0, held * sizeof *theta);
    }
}

/* r := the extrapolated point, in the cones; g = two sweeps from r */
static void extrapolate(struct contact *s, struct history *h, const double *g, double *r)
{
    size_t n = s->n;
    double *f = s->F, theta[CONTACT_WINDOW];
    for (size_t i = 0; i < n; i++)
        f[i] = g[i] - r[i];
    if (h->started) {
        double *dr = row(s->history_r, h->next, n), *df = row(s->history_f, h->next, n);
        for (size_t i = 0; i < n; i++) {
            dr[i] = r[i] - s->last_r[i];
            df[i] = f[i] - s->last_f[i];
        }
        h->next = (h->next + 1) % CONTACT_WINDOW;
        h->held += h->held < CONTACT_WINDOW;
    }
    memcpy(s->last_r, r, n * sizeof *r);
    memcpy(s->last_f, f, n * sizeof *f);
    h->started = 1;
    weights(s, h->held, f, theta);
    memcpy(r, g, n * sizeof *r);
    for (size_t k = 0; k < h->held; k++) {
        dense_add(r, -theta[k], row(s->history_r, k, n), n);
        dense_add(r, -theta[k], row(s->history_f, k, n), n);
    }
    for (size_t i = 0; i < s->count; i++)
        cone_project(s->d, s->mu[i], r + s->d * i);
}

/* Multiplications of two sweeps with their residual, and of about as many Newton steps as a problem
 * takes. Those of the factorisation are done several at a time. */
static double sweep_work(const struct contact *s)
{
    return 3 * (double)s->W.blocks * (double)(s->d * s->d) + 150 * (double)s->count;
}

static double newton_work(const struct contact *s)
{
    double steps = 12;
    return steps * (s->plan.work / 3 + 12 * (double)s->W.blocks * (double)(s->d * s->d) +
                    400 * (double)s->count);
}

void contact_sweeps(struct contact *s, double goal)
{
    enum { LOOK_BACK = 5 };
    struct history h = {0};
    double before[LOOK_BACK] = {0}, *r = s->trial, *g = s->r;
    double last = HUGE_VAL;
    memcpy(r, s->r, s->n * sizeof *r);
    for (size_t k = 0; s->sweeps < 100000; k++) {
        memcpy(g, r, s->n * sizeof *r);
        contact_sweep(s, 0, NULL, 0, g);
        contact_sweep(s, 0, NULL, 1, g);
        double residual = contact_residual(s, g, s->u);
        s->residual = residual;
        if (residual <= goal)
            return;
        double rate = k >= LOOK_BACK ? pow(residual / before[k % LOOK_BACK], 1.0 / LOOK_BACK) : 0;
        before[k % LOOK_BACK] = residual;
        if (k >= LOOK_BACK &&
            (rate >= 1 || log(goal / residual) / log(rate) * sweep_work(s) > newton_work(s)))
            return;
        if (residual > 2 * last)
            h = (struct history){0};
        last = residual;
        extrapolate(s, &h, g, r);
    }
}
