/* SPDX-License-Identifier: MIT */
/* Proximal non-interior continuation: smoothing and gamma are reduced to zero, and the proximal
 * centre is moved to the present point. */
#include <math.h>
#include <string.h>

#include "num/contact_follow.h"
#include "num/contact_newton.h"
#include "num/contact_sweep.h"
#include "num/dense.h"
#include "num/elementary.h"

struct follow {
    struct contact_path path;
    const struct contact_start *start;
    double smoothest;  /* start value and upper limit of path.smooth */
    size_t relaxed;    /* number of relaxations */
    size_t stalled;    /* number of the last relaxations in a row that made no progress */
    double stalled_at; /* best residual at the last relaxation */
};

static double mean_size(const struct contact *s, const double *r)
{
    double sum = 0;
    for (size_t i = 0; i < s->n; i++)
        sum += fabs(r[i]);
    return sum / (double)s->n;
}

static struct follow start_following(struct contact *s, const struct contact_start *start)
{
    struct follow f = {.path = {.factor = 1}, .start = start, .stalled_at = HUGE_VAL};
    double residual = contact_residual(s, s->r, s->u);
    double level = num_fmax(1 / sqrt((double)s->n), mean_size(s, s->r));
    f.smoothest = f.path.smooth = start->smooth * num_fmin(residual, 1) * level;
    f.path.gamma = num_fmax(num_fmin(1, start->gamma * residual), start->least_gamma);
    memcpy(s->centre, s->r, s->n * sizeof *s->r);
    return f;
}

/* Reduce smoothing and gamma and move the centre, when the iterate is centred: F is small relative
 * to the smoothing. */
static void tighten(struct contact *s, struct follow *f)
{
    struct contact_path *p = &f->path;
    double by = contact_newton_easy(p) && f->stalled == 0 ? f->start->shrink : NEWTON_SLOWLY;
    p->smooth *= by;
    p->gamma = num_fmax(p->gamma * by, f->start->least_gamma);
    memcpy(s->centre, s->r, s->n * sizeof *s->r);
    contact_newton_forget(p);
}

/* Relax a stalled iteration: increase smoothing (more after each relaxation without progress) and
 * gamma, change rho, and sweep over the contacts. */
static void relax(struct contact *s, struct follow *f)
{
    struct contact_path *p = &f->path;
    const double *by = follow_changes[f->relaxed++ % 4];
    if (s->residual > FOLLOW_HELPED * f->stalled_at)
        f->stalled++;
    else
        f->stalled = 0;
    f->stalled_at = s->residual;
    if (p->residual > FOLLOW_LOST * s->residual)
        memcpy(s->r, s->best, s->n * sizeof *s->r);
    p->factor = by[0];
    p->gamma = num_fmin(1, p->gamma * by[1]);
    p->smooth *= FOLLOW_WIDER * ldexp(1, (int)f->stalled);
    p->smooth = num_fmin(p->smooth, f->smoothest);
    for (int k = 0; k < FOLLOW_SWEEPS; k++)
        contact_sweep(s, p->gamma, s->centre, k % 2, s->r);
    memcpy(s->centre, s->r, s->n * sizeof *s->r);
    contact_newton_forget(p);
}

enum contact_outcome contact_follow(struct contact *s, const struct contact_start *start,
                                    double goal, size_t budget, size_t relaxations)
{
    struct follow f = start_following(s, start);
    contact_newton_measure(s, &f.path);
    contact_keep_best(s, f.path.residual);
    for (size_t k = 0; k < budget && contact_newton_step(s, &f.path); k++) {
        if (contact_is_accepted(s, f.path.residual, goal))
            return CONTACT_SOLVED;
        if (contact_newton_runs_away(s))
            return CONTACT_JAMMED;
        if (contact_newton_centred(s, &f.path))
            tighten(s, &f);
        else if (contact_newton_stalled(&f.path, FOLLOW_STALLED)) {
            if (f.relaxed == relaxations)
                break;
            relax(s, &f);
        }
    }
    return CONTACT_UNSOLVED;
}
