/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "num/svd.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

#include "num/dense.h"

/* GSL calls the error handler of the host if Jacobi has not ended after max(12, 5 columns) sweeps.
 * It ends when all pairs of columns are orthogonal to 10 rows eps of the product of their norms; a
 * test that only fails to end if those products are rounded away in the denormal range. After
 * scaling the largest entry to about 1 and dropping what is below 1e-140 they cannot be. What
 * remains is a finite matrix of normal range on which cyclic Jacobi takes too many sweeps; among
 * 1e5 graded, duplicate, tiny and huge ones of tests/unit/test-svd.c there is none. */
static int scale(double *a, size_t count, int *exponent)
{
    double largest = dense_largest(a, count);
    if (largest == 0)
        return 0;
    frexp(largest, exponent);
    for (size_t i = 0; i < count; i++) {
        a[i] = ldexp(a[i], -*exponent);
        if (fabs(a[i]) < 1e-140)
            a[i] = 0;
    }
    return 1;
}

int svd_factor(double *a, size_t rows, size_t columns, double *v, double *s)
{
    int exponent;
    if (!scale(a, rows * columns, &exponent)) {
        memset(v, 0, columns * columns * sizeof *v);
        memset(s, 0, columns * sizeof *s);
        return 1;
    }
    gsl_matrix_view av = gsl_matrix_view_array(a, rows, columns);
    gsl_matrix_view vv = gsl_matrix_view_array(v, columns, columns);
    gsl_vector_view sv = gsl_vector_view_array(s, columns);
    int failed = gsl_linalg_SV_decomp_jacobi(&av.matrix, &vv.matrix, &sv.vector);
    for (size_t i = 0; i < columns; i++)
        s[i] = ldexp(s[i], exponent);
    return !failed && dense_finite(a, rows * columns) && dense_finite(v, columns * columns) &&
           dense_finite(s, columns);
}

void qr_factor(double *a, size_t rows, size_t columns, double *tau, size_t *permutation,
               double *norm)
{
    gsl_matrix_view av = gsl_matrix_view_array(a, rows, columns);
    gsl_vector_view tv = gsl_vector_view_array(tau, rows < columns ? rows : columns);
    gsl_vector_view nv = gsl_vector_view_array(norm, columns);
    gsl_permutation p = {columns, permutation};
    int sign;
    gsl_linalg_QRPT_decomp(&av.matrix, &tv.vector, &p, &sign, &nv.vector);
}

void qr_product(double *a, size_t rows, size_t columns, double *tau, double *x)
{
    gsl_matrix_view av = gsl_matrix_view_array(a, rows, columns);
    gsl_vector_view tv = gsl_vector_view_array(tau, rows < columns ? rows : columns);
    gsl_vector_view xv = gsl_vector_view_array(x, rows);
    gsl_linalg_QR_Qvec(&av.matrix, &tv.vector, &xv.vector);
}
