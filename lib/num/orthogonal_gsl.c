/* SPDX-License-Identifier: MIT */
/* Orthogonal factorisations by GSL, the only use of GSL in the library. None of these functions
 * allocates. They call the error handler only for wrong sizes, which cannot occur here. */
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_version.h>

#include "num/build_info.h"
#include "num/orthogonal.h"

const char *build_info(void)
{
    return BUILD_INFO("GSL " GSL_VERSION, "GPL-3.0-or-later");
}

void orthogonal_hessenberg(double *a, size_t n, double *scaling, double *tau)
{
    gsl_matrix_view av = gsl_matrix_view_array(a, n, n);
    gsl_vector_view sv = gsl_vector_view_array(scaling, n);
    gsl_vector_view tv = gsl_vector_view_array(tau, n);
    gsl_linalg_balance_matrix(&av.matrix, &sv.vector);
    gsl_linalg_hessenberg_decomp(&av.matrix, &tv.vector);
}

void orthogonal_factor(double *a, size_t rows, size_t columns, double *tau, size_t *permutation,
                       double *norm)
{
    gsl_matrix_view av = gsl_matrix_view_array(a, rows, columns);
    gsl_vector_view tv = gsl_vector_view_array(tau, rows < columns ? rows : columns);
    gsl_vector_view nv = gsl_vector_view_array(norm, columns);
    gsl_permutation p = {columns, permutation};
    int sign;
    gsl_linalg_QRPT_decomp(&av.matrix, &tv.vector, &p, &sign, &nv.vector);
}

void orthogonal_product(double *a, size_t rows, size_t columns, double *tau, double *x)
{
    gsl_matrix_view av = gsl_matrix_view_array(a, rows, columns);
    gsl_vector_view tv = gsl_vector_view_array(tau, rows < columns ? rows : columns);
    gsl_vector_view xv = gsl_vector_view_array(x, rows);
    gsl_linalg_QR_Qvec(&av.matrix, &tv.vector, &xv.vector);
}
