/* SPDX-License-Identifier: MIT */
#include "num/geninv.h"

/* Do the same as geninv_two() for four columns of B, with one stride for all. */
static inline void two_by_four(const double *A, const double *B, size_t stride, size_t n, double *C)
{
    two c0 = two_zero(), c1 = two_zero(), d0 = two_zero(), d1 = two_zero();
    for (size_t j = 0; j < n; j++, A += stride, B += stride) {
        two b0 = two_load(B), b1 = two_load(B + 2);
        c0 = two_add(c0, two_scale(A[0], b0));
        c1 = two_add(c1, two_scale(A[1], b0));
        d0 = two_add(d0, two_scale(A[0], b1));
        d1 = two_add(d1, two_scale(A[1], b1));
    }
    two_store(C, c0), two_store(C + 2, d0);
    C += stride;
    two_store(C, c1), two_store(C + 2, d1);
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
