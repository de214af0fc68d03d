/* SPDX-License-Identifier: MIT */
/* Newton steps on the smoothed map of Alart and Curnier for W + gamma I, q - gamma centre, at s->r,
 * s->u and s->centre. How smoothing and gamma change from step to step is the caller's. */
#ifndef NUM_CONTACT_NEWTON_H
#define NUM_CONTACT_NEWTON_H

#include "num/contact_shared.h"

struct contact_path {
    double smooth, gamma, factor; /* the parameters; factor: of rho */
    double merit[3];              /* the last values of |F| for these */
    size_t since, shorts;         /* steps since they changed, of these short ones */
    double size, residual;        /* |F|, and of the true problem; at s->r */
    double t;                     /* length of the last step, the whole being 1 */
};

/* size and residual at s->r, and s->u */
void contact_newton_measure(struct contact *s, struct contact_path *p);
/* The parameters have changed. */
void contact_newton_forget(struct contact_path *p);
/* One step, searched along, unless it is interrupted: 0. */
int contact_newton_step(struct contact *s, struct contact_path *p);
/* Is F so small for its smoothing that there may be less of it? */
int contact_newton_centred(const struct contact *s, const struct contact_path *p);
/* Did that take a few whole steps? */
int contact_newton_easy(const struct contact_path *p);
/* Have steps been short, or more than `most`? */
int contact_newton_stalled(const struct contact_path *p, size_t most);
/* Without a solution the iterates run away along a direction y of self-stress: y in K, W y = 0,
 * q.y < 0. With friction they may do so although there is a solution elsewhere. */
int contact_newton_runs_away(struct contact *s);
/* The smallest pivot of the map without smoothing and gamma at s->r. */
double contact_newton_pivot(struct contact *s);

#endif
