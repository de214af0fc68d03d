/* SPDX-License-Identifier: MIT */
/* Extended Udwadia-Kalaba equation and its inverses with a mass matrix: wd_uk_solve() and
 * wd_uk_inverse() without handle and error text. No allocation. */
#ifndef NUM_UK_H
#define NUM_UK_H

#include <stddef.h>
#include <stdint.h>

#include "num/geninv.h"

/* Reason of a failing status: an argument, an overflow, or an iteration without an end. */
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
    struct geninv inverse; /* also holds settings, rank and method */
    double factor, square; /* |A qdd - b| = factor sqrt(square), see uk_residual() */
    int32_t fault;
    size_t n, m;
    int dense;            /* 1: M is dense */
    double *upper, *root; /* factor of M: n x n, or n reciprocals and n roots if M is diagonal */
    double *a;            /* pairs (a, c) at the ends of the rows of inverse.entries (uk.c) */
    double *r, *y;        /* m and n pairs: right-hand sides r, and y = Y r (uk.c) */
    double *answer;       /* three rows of n: qdd, Qi, Qni */
    double *result;       /* n x m */
};

/* Return the number of doubles for uk_carve(); 0 if it does not fit in size_t. */
size_t uk_doubles(size_t n, size_t m);

/* Lay the workspace into allocated memory. The contents of the workspace need not be preserved
 * between calls. Settings (uk->inverse.method, .tolerance) get their defaults. */
void uk_carve(struct uk *uk, size_t n, size_t m, double *memory);

/* See wd_uk_inverse() and wd_uk_solve(). The caller checks form and the pointers that may not be
 * NULL. */
int32_t uk_inverse(struct uk *uk, const double *A, const double *M, const double *N, int32_t form,
                   double *X);
/* Return |A qdd - b| of the last successful uk_solve(); the root is computed only here. */
double uk_residual(const struct uk *uk);

int32_t uk_solve(struct uk *uk, const double *M, const double *Q, const double *A, const double *b,
                 const double *C, const double *N, int32_t form, double *qdd, double *Qi,
                 double *Qni);

#endif
