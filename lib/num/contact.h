/* SPDX-License-Identifier: MIT */
/* Frictional contact problems: find r in K with u = W r + q, u + mu |u_t| n in K*, orthogonal to r.
 * The solver works on the scaled problem W' = D W D, q' = D q / |D q|, where all quantities are
 * pure numbers: neither its decisions nor its residual depend on units. */
#ifndef NUM_CONTACT_H
#define NUM_CONTACT_H

#include "num/contact_shared.h"

/* 0: no memory. contact_free() is fine after that, too. */
int contact_new(struct contact *s, size_t d, size_t count);
void contact_free(struct contact *s);

/* From now on what takes long asks this one (NULL: nobody), and is of no use if it was stopped. */
void contact_heed(struct contact *s, struct interrupt *interrupt);

/* The pattern of W, as scalar CSR rows already checked: memory and symbolic work, nothing if it is
 * that of before. 0: no memory, or stopped, and the problem has no pattern. */
int contact_pattern(struct contact *s, const size_t *row_start, const uint32_t *column);

/* The values of these rows. Returns the first contact whose own block is not positive, or count. */
size_t contact_values(struct contact *s, const double *value);

/* Friction and q, in the units of the caller. 0: too large for this W. */
int contact_problem(struct contact *s, const double *mu, const double *q);

/* s->r := r, and back with u (or NULL), in the units of the caller. */
void contact_guess(struct contact *s, const double *r);
void contact_result(const struct contact *s, double *r, double *u);

/* From s->r if warm, else from 0. Whatever comes out, s->r is the best found and s->u belongs to
 * it.
 */
enum contact_outcome contact_solve(struct contact *s, int warm);

/* After success: are there other r with the same u? */
int contact_hyperstatic(struct contact *s);

#endif
