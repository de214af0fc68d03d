/* SPDX-License-Identifier: MIT */
/* Exact solution of a single contact. */
#ifndef NUM_CONTACT_LOCAL_H
#define NUM_CONTACT_LOCAL_H

#include <stddef.h>

/* Find the impulse r of a contact with friction coefficient mu. r = (r_n, r_t) has its normal
 * component first; d = 2 or 3 is its length. K is the friction cone |r_t| <= mu r_n, K* its dual
 * cone, n the unit normal. u = (W + gamma I) r + q is the velocity; gamma >= 0 is added to the
 * diagonal of W. The law: r is in K, and u + mu |u_t| n is in K* and orthogonal to r.
 *
 * W is d x d, row major, with W_nn > 0 and a positive semidefinite Schur complement of W_nn.
 * `*ratio`: in, a start value for |u_t| / |r_t|, or 0; out, the ratio found if d is 3 and the
 * contact slides. The start value affects only the time that the call takes. */
void contact_local(size_t d, double mu, double gamma, const double *W, const double *q,
                   double *ratio, double *r);

#endif
