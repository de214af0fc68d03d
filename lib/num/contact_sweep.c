/* SPDX-License-Identifier: MIT */
/* Gauss-Seidel iteration over the contacts with Anderson extrapolation. */
#include <math.h>
#include <string.h>

#include "num/contact_cone.h"
#include "num/contact_local.h"
#include "num/contact_sweep.h"
#include "num/dense.h"
#include "num/elementary.h"

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
    size_t tally = 0;
    for (size_t k = 0; k < s->count; k++) {
        size_t i = backwards ? s->count - 1 - k : k;
        sweep_contact(s, gamma, centre, i, r);
        if (interrupt_tally(s->interrupt, &tally, 75 + contact_matrix_work(&s->W, i)))
            return;
    }
    s->sweeps++;
}

/* State of the latest differences of r and of f = g(r) - r, where g is a pair of sweeps. The
 * differences are in s->history_r and s->history_f. */
struct history {
    size_t held, next; /* number of stored differences; index of the next one to store */
    int started;       /* 1: there is a previous pair of sweeps */
    double gram[CONTACT_WINDOW][CONTACT_WINDOW]; /* scalar products of the differences of f */
};

static double *row(double *rows, size_t k, size_t n)
{
    return rows + k * n;
}

/* Store the newest differences. */
static void store_differences(struct contact *s, struct history *h, const double *r,
                              const double *f)
{
    size_t n = s->n, at = h->next, tally = 0;
    double *dr = row(s->history_r, at, n), *df = row(s->history_f, at, n);
    for (size_t i = 0; i < n; i++) {
        dr[i] = r[i] - s->last_r[i];
        df[i] = f[i] - s->last_f[i];
    }
    h->next = (at + 1) % CONTACT_WINDOW;
    h->held += h->held < CONTACT_WINDOW;
    for (size_t k = 0; k < h->held && !interrupt_tally(s->interrupt, &tally, 2 * n); k++)
        h->gram[at][k] = h->gram[k][at] = dense_dot(df, row(s->history_f, k, n), n);
}

/* Solve the least-squares problem min |f - dF theta| by its normal equations. A slightly increased
 * diagonal limits the effect of nearly dependent differences. */
static void find_weights(const struct contact *s, const struct history *h, const double *f,
                         double *theta)
{
    double A[CONTACT_WINDOW * CONTACT_WINDOW];
    size_t held = h->held, tally = 0;
    for (size_t i = 0; i < held; i++) {
        if (interrupt_tally(s->interrupt, &tally, 2 * s->n)) {
            memset(theta, 0, held * sizeof *theta);
            return;
        }
        theta[i] = dense_dot(s->history_f + i * s->n, f, s->n);
        for (size_t k = i; k < held; k++)
            A[i * held + k] = h->gram[i][k] * (i == k ? 1 + SWEEP_RIDGE : 1);
    }
    if (dense_cholesky(A, held)) {
        dense_forward(A, held, held, theta);
        dense_backward(A, held, held, theta);
    } else {
        memset(theta, 0, held * sizeof *theta);
    }
}

/* Set r to the extrapolated point, projected on the cones; g is the result of a pair of sweeps from
 * r. */
static void extrapolate(struct contact *s, struct history *h, const double *g, double *r)
{
    size_t n = s->n, tally = 0;
    double *f = s->F, theta[CONTACT_WINDOW];
    for (size_t i = 0; i < n; i++)
        f[i] = g[i] - r[i];
    if (h->started)
        store_differences(s, h, r, f);
    memcpy(s->last_r, r, n * sizeof *r);
    memcpy(s->last_f, f, n * sizeof *f);
    h->started = 1;
    find_weights(s, h, f, theta);
    memcpy(r, g, n * sizeof *r);
    for (size_t k = 0; k < h->held && !interrupt_tally(s->interrupt, &tally, 4 * n); k++) {
        dense_add(r, -theta[k], row(s->history_r, k, n), n);
        dense_add(r, -theta[k], row(s->history_f, k, n), n);
    }
    for (size_t i = 0; i < s->count && !interrupt_tally(s->interrupt, &tally, 30); i++)
        cone_project(s->d, s->mu[i], r + s->d * i);
}

/* sweep_work(): number of multiplications of a pair of sweeps and its residual. newton_work():
 * number of multiplications of the Newton steps of a typical problem; the divisor 3 accounts for
 * the vectorised factorisation. */
static double sweep_work(const struct contact *s)
{
    return (double)contact_work(s);
}

static double newton_work(const struct contact *s)
{
    return SWEEP_NEWTONS * (s->plan.work / 3 + 12 * (double)s->W.blocks * (double)(s->d * s->d) +
                            400 * (double)s->count);
}

/* True if another pair of sweeps is worthwhile. Sweeps continue while their work is below
 * SWEEP_CHEAP times the work of the Newton steps. Beyond that they continue while the present rate
 * predicts that they reach the goal with less work than the Newton steps. While the work is below
 * SWEEP_EARLY times that of the Newton steps, the prediction may be twice as much work, because
 * rates still improve. */
static int is_worthwhile(const struct contact *s, size_t pairs, double rate, double goal)
{
    double spent = (double)pairs * sweep_work(s), steps = newton_work(s);
    if (spent < SWEEP_CHEAP * steps)
        return 1;
    double left = rate < 1 ? num_log(goal / s->residual) / num_log(rate) * sweep_work(s) : HUGE_VAL;
    return spent + left < (spent < SWEEP_EARLY * steps ? 2 : 1) * steps;
}

/* Sweeps end at the latest with the pair whose work exceeds that of the Newton steps. */
double contact_sweeps_most(const struct contact *s)
{
    double pairs = newton_work(s) / sweep_work(s);
    return 2 * num_fmin(SWEEP_MOST_PAIRS, 1 + num_fmax(SWEEP_LOOK_BACK, 1 + pairs));
}

void contact_sweeps(struct contact *s, double goal)
{
    struct history h = {0};
    double before[SWEEP_LOOK_BACK] = {0}, *r = s->trial, *g = s->r;
    double last = HUGE_VAL;
    memcpy(r, s->r, s->n * sizeof *r);
    for (size_t k = 0; k < SWEEP_MOST_PAIRS; k++) {
        memcpy(g, r, s->n * sizeof *r);
        contact_sweep(s, 0, NULL, 0, g);
        contact_sweep(s, 0, NULL, 1, g);
        s->residual = contact_residual(s, g, s->u);
        if (s->residual <= goal || interrupted(s->interrupt, contact_work(s)))
            return;
        double rate = k < SWEEP_LOOK_BACK ? 0
                                          : num_pow(s->residual / before[k % SWEEP_LOOK_BACK],
                                                    1.0 / SWEEP_LOOK_BACK);
        before[k % SWEEP_LOOK_BACK] = s->residual;
        if (k >= SWEEP_LOOK_BACK && !is_worthwhile(s, k, rate, goal))
            return;
        if (s->residual > SWEEP_WORSE * last)
            h = (struct history){0};
        last = s->residual;
        extrapolate(s, &h, g, r);
    }
}
