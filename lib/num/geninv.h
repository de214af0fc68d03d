/* SPDX-License-Identifier: MIT */
/* Generalised inverses of a matrix B, m rows of n numbers, in the Euclidean metric: the inverses of
 * constrained.h for M = I, factorised once and applied to right-hand sides. No allocation. */
#ifndef NUM_GENINV_H
#define NUM_GENINV_H

#include <stddef.h>
#include <stdint.h>

#include "num/two.h"

struct geninv {
    size_t n, m;
    int32_t method;              /* WD_UK_AUTO ... WD_UK_SVD */
    double tolerance;            /* tolerance for the rank; 0: the rounding error */
    struct interrupt *interrupt; /* polled while singular values are computed; NULL: none */
    size_t most; /* setting: upper bound of the rank, known to the caller; 0: not known */
    /* Return three numbers b for each row of B; called only if rows are nearly dependent. Along a
     * singular vector with the singular value sigma, the error of the right-hand side of this row
     * is at most b[0] + b[1]/sigma + b[2]/sigma^2. The error along the vector is at most the sum of
     * these numbers over the rows, each times the row's gain and the vector's element. A component
     * of a right-hand side that is not larger than this error counts as zero, because division by
     * sigma would amplify the error.
     * NULL: no component counts as zero. Not used with a dense N. */
    const double *(*bounds)(void *context);
    void *context;   /* argument of bounds() */
    double rounding; /* max(m, n) eps */
    double loose;    /* (eps / m)^2; up to this squared cosine two rows count as orthogonal */
    int32_t used;    /* method used by geninv_factor() */
    size_t rank;
    double cutoff;       /* singular values up to this fraction of the largest count as zero */
    double growth;       /* growth of the Cholesky factor, see growth() in geninv.c */
    size_t even, stride; /* even: m rounded up to an even number; stride: even + 2 */
    double *entries;  /* n x stride, set by the caller: row j holds entry j of all rows of B, a 0 if
                         m is odd, and entry j of two vectors of the caller */
    double *products; /* even x stride: by geninv_products() the upper triangle of B B^T, and B
                         times the two vectors; after Cholesky's factorisation L D L^T of the scaled
                         B B^T the factor D L^T, with 1/D_ii on the diagonal */
    int32_t form;     /* form of the last geninv_factor(), WD_UK_MOORE_PENROSE ... */
    size_t columns;   /* n, or n + m in the relaxed form */
    int coupled;      /* 1: the kept rows of B are not pairwise orthogonal */
    int scaled;       /* 1: an element of scale is not 1 */
    int turned;       /* 1: basis is in use */
    double *basis;    /* m x m: columns are the eigenvectors of a dense N */
    double *weight;   /* m: eigenvalues or diagonal of N */
    double *square;   /* even: squared norms of the rows of B */
    double *length;   /* m: divisors of the normalised rows; with QR or singular values then the
                         norms of the original rows, 0 for a row that is not kept */
    double *slack;    /* m: diagonal of the extra columns of the relaxed form */
    double *scale;    /* m: factors from rows of B to rows of the factorised matrix */
    double *gain;     /* m: factors of the right-hand side */
    double *factor;   /* (n + m) m: Q and R, or left singular vectors */
    double *right;    /* m x m: right singular vectors */
    double *sigma;    /* singular values; scratch of QR */
    double *tau;      /* factors of the reflections of QR */
    size_t *permutation;
    double *z, *u, *side; /* even pairs each: two right-hand sides and their intermediate results */
    double *v;            /* n + m */
};

/* Return the number of doubles for geninv_carve(); 0 if it does not fit in size_t. */
size_t geninv_doubles(size_t n, size_t m);

/* Lay the workspace into allocated memory. Settings get their defaults. The workspace is used in
 * sequences: set the rows, geninv_products(), geninv_factor(), geninv_apply(). Between two such
 * sequences its contents may be overwritten. */
void geninv_carve(struct geninv *g, size_t n, size_t m, double *memory);

/* Compute g->products from the rows and the caller's two vectors, the last columns of `entries`. If
 * the products with the vectors are not used, the vectors may have any values. */
void geninv_products(struct geninv *g);

/* Factorise the rows for one form. N: m x m finite, or NULL for the identity. WD_OK; WD_EINVAL: N
 * is not symmetric, not positive semidefinite, or, in the relaxed form, not diagonal with entries
 * from 0 to 1; WD_ERANGE: a row is not finite, or overflow; WD_ENOCONV: the singular values were
 * not found, or the computation was interrupted. */
int32_t geninv_factor(struct geninv *g, const double *N, int32_t form);

/* y := X r for the inverse X of the last geninv_factor(), for two right-hand sides at a time: r has
 * m pairs and y n pairs. y is not finite if it overflows. */
void geninv_apply(struct geninv *g, const double *r, double *y);

/* Rows count as nearly dependent if their largest singular value exceeds this multiple of the
 * smallest. WD_UK_AUTO uses singular values, not Cholesky, if the growth of the Cholesky factor
 * reaches this number. */
#define GENINV_NEARLY_DEPENDENT 1e2

/* True if the last geninv_factor() used singular values, and the largest is more than
 * GENINV_NEARLY_DEPENDENT times the smallest that is not zero to rounding. */
int geninv_nearly_dependent(const struct geninv *g);

/* C := A^T B for two columns of A and two of B, with n rows each. a, b and c are the distances from
 * one row to the next of A, B and C. */
static inline void geninv_two(const double *A, size_t a, const double *B, size_t b, size_t n,
                              double *C, size_t c)
{
    two c0 = two_zero(), c1 = two_zero();
    for (size_t j = 0; j < n; j++, A += a, B += b) {
        c0 = two_add(c0, two_scale(A[0], two_load(B)));
        c1 = two_add(c1, two_scale(A[1], two_load(B)));
    }
    two_store(C, c0);
    two_store(C + c, c1);
}

#endif
