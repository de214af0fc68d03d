/* SPDX-License-Identifier: MIT */
/* Eigenvalues of a small real matrix. No function allocates memory. */
#ifndef NUM_EIGEN_H
#define NUM_EIGEN_H

#include <stddef.h>
#include <stdint.h>

/* Return the number of doubles of the workspace for an n x n matrix. */
size_t eigen_doubles(size_t n);

/* Compute the eigenvalues of A, n x n row major, which is not changed. The eigenvalues are sorted
 * by descending real part, then by descending |imaginary part|; a complex pair is adjacent,
 * positive imaginary part first. Entries below 1e-140 of the largest entry count as zero. WD_OK;
 * WD_EINVAL: n is 0 or an entry is not finite; WD_ENOCONV: no convergence, or an eigenvalue
 * overflows. */
int32_t eigen_values(size_t n, const double *A, double *re, double *im, double *memory);

#endif
