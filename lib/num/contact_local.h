/* SPDX-License-Identifier: MIT */
/* One contact solved exactly. */
#ifndef NUM_CONTACT_LOCAL_H
#define NUM_CONTACT_LOCAL_H

#include <stddef.h>

/* r in K with u = (W + gamma I) r + q, u + mu |u_t| n in K*, orthogonal to r. W is d x d, row
 * major, with W_nn > 0 and a positive semidefinite Schur complement of W_nn. `ratio` is |u_t| /
 * |r_t| of the last call for this contact, a guess that only saves time (0: none). */
void contact_local(size_t d, double mu, double gamma, const double *W, const double *q,
                   double *ratio, double *r);

#endif
