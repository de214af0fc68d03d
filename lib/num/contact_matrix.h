/* SPDX-License-Identifier: MIT */
/* Matrix W of a contact problem in blocks of d x d, one block row per contact, row major inside a
 * block. Columns ascend within a block row, and the diagonal block is always present. */
#ifndef NUM_CONTACT_MATRIX_H
#define NUM_CONTACT_MATRIX_H

#include <stddef.h>
#include <stdint.h>

#include "num/interrupt.h"

struct contact_matrix {
    size_t d, contacts, blocks;
    size_t *start;    /* [contacts + 1]: index of the first block of each block row */
    uint32_t *column; /* block column of each block */
    size_t *diagonal; /* index of the diagonal block of each contact */
    /* scalar CSR rows from which W was made, and the place in `value` of each of their entries;
     * NULL: the rows are those of a full matrix [contact_full.h] */
    size_t *row_start, *place;
    uint32_t *row_column;
    double *value; /* d * d for each block */
    struct interrupt *interrupt;
};

/* Read the pattern of scalar CSR rows, which the caller has checked; columns may be in any order
 * and duplicates are added. 0: out of memory or stopped; nothing is allocated then. */
int contact_matrix_new(struct contact_matrix *w, size_t d, size_t contacts, const size_t *row_start,
                       const uint32_t *column, struct interrupt *interrupt);
void contact_matrix_free(struct contact_matrix *w);

/* True if W has the pattern of these rows. */
int contact_matrix_same(const struct contact_matrix *w, const size_t *row_start,
                        const uint32_t *column);

/* Set W from the values of scalar CSR rows with the pattern of contact_matrix_new(). */
void contact_matrix_fill(struct contact_matrix *w, const double *value);

/* Scale symmetrically: multiply block (i, k) by scale_i scale_k. */
void contact_matrix_scale(struct contact_matrix *w, const double *scale);

/* y = W x + q; absolute: y = |W| |x| + |q|; transposed: y = W^T x */
void contact_matrix_product(const struct contact_matrix *w, const double *x, const double *q,
                            double *y);
void contact_matrix_absolute(const struct contact_matrix *w, const double *x, const double *q,
                             double *y);
void contact_matrix_transposed(const struct contact_matrix *w, const double *x, double *y);

/* Return the work of one pass over the blocks of contact i. */
static inline size_t contact_matrix_work(const struct contact_matrix *w, size_t i)
{
    return w->d * w->d * (w->start[i + 1] - w->start[i]);
}

/* sum += block x, for blocks of d x d */
static inline void contact_block_add(size_t d, const double *block, const double *x, double *sum)
{
    if (d == 3) {
        double x0 = x[0], x1 = x[1], x2 = x[2];
        sum[0] += block[0] * x0 + block[1] * x1 + block[2] * x2;
        sum[1] += block[3] * x0 + block[4] * x1 + block[5] * x2;
        sum[2] += block[6] * x0 + block[7] * x1 + block[8] * x2;
    } else {
        double x0 = x[0], x1 = x[1];
        sum[0] += block[0] * x0 + block[1] * x1;
        sum[1] += block[2] * x0 + block[3] * x1;
    }
}

/* product := block other, for blocks of d x d; rows of the product, which must not overlap them,
 * are `stride` apart. */
static inline void contact_block_times(size_t d, const double *block, const double *other,
                                       double *product, size_t stride)
{
    for (const double *end = block + d * d; block < end; block += d, product += stride)
        if (d == 3) {
            double a = block[0], b = block[1], c = block[2];
            product[0] = a * other[0] + b * other[3] + c * other[6];
            product[1] = a * other[1] + b * other[4] + c * other[7];
            product[2] = a * other[2] + b * other[5] + c * other[8];
        } else {
            double a = block[0], b = block[1];
            product[0] = a * other[0] + b * other[2];
            product[1] = a * other[1] + b * other[3];
        }
}

#endif
