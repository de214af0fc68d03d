/* SPDX-License-Identifier: MIT */
/* Proximal non-interior continuation: Newton steps on the smoothed map of Alart and Curnier for
 * W + gamma I, q - gamma centre, while the smoothing and gamma go to zero and the centre follows.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "num/contact.h"
#include "num/contact_cone.h"
#include "num/dense.h"
#include "num/elementary.h"

/* Where the continuation stands. */
struct path {
    double smooth, gamma, factor; /* factor: of rho */
    double smoothest;             /* smooth at the start, its largest */
    double merit[3];              /* the last values of |F| for these parameters */
    size_t since, shorts;         /* steps since they changed, of these short ones */
    size_t relaxed, stalled;      /* how often it was relaxed, of late without progress */
    double stalled_at;            /* the best residual when it was relaxed last */
};

/* F, J and the residual of the true problem at r; returns |F|. */
static double evaluate(struct contact *s, const struct path *p, const double *r, double *u,
                       double *residual)
{
    size_t d = s->d, tally = 0;
    double sum = 0;
    *residual = contact_residual(s, r, u);
    for (size_t i = 0; i < s->count; i++) {
        double x[3], P[3], rho = p->factor * s->rho[i];
        for (size_t k = 0; k < d; k++) {
            size_t j = d * i + k;
            x[k] = r[j] - rho * (u[j] + p->gamma * (r[j] - s->centre[j]));
        }
        cone_smooth(d, s->mu[i], p->smooth, x, P, s->J + d * d * i);
        for (size_t k = 0; k < d; k++) {
            s->F[d * i + k] = r[d * i + k] - P[k];
            sum += s->F[d * i + k] * s->F[d * i + k];
        }
        if (interrupt_tally(s->interrupt, &tally, 100))
            break;
    }
    return sqrt(sum);
}

/* The rows of contact i of I - J + rho J (W + gamma I) */
static void newton_rows(struct contact *s, const struct path *p, size_t i)
{
    size_t d = s->d, dd = d * d;
    double rho = p->factor * s->rho[i], G[9];
    const double *J = s->J + dd * i;
    for (size_t k = 0; k < dd; k++)
        G[k] = rho * J[k];
    for (size_t b = s->W.start[i]; b < s->W.start[i + 1]; b++) {
        const double *W = s->W.value + dd * b;
        double *A = s->newton + dd * b;
        for (size_t r = 0; r < d; r++)
            for (size_t c = 0; c < d; c++) {
                double sum = 0;
                for (size_t k = 0; k < d; k++)
                    sum += G[r * d + k] * W[k * d + c];
                A[r * d + c] = sum;
            }
    }
    double *A = s->newton + dd * s->W.diagonal[i];
    for (size_t k = 0; k < dd; k++)
        A[k] += G[k] * p->gamma - J[k] + (k % (d + 1) == 0);
}

static void all_rows(struct contact *s, const struct path *p)
{
    size_t tally = 0, d = s->d;
    for (size_t i = 0; i < s->count; i++) {
        newton_rows(s, p, i);
        if (interrupt_tally(s->interrupt, &tally, d * contact_matrix_work(&s->W, i)))
            return;
    }
}

/* s->step := -A^-1 F */
static void newton_step(struct contact *s, const struct path *p)
{
    all_rows(s, p);
    contact_linear_factor(s, 1e-15);
    for (size_t i = 0; i < s->n; i++)
        s->trial_u[i] = -s->F[i];
    contact_linear_solve(s, s->trial_u);
}

/* Try r + t step for t = 1, 1/2 ... 1/64; the first that is good enough, else the best, becomes
 * s->r. Returns t. */
static double search(struct contact *s, const struct path *p, double limit, double *size,
                     double *residual)
{
    double best = 0, best_size = HUGE_VAL;
    for (double t = 1; t >= 1.0 / 64; t /= 2) {
        memcpy(s->trial, s->r, s->n * sizeof *s->r);
        dense_add(s->trial, t, s->step, s->n);
        double now = evaluate(s, p, s->trial, s->trial_u, residual);
        if (now <= (1 - 0.01 * t) * limit) {
            best = t;
            *size = now;
            break;
        }
        if (now < best_size) {
            best = -t;
            best_size = now;
        }
    }
    if (best <= 0) {
        best = best < 0 ? -best : 1.0 / 64;
        memcpy(s->trial, s->r, s->n * sizeof *s->r);
        dense_add(s->trial, best, s->step, s->n);
        *size = evaluate(s, p, s->trial, s->trial_u, residual);
    }
    memcpy(s->r, s->trial, s->n * sizeof *s->r);
    memcpy(s->u, s->trial_u, s->n * sizeof *s->u);
    return best;
}

