/* SPDX-License-Identifier: MIT */
#include "num/geninv.h"

/* Do the same as geninv_two() for four columns of B, with one stride for all. */
static inline void two_by_four(const double *A, const double *B, size_t stride, size_t n, double *C)
{
    double c0[2] = {0, 0}, c1[2] = {0, 0}, d0[2] = {0, 0}, d1[2] = {0, 0};
    for (size_t j = 0; j < n; j++, A += stride, B += stride)
        for (size_t k = 0; k < 2; k++) {
            c0[k] += A[0] * B[k];
            c1[k] += A[1] * B[k];
            d0[k] += A[0] * B[2 + k];
            d1[k] += A[1] * B[2 + k];
        }
    C[0] = c0[0], C[1] = c0[1], C[2] = d0[0], C[3] = d0[1];
    C += stride;
    C[0] = c1[0], C[1] = c1[1], C[2] = d1[0], C[3] = d1[1];
}

void geninv_products(struct geninv *g)
{
    size_t n = g->n, even = g->even, stride = g->stride;
    const double *rows = g->entries;
    double *products = g->products; /* from the diagonal on */
    for (size_t i = 0; i < even; i += 2, rows += 2, products += 2 * stride + 2) {
        size_t k = 0;
        for (; k < even - i; k += 4)
            two_by_four(rows, rows + k, stride, n, products + k);
        if (k == even - i)
            geninv_two(rows, stride, rows + k, stride, n, products + k, stride);
    }
}
