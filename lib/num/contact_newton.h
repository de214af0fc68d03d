/* SPDX-License-Identifier: MIT */
/* Newton steps from s->r on F(r) = r - P(r - rho (u + gamma (r - centre))), the smoothed map of
 * Alart and Curnier for W + gamma I and q - gamma centre. P is the map of cone_smooth(), and rho a
 * positive number for each contact. The caller changes smoothing and gamma between steps. */
#ifndef NUM_CONTACT_NEWTON_H
#define NUM_CONTACT_NEWTON_H

#include "num/contact_shared.h"

struct contact_path {
    double smooth, gamma, factor; /* parameters of F; factor multiplies the rho of the map */
    double merit[3];              /* last three values of |F| with these parameters */
    size_t since, shorts;         /* steps with these parameters; number of short steps */
    double size, residual;        /* |F| and residual of the unsmoothed problem at s->r */
    double t;                     /* length of the last step; 1: full Newton step */
};

/* Evaluate size and residual at s->r, and s->u. */
void contact_newton_measure(struct contact *s, struct contact_path *p);
/* Forget the step counts and the values of |F| after a change of parameters. */
void contact_newton_forget(struct contact_path *p);
/* Make one Newton step with line search. 0: interrupted. */
int contact_newton_step(struct contact *s, struct contact_path *p);
/* True if F is so small relative to the smoothing that the smoothing may be reduced. */
int contact_newton_centred(const struct contact *s, const struct contact_path *p);
/* True if few, full steps were sufficient with these parameters. */
int contact_newton_easy(const struct contact_path *p);
/* True if several steps with these parameters were short, or `most` steps were made with them. */
int contact_newton_stalled(const struct contact_path *p, size_t most);
/* True if r diverges. Without a solution the iterates diverge along a direction y of self-stress: y
 * in K, W y = 0, q.y < 0. With friction they may diverge although a solution exists elsewhere. */
int contact_newton_runs_away(struct contact *s);
/* Return the smallest pivot of the Newton matrix without smoothing and gamma at s->r. */
double contact_newton_pivot(struct contact *s);

#endif
