/* SPDX-License-Identifier: MIT */
/* The extended Udwadia-Kalaba equation and its inverses with a mass matrix: wd_uk_solve() and
 * wd_uk_inverse() without handle and text. Nothing allocates. */
#ifndef NUM_UK_H
#define NUM_UK_H

#include <stddef.h>
#include <stdint.h>

#include "num/geninv.h"

/* What a failing status is about. */
enum uk_fault {
    UK_FINE,
    UK_M_FINITE,
    UK_M_SYMMETRIC,
    UK_M_DEFINITE,
    UK_N_FINITE,
    UK_N_FORM,
    UK_A_FINITE,
    UK_VECTOR_FINITE,
    UK_OVERFLOW,
    UK_NO_END,
    UK_FAULTS
};

struct uk {
    struct geninv inverse; /* settings, rank and method are there */
    double factor, square; /* see uk_residual() */
    int32_t fault;
    size_t n, m;
    int dense;            /* is M? */
    double *upper, *root; /* its factor: n x n, or n reciprocals and n roots if it is diagonal */
    double *a;            /* n x inverse.stride: the pairs a and c behind the rows of the inverse */
    double *r, *y;        /* pairs, m and n: right-hand sides and what X makes of them */
    double *answer;       /* three rows of n: qdd, Qi, Qni */
    double *result;       /* n x m */
};

/* Doubles of memory that uk_carve() needs; 0 if the number does not fit in size_t. */
size_t uk_doubles(size_t n, size_t m);

/* Lay the workspace into allocated memory, which keeps nothing between calls: it may be filled with
 * anything before each. Settings (uk->inverse.method, .tolerance) are those of the default. */
void uk_carve(struct uk *uk, size_t n, size_t m, double *memory);

/* As wd_uk_inverse() and wd_uk_solve(); pointers that may not be NULL there, and form, are the
 * caller's to check. */
int32_t uk_inverse(struct uk *uk, const double *A, const double *M, const double *N, int32_t form,
                   double *X);
/* |A qdd - b| of the last uk_solve() that succeeded: the root is taken only when it is asked for.
 */
double uk_residual(const struct uk *uk);

int32_t uk_solve(struct uk *uk, const double *M, const double *Q, const double *A, const double *b,
                 const double *C, const double *N, int32_t form, double *qdd, double *Qi,
                 double *Qni);

#endif
