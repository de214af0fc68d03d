/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Generalised inverses of m rows of n numbers in the Euclidean metric: the inverses of
 * constrained.h for M = I, factored once and applied to right-hand sides. Nothing allocates. */
#ifndef NUM_GENINV_H
#define NUM_GENINV_H

#include <stddef.h>
#include <stdint.h>

struct geninv {
    size_t n, m;
    int32_t method;   /* WD_UK_AUTO ... WD_UK_SVD */
    double tolerance; /* of the rank; 0: max(m, n) eps */
    int32_t used;     /* report of geninv_factor() */
    size_t rank;
    double cutoff, growth;
    double *rows; /* m x n: the matrix B, from the caller; scaled and turned by geninv_factor() */
    int32_t form;
    size_t columns; /* n, or n + m in the relaxed form */
    int coupled;    /* are the rows of T1 not orthogonal? */
    int turned;     /* is basis in use? */
    double *basis;  /* m x m: columns are the eigenvectors of a dense N */
    double *weight; /* m: eigenvalues or diagonal of N */
    double *length; /* m: norms that the rows had */
    double *slack;  /* m: the extra columns of the relaxed form, a diagonal */
    double *gain;   /* m: what a right-hand side is multiplied with */
    double *gram;   /* m x m: Cholesky factor */
    double *factor; /* (n + m) m: Q and R, or left singular vectors */
    double *right;  /* m x m: right singular vectors */
    double *sigma, *tau;
    size_t *permutation;
    double *z, *u, *v, *w; /* m, m, n + m, n + m */
};

/* Doubles of memory that geninv_carve() needs; 0 if the number does not fit in size_t. */
size_t geninv_doubles(size_t n, size_t m);

/* Lay the workspace into allocated memory, which keeps nothing between two rounds of
 * rows, factor, apply; settings are those of the default. */
void geninv_carve(struct geninv *g, size_t n, size_t m, double *memory);

/* Factor g->rows for one form. N: m x m finite, or NULL for the identity. WD_OK; WD_EINVAL: N is
 * not symmetric, not positive semidefinite, or not of the relaxed form; WD_ERANGE: a row is
 * not finite, or overflow. */
int32_t geninv_factor(struct geninv *g, const double *N, int32_t form);

/* y := X r for the inverse X of the last geninv_factor(); r: m, y: n doubles, finite or not as the
 * size of r has it. */
void geninv_apply(struct geninv *g, const double *r, double *y);

#endif
