/* SPDX-License-Identifier: MIT */
/* Least solutions of symmetric positive semidefinite systems, whose rows may depend on each other.
 * Nothing allocates. */
#ifndef NUM_SEMIDEFINITE_H
#define NUM_SEMIDEFINITE_H

#include <stddef.h>

/* What is left of a diagonal entry, relative to its scale, when its row depends on those before:
 * the square of the sine of an angle. */
#define SEMIDEFINITE_DEPENDS 1e-10

struct semidefinite {
    size_t n, rank;
    double *a;     /* n x n: the matrix, then its factor U, rank x n, U^T U = A but for the order */
    double *gram;  /* n x n: the factor of U U^T, if rows depend on each other */
    double *scale; /* n: of the rows */
    double *x;     /* n */
    size_t *order; /* n: of the rows */
};

size_t semidefinite_doubles(size_t n);
void semidefinite_carve(struct semidefinite *s, size_t n, double *memory);

/* Factor s->a, s->n x s->n, of which the caller may have made n smaller than it was carved. A row
 * counts as dependent below SEMIDEFINITE_DEPENDS of its scale, which is that of a diagonal entry.
 * 0: something is not finite. */
int semidefinite_factor(struct semidefinite *s);

/* x := the shortest of those that minimise |A x - b|, for entries of b and x `stride` apart; b may
 * be x. */
void semidefinite_solve(struct semidefinite *s, const double *b, double *x, size_t stride);

#endif
