/* SPDX-License-Identifier: MIT */
/* Frictional contact problems: find impulses r in the friction cones K with velocities u = W r + q,
 * such that u + mu |u_t| n is in the dual cones K* and orthogonal to r. n are the unit normals, u_t
 * the tangential parts of u, mu the friction coefficients. The solver works on the scaled problem
 * W' = D W D, q' = D q / |D q| with a diagonal matrix D. In this problem all quantities are pure
 * numbers, so neither the decisions of the solver nor its residual depend on units. */
#ifndef NUM_CONTACT_H
#define NUM_CONTACT_H

#include "num/contact_shared.h"

/* Allocate a solver for `count` contacts of dimension d. Returns 0 if memory runs out; the caller
 * calls contact_free() in both cases. */
int contact_new(struct contact *s, size_t d, size_t count);
void contact_free(struct contact *s);

/* Set the interrupt that long work polls (NULL: none). Results are invalid after a stop. */
void contact_heed(struct contact *s, struct interrupt *interrupt);

/* Set the pattern of W, as scalar CSR rows that are already checked. If the pattern differs from
 * the present one, memory is allocated and the symbolic analysis runs. 0: out of memory, or
 * stopped; the problem then has no pattern. */
int contact_pattern(struct contact *s, const size_t *row_start, const uint32_t *column);

/* Set the values of the rows of contact_pattern(). Returns `count`, or the index of the first
 * faulty contact. A contact is faulty if
 * - one of its diagonal entries is not positive (with s->pulls: one of the tangential entries, or
 *   the mean of all its diagonal entries),
 * - its diagonal entries are too large or too small to be scaled, or
 * - scaling makes another entry of its rows overflow. */
size_t contact_values(struct contact *s, const double *value);
/* Do the same after the caller has written the unscaled values to s->W.value. */
size_t contact_scale_values(struct contact *s);

/* Set the friction coefficients and q, in the caller's units. 0: q is too large for this W. */
int contact_problem(struct contact *s, const double *mu, const double *q);

/* contact_guess(): set the start point r. contact_result(): get the solution r and u (u may be
 * NULL). Both in the caller's units. */
void contact_guess(struct contact *s, const double *r);
void contact_result(const struct contact *s, double *r, double *u);

/* Solve, starting from s->r if warm, else from 0. Afterwards s->r is the best point found, whatever
 * the outcome, and s->u the velocities that belong to it. */
enum contact_outcome contact_solve(struct contact *s, int warm);

/* After success: true if r is statically indeterminate, i.e. other r have the same u. */
int contact_hyperstatic(struct contact *s);

#endif
