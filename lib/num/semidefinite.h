/* SPDX-License-Identifier: MIT */
/* Minimum-norm solutions of symmetric positive semidefinite systems with possibly dependent rows.
 * No allocation. */
#ifndef NUM_SEMIDEFINITE_H
#define NUM_SEMIDEFINITE_H

#include <stddef.h>

/* Remainder of a diagonal entry, relative to its scale, below which its row depends on the rows
 * before: squared sine of an angle. */
#define SEMIDEFINITE_DEPENDS 1e-10

struct semidefinite {
    size_t n, rank;
    double *a;     /* n x n: matrix, then its factor U, rank x n, U^T U = A in the pivoted order */
    double *gram;  /* n x n: factor of U U^T, if rows are dependent */
    double *scale; /* n: scales of the rows */
    double *x;     /* n: scratch of semidefinite_solve() */
    size_t *order; /* n: order of the rows */
};

/* Return the number of doubles for semidefinite_carve(). */
size_t semidefinite_doubles(size_t n);
void semidefinite_carve(struct semidefinite *s, size_t n, double *memory);

/* Factorise s->a, s->n x s->n; the caller may have reduced n since carving. A row is dependent if
 * the remainder of its diagonal entry is below SEMIDEFINITE_DEPENDS times s->scale of the row. 0: a
 * number is not finite. */
int semidefinite_factor(struct semidefinite *s);

/* Do the same, but compute only s->rank, s->order and the factor U. Afterwards semidefinite_solve()
 * must not be called. */
int semidefinite_rank(struct semidefinite *s);

/* Set x to the minimum-norm solution of min |A x - b|. Entries of b and x are `stride` apart; b may
 * be x. */
void semidefinite_solve(struct semidefinite *s, const double *b, double *x, size_t stride);

#endif
