/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "num/contact_newton.h"
#include "num/contact_proximal.h"
#include "num/elementary.h"

/* Return |r - centre|. */
static double distance_to_centre(const struct contact *s)
{
    double sum = 0;
    for (size_t i = 0; i < s->n; i++)
        sum += (s->r[i] - s->centre[i]) * (s->r[i] - s->centre[i]);
    return sqrt(sum);
}

/* Solve the regularised problem of this gamma and centre until its residual is small relative to
 * gamma |r - centre|: CONTACT_SOLVED, or CONTACT_UNSOLVED if it stalls. */
static enum contact_outcome solve_about_centre(struct contact *s, struct contact_path *p,
                                               double goal)
{
    size_t budget = contact_allowed(s, PROXIMAL_SETTLE);
    contact_newton_forget(p);
    for (size_t k = 0; k < budget && contact_newton_step(s, p); k++) {
        double enough = PROXIMAL_ENOUGH * p->gamma * distance_to_centre(s);
        if (contact_is_accepted(s, p->residual, goal))
            return CONTACT_SOLVED;
        if (contact_newton_centred(s, p)) {
            if (p->smooth * sqrt((double)s->n) <= enough && p->size <= enough)
                return CONTACT_SOLVED;
            p->smooth *= contact_newton_easy(p) ? PROXIMAL_TIGHTER : NEWTON_SLOWLY;
            contact_newton_forget(p);
        } else if (contact_newton_stalled(p, PROXIMAL_STALLED)) {
            break;
        }
    }
    return CONTACT_UNSOLVED;
}

/* `wide` is the width of the smoothing at the start of each problem. It decreases after each solved
 * problem; gamma decreases only after a solved problem that took few steps. Both increase after a
 * stalled problem. */
enum contact_outcome contact_proximal(struct contact *s, double goal, size_t budget)
{
    double wide = PROXIMAL_NARROW, level = 1 / sqrt((double)s->n);
    double residual = contact_residual(s, s->r, s->u);
    struct contact_path p = {.factor = 1, .gamma = PROXIMAL_GAMMA};
    size_t last = s->steps + budget;
    memcpy(s->centre, s->r, s->n * sizeof *s->r);
    while (s->steps < last && !interrupt_stopped(s->interrupt)) {
        size_t before = s->steps;
        p.smooth = wide * num_fmin(1, residual) * level;
        enum contact_outcome outcome = solve_about_centre(s, &p, goal);
        double now = contact_residual(s, s->r, s->u);
        if (contact_is_accepted(s, now, goal))
            return CONTACT_SOLVED;
        if (contact_newton_runs_away(s))
            return CONTACT_JAMMED;
        if (outcome == CONTACT_SOLVED) {
            residual = now;
            memcpy(s->centre, s->r, s->n * sizeof *s->r);
            if (s->steps - before <= PROXIMAL_EASY)
                p.gamma = num_fmax(PROXIMAL_LEAST_GAMMA, PROXIMAL_EASED * p.gamma);
            wide = num_fmax(PROXIMAL_NARROW, PROXIMAL_EASED * wide);
        } else {
            memcpy(s->r, s->centre, s->n * sizeof *s->r);
            p.gamma = num_fmin(1, PROXIMAL_HARDER * p.gamma);
            wide = num_fmin(PROXIMAL_WIDEST, PROXIMAL_WIDER * wide);
        }
    }
    return CONTACT_UNSOLVED;
}