static void forget(struct path *p)
{
    p->since = p->shorts = 0;
    p->merit[0] = p->merit[1] = p->merit[2] = 0;
}

static double mean_size(const struct contact *s, const double *r)
{
    double sum = 0;
    for (size_t i = 0; i < s->n; i++)
        sum += fabs(r[i]);
    return sum / (double)s->n;
}

/* Centred: tighten. */
static void tighten(struct contact *s, struct path *p, const struct contact_start *start, double t)
{
    double by = t == 1 && p->since <= 8 && p->stalled == 0 ? start->shrink : 0.4;
    p->smooth *= by;
    p->gamma = num_fmax(p->gamma * by, start->least_gamma);
    memcpy(s->centre, s->r, s->n * sizeof *s->r);
    forget(p);
}

/* Stalled: larger parameters, the more so if the last time was no help, another rho, and sweeps
 * that put the contacts right one by one. */
static void relax(struct contact *s, struct path *p, double residual)
{
    static const double change[4][2] = {{3, 3}, {1, 20}, {0.3, 3}, {1, 20}};
    const double *by = change[p->relaxed++ % 4];
    if (s->residual > 0.5 * p->stalled_at)
        p->stalled++;
    else
        p->stalled = 0;
    p->stalled_at = s->residual;
    if (residual > 30 * s->residual)
        memcpy(s->r, s->best, s->n * sizeof *s->r);
    p->factor = by[0];
    p->gamma = num_fmin(1, p->gamma * by[1]);
    p->smooth *= 5 * ldexp(1, (int)p->stalled);
    p->smooth = num_fmin(p->smooth, p->smoothest);
    for (int k = 0; k < 30; k++)
        contact_sweep(s, p->gamma, s->centre, k % 2, s->r);
    memcpy(s->centre, s->r, s->n * sizeof *s->r);
    forget(p);
}

/* Without a solution the iterates run away along a direction y of self-stress: y in K, W y = 0,
 * q.y < 0. With friction they may do so although there is a solution elsewhere. */
static int runs_away(struct contact *s)
{
    if (!(dense_norm(s->r, s->n) > 10 * CONTACT_HUGE))
        return 0;
    double gain = -dense_dot(s->q, s->r, s->n);
    for (size_t i = 0; i < s->n; i++)
        s->step[i] = s->u[i] - s->q[i];
    return gain > 0 && dense_norm(s->step, s->n) * CONTACT_HUGE <= gain;
}

static struct path begin(struct contact *s, const struct contact_start *start)
{
    struct path p = {.factor = 1, .stalled_at = HUGE_VAL};
    double residual = contact_residual(s, s->r, s->u);
    double level = num_fmax(1 / sqrt((double)s->n), mean_size(s, s->r));
    p.smooth = p.smoothest = start->smooth * num_fmin(residual, 1) * level;
    p.gamma = num_fmax(num_fmin(1, start->gamma * residual), start->least_gamma);
    memcpy(s->centre, s->r, s->n * sizeof *s->r);
    return p;
}

enum contact_outcome contact_follow(struct contact *s, const struct contact_start *start,
                                    double goal, size_t budget, size_t relaxations)
{
    struct path p = begin(s, start);
    double residual, size = evaluate(s, &p, s->r, s->u, &residual);
    contact_keep_best(s, residual);
    for (size_t k = 0; k < budget; k++) {
        if (p.since == 0)
            size = evaluate(s, &p, s->r, s->u, &residual);
        p.merit[p.since % 3] = size;
        newton_step(s, &p);
        if (interrupted(s->interrupt, 2 * contact_work(s))) /* then there is no step */
            break;
        double limit = num_fmax(p.merit[0], num_fmax(p.merit[1], p.merit[2]));
        double t = search(s, &p, limit, &size, &residual);
        p.since++;
        p.shorts += t < 0.2;
        contact_keep_best(s, residual);
        if (contact_done(s, residual, goal))
            return CONTACT_SOLVED;
        if (runs_away(s))
            return CONTACT_JAMMED;
        if (dense_largest(s->F, s->n) <= 20 * p.smooth)
            tighten(s, &p, start, t);
        else if (p.shorts >= 4 || p.since >= 25) {
            if (p.relaxed == relaxations)
                break;
            relax(s, &p, residual);
        }
    }
    return CONTACT_UNSOLVED;
}

