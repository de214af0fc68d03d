/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eigenvalues of a small real matrix. */
#ifndef NUM_EIGEN_H
#define NUM_EIGEN_H

#include <stddef.h>
#include <stdint.h>

size_t eigen_doubles(size_t n);
/* Of the n x n matrix A, row major, by real part descending, pairs adjacent with the positive
 * imaginary part first. WD_OK, WD_EINVAL (not finite), WD_ENOCONV. */
int32_t eigen_values(size_t n, const double *A, double *re, double *im, double *memory);

#endif
