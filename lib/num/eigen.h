/* SPDX-License-Identifier: MIT */
/* Eigenvalues of a small real matrix. Nothing allocates. */
#ifndef NUM_EIGEN_H
#define NUM_EIGEN_H

#include <stddef.h>
#include <stdint.h>

/* Size of the workspace for an n x n matrix. */
size_t eigen_doubles(size_t n);

/* The eigenvalues of A, n x n row major and left as it is, by real part descending; of equal real
 * parts the larger imaginary size first. A complex pair stands together, positive imaginary part
 * first. Relative to the largest entry, entries below 1e-140 count as zero. WD_OK; WD_EINVAL: n is
 * 0 or an entry not finite; WD_ENOCONV: no end of the iteration, or an eigenvalue overflows. */
int32_t eigen_values(size_t n, const double *A, double *re, double *im, double *memory);

#endif