/* |r - centre| */
static double moved(const struct contact *s)
{
    double sum = 0;
    for (size_t i = 0; i < s->n; i++)
        sum += (s->r[i] - s->centre[i]) * (s->r[i] - s->centre[i]);
    return sqrt(sum);
}

enum { SETTLE = 60 }; /* the most steps for one centre */

/* The problem of this gamma and centre, until what is left of it is little beside gamma times the
 * way from the centre: CONTACT_SOLVED. CONTACT_UNSOLVED if it stalls. */
static enum contact_outcome settle(struct contact *s, struct path *p, double goal)
{
    size_t budget = contact_allowed(s, SETTLE);
    double size = 0, residual;
    forget(p);
    for (size_t k = 0; k < budget; k++) {
        if (p->since == 0)
            size = evaluate(s, p, s->r, s->u, &residual);
        p->merit[p->since % 3] = size;
        newton_step(s, p);
        if (interrupted(s->interrupt, 2 * contact_work(s)))
            break;
        double limit = num_fmax(p->merit[0], num_fmax(p->merit[1], p->merit[2]));
        double t = search(s, p, limit, &size, &residual);
        p->since++;
        p->shorts += t < 0.2;
        contact_keep_best(s, residual);
        double enough = 0.1 * p->gamma * moved(s);
        if (contact_done(s, residual, goal))
            return CONTACT_SOLVED;
        if (dense_largest(s->F, s->n) <= 20 * p->smooth) {
            if (p->smooth * sqrt((double)s->n) <= enough && size <= enough)
                return CONTACT_SOLVED;
            p->smooth *= t == 1 && p->since <= 8 ? 0.1 : 0.4;
            forget(p);
        } else if (p->shorts >= 4 || p->since >= 15) {
            break;
        }
    }
    return CONTACT_UNSOLVED;
}

enum contact_outcome contact_proximal(struct contact *s, double goal, size_t budget)
{
    static const double narrow = 0.1;
    double wide = narrow, level = 1 / sqrt((double)s->n);
    double residual = contact_residual(s, s->r, s->u);
    struct path p = {.factor = 1, .gamma = 0.01};
    size_t last = s->steps + budget;
    memcpy(s->centre, s->r, s->n * sizeof *s->r);
    while (s->steps < last && !interrupt_stopped(s->interrupt)) {
        size_t before = s->steps;
        p.smooth = wide * num_fmin(1, residual) * level;
        enum contact_outcome outcome = settle(s, &p, goal);
        double now = contact_residual(s, s->r, s->u);
        if (contact_done(s, now, goal))
            return CONTACT_SOLVED;
        if (runs_away(s))
            return CONTACT_JAMMED;
        if (outcome == CONTACT_SOLVED) {
            residual = now;
            memcpy(s->centre, s->r, s->n * sizeof *s->r);
            p.gamma = s->steps - before <= 12 ? num_fmax(1e-10, 0.3 * p.gamma) : p.gamma;
            wide = num_fmax(narrow, 0.3 * wide);
        } else {
            memcpy(s->r, s->centre, s->n * sizeof *s->r);
            p.gamma = num_fmin(1, 5 * p.gamma);
            wide = num_fmin(100, 3 * wide);
        }
    }
    return CONTACT_UNSOLVED;
}

/* A vanishing pivot of the unsmoothed Newton matrix without gamma at the solution. */
int contact_hyperstatic(struct contact *s)
{
    double residual;
    struct path p = {.factor = 1};
    evaluate(s, &p, s->r, s->u, &residual);
    all_rows(s, &p);
    front_lu_factor(&s->lu, s->newton, 1e-15);
    return s->lu.smallest < 1e-9;
}
