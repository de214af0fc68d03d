/* SPDX-License-Identifier: MIT */
/* Generalised inverses of m rows of n numbers in the Euclidean metric: the inverses of
 * constrained.h for M = I, factored once and applied to right-hand sides. Nothing allocates. */
#ifndef NUM_GENINV_H
#define NUM_GENINV_H

#include <stddef.h>
#include <stdint.h>

struct geninv {
    size_t n, m;
    int32_t method;              /* WD_UK_AUTO ... WD_UK_SVD */
    double tolerance;            /* of the rank; 0: rounding */
    struct interrupt *interrupt; /* asked on the way to singular values; NULL: nobody is */
    double rounding;             /* max(m, n) eps */
    double loose;                /* (eps / m)^2: the square of a cosine that is but rounding */
    int32_t used;                /* report of geninv_factor() */
    size_t rank;
    double cutoff, growth;
    size_t even, stride; /* m rounded up to an even number, and two more */
    double *entries;  /* n x stride, the caller's: row j holds entry j of all rows of B, 0 if m is
                       * odd, and entry j of two vectors */
    double *products; /* even x stride: B times entries, from the diagonal on; then D L^T with
                       * reciprocals of D on the diagonal */
    int32_t form;
    size_t columns; /* n, or n + m in the relaxed form */
    int coupled;    /* are the rows of B to be factored, not orthogonal in pairs? */
    int scaled;     /* is one of scale not 1? */
    int turned;     /* is basis in use? */
    double *basis;  /* m x m: columns are the eigenvectors of a dense N */
    double *weight; /* m: eigenvalues or diagonal of N */
    double *square; /* even: of the norms of the rows of B */
    double *length; /* m: what rows were divided by, if one was; in the end norms that they had */
    double *slack;  /* m: the extra columns of the relaxed form, a diagonal */
    double *scale;  /* m: by which rows of B become those of what is factored */
    double *gain;   /* m: what a right-hand side is multiplied with */
    double *factor; /* (n + m) m: Q and R, or left singular vectors */
    double *right;  /* m x m: right singular vectors */
    double *sigma, *tau;
    size_t *permutation;
    double *z, *u, *side; /* even pairs each: two right-hand sides and what becomes of them */
    double *v;            /* n + m */
};

/* Doubles of memory that geninv_carve() needs; 0 if the number does not fit in size_t. */
size_t geninv_doubles(size_t n, size_t m);

/* Lay the workspace into allocated memory, which keeps nothing between two rounds of rows,
 * products, factor, apply; settings are those of the default. */
void geninv_carve(struct geninv *g, size_t n, size_t m, double *memory);

/* Compute g->products, once the rows and the vectors are there; a vector may be anything. */
void geninv_products(struct geninv *g);

/* Factor the rows for one form. N: m x m finite, or NULL for the identity. WD_OK; WD_EINVAL: N is
 * not symmetric, not positive semidefinite, or not of the relaxed form; WD_ERANGE: a row is
 * not finite, or overflow. */
int32_t geninv_factor(struct geninv *g, const double *N, int32_t form);

/* y := X r for the inverse X of the last geninv_factor(), for two right-hand sides at a time: r
 * holds m pairs and y n, finite or not as the size of r has it. */
void geninv_apply(struct geninv *g, const double *r, double *y);

/* C := A^T B for two columns of A and two of B, n rows of both, at strides a and b */
static inline void geninv_two(const double *A, size_t a, const double *B, size_t b, size_t n,
                              double *C, size_t c)
{
    double c0[2] = {0, 0}, c1[2] = {0, 0};
    for (size_t j = 0; j < n; j++, A += a, B += b)
        for (size_t k = 0; k < 2; k++) {
            c0[k] += A[0] * B[k];
            c1[k] += A[1] * B[k];
        }
    C[0] = c0[0], C[1] = c0[1];
    C[c] = c1[0], C[c + 1] = c1[1];
}

#endif
