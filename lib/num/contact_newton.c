/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "num/contact_cone.h"
#include "num/contact_newton.h"
#include "num/dense.h"
#include "num/elementary.h"

/* Evaluate F, its Jacobian J and, in *residual, the residual of the unsmoothed problem at r;
 * returns |F|. */
static double evaluate(struct contact *s, const struct contact_path *p, const double *r, double *u,
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

/* Set the Newton matrix I - J + rho J (W + gamma I). */
static void set_newton_matrix(struct contact *s, const struct contact_path *p)
{
    size_t d = s->d, dd = d * d;
    for (size_t i = 0; i < s->count; i++) {
        const double *J = s->J + dd * i, rho = p->factor * s->rho[i];
        double *by = s->by + dd * i, *own = s->own + dd * i;
        for (size_t k = 0; k < dd; k++) {
            by[k] = rho * J[k];
            own[k] = by[k] * p->gamma - J[k] + (k % (d + 1) == 0);
        }
    }
}

/* s->step := -A^-1 F */
static void find_step(struct contact *s, const struct contact_path *p)
{
    set_newton_matrix(s, p);
    contact_linear_factor(s, NEWTON_TINY);
    for (size_t i = 0; i < s->n; i++)
        s->trial_u[i] = -s->F[i];
    contact_linear_solve(s, s->trial_u);
}

/* Set s->r to r + t step, for the first t of 1, 1/2, ... for which |F| is sufficiently below the
 * largest of its last three values, else for the t with the smallest |F|. */
static void line_search(struct contact *s, struct contact_path *p)
{
    double best = 0, best_size = HUGE_VAL;
    double limit = num_fmax(p->merit[0], num_fmax(p->merit[1], p->merit[2]));
    for (double t = 1; t >= NEWTON_SHORTEST; t /= 2) {
        memcpy(s->trial, s->r, s->n * sizeof *s->r);
        dense_add(s->trial, t, s->step, s->n);
        double now = evaluate(s, p, s->trial, s->trial_u, &p->residual);
        if (now <= (1 - NEWTON_DECREASE * t) * limit) {
            best = t;
            p->size = now;
            break;
        }
        if (now < best_size) {
            best = -t;
            best_size = now;
        }
    }
    if (best <= 0) {
        best = best < 0 ? -best : NEWTON_SHORTEST;
        memcpy(s->trial, s->r, s->n * sizeof *s->r);
        dense_add(s->trial, best, s->step, s->n);
        p->size = evaluate(s, p, s->trial, s->trial_u, &p->residual);
    }
    memcpy(s->r, s->trial, s->n * sizeof *s->r);
    memcpy(s->u, s->trial_u, s->n * sizeof *s->u);
    p->t = best;
}

void contact_newton_forget(struct contact_path *p)
{
    p->since = p->shorts = 0;
    p->merit[0] = p->merit[1] = p->merit[2] = 0;
}

void contact_newton_measure(struct contact *s, struct contact_path *p)
{
    p->size = evaluate(s, p, s->r, s->u, &p->residual);
}

int contact_newton_step(struct contact *s, struct contact_path *p)
{
    if (p->since == 0)
        contact_newton_measure(s, p);
    p->merit[p->since % 3] = p->size;
    find_step(s, p);
    if (interrupted(s->interrupt, 2 * contact_work(s)))
        return 0;
    line_search(s, p);
    p->since++;
    p->shorts += p->t < NEWTON_SHORT;
    contact_keep_best(s, p->residual);
    return 1;
}

int contact_newton_centred(const struct contact *s, const struct contact_path *p)
{
    return dense_largest(s->F, s->n) <= NEWTON_CENTRED * p->smooth;
}

int contact_newton_easy(const struct contact_path *p)
{
    return p->t == 1 && p->since <= NEWTON_EASY;
}

int contact_newton_stalled(const struct contact_path *p, size_t most)
{
    return p->shorts >= NEWTON_SHORTS || p->since >= most;
}

int contact_newton_runs_away(struct contact *s)
{
    if (!(dense_norm(s->r, s->n) > FOLLOW_AWAY))
        return 0;
    double gain = -dense_dot(s->q, s->r, s->n);
    for (size_t i = 0; i < s->n; i++)
        s->step[i] = s->u[i] - s->q[i];
    return gain > 0 && dense_norm(s->step, s->n) * CONTACT_HUGE <= gain;
}

double contact_newton_pivot(struct contact *s)
{
    struct contact_path p = {.factor = 1};
    contact_newton_measure(s, &p);
    set_newton_matrix(s, &p);
    struct front_matrix A = contact_newton_matrix(s);
    front_lu_factor(&s->lu, &A, NEWTON_TINY);
    return s->lu.smallest;
}
