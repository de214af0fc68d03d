/* SPDX-License-Identifier: MIT */
/* Exact solution of a single contact. */
#ifndef NUM_CONTACT_LOCAL_H
#define NUM_CONTACT_LOCAL_H

#include <stddef.h>

/* Find r in K with u = (W + gamma I) r + q, and u + mu |u_t| n in K* and orthogonal to r. W is d x
 * d, row major, with W_nn > 0 and a positive semidefinite Schur complement of W_nn. `ratio` is
 * |u_t| / |r_t| of the last call for this contact, or 0: a start value, which affects only the time
 * that the call takes. */
void contact_local(size_t d, double mu, double gamma, const double *W, const double *q,
                   double *ratio, double *r);

#endif
