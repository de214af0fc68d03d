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
    double tolerance; /* of the rank; 0: rounding */
    double rounding;  /* max(m, n) eps */
    double loose;     /* (eps / m)^2: the square of a cosine that is but rounding */
    int32_t used;     /* report of geninv_factor() */
    size_t rank;
    double cutoff, growth;
    double *rows; /* (m + 2) x n, the caller's: B, which geninv_factor() scales and turns, and below
                   * it two vectors */
    double *products; /* m x (m + 2): of the rows of B with all of these, from the diagonal on */
    int32_t form;
    size_t columns; /* n, or n + m in the relaxed form */
    int coupled;    /* are the rows of T1 not orthogonal? */
    int turned;     /* is basis in use? */
    double *basis;  /* m x m: columns are the eigenvectors of a dense N */
    double *weight; /* m: eigenvalues or diagonal of N */
    double *length; /* m: norms that the rows had */
    double *slack;  /* m: the extra columns of the relaxed form, a diagonal */
    double *scale;  /* m: by which products of rows of B become those of rows of T1 */
    double *gain;   /* m: what a right-hand side is multiplied with */
    double *gram;   /* m x m: Cholesky factor */
    double *factor; /* (n + m) m: Q and R, or left singular vectors */
    double *right;  /* m x m: right singular vectors */
    double *sigma, *tau;
    size_t *permutation;
    double *z, *u, *side; /* 2 m each: two right-hand sides and what becomes of them */
    double *v;            /* n + m */
};

/* Doubles of memory that geninv_carve() needs; 0 if the number does not fit in size_t. */
size_t geninv_doubles(size_t n, size_t m);

/* Lay the workspace into allocated memory, which keeps nothing between two rounds of rows,
 * products, factor, apply; settings are those of the default. */
void geninv_carve(struct geninv *g, size_t n, size_t m, double *memory);

/* Compute g->products, once the rows and the vectors are there; a vector may be anything. */
void geninv_products(struct geninv *g);

/* Factor g->rows for one form. N: m x m finite, or NULL for the identity. WD_OK; WD_EINVAL: N is
 * not symmetric, not positive semidefinite, or not of the relaxed form; WD_ERANGE: a row is
 * not finite, or overflow. */
int32_t geninv_factor(struct geninv *g, const double *N, int32_t form);

/* y := X r for the inverse X of the last geninv_factor() and `count` right-hand sides, at most two:
 * count rows r of m and y of n doubles, finite or not as the size of r has it. */
void geninv_apply(struct geninv *g, const double *r, size_t count, double *y);

#endif
