/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "num/eigen.h"

#include <gsl/gsl_eigen.h>
#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

size_t eigen_doubles(size_t n)
{
    return n * n + 4 * n;
}

/* a comes before b */
static int before(double re_a, double im_a, double re_b, double im_b)
{
    return re_a > re_b || (re_a == re_b && im_a > im_b);
}

int32_t eigen_values(size_t n, const double *A, double *re, double *im, double *memory)
{
    for (size_t i = 0; i < n * n; i++)
        if (!isfinite(A[i]))
            return WD_EINVAL;
    memcpy(memory, A, n * n * sizeof *A);
    gsl_matrix_view matrix = gsl_matrix_view_array(memory, n, n);
    gsl_vector_complex_view values = gsl_vector_complex_view_array(memory + n * n, n);
    gsl_vector_view diag = gsl_vector_view_array(memory + n * n + 2 * n, n);
    gsl_vector_view tau = gsl_vector_view_array(memory + n * n + 3 * n, n);
    gsl_eigen_francis_workspace francis = {0};
    gsl_eigen_nonsymm_workspace workspace = {
        .size = n, .diag = &diag.vector, .tau = &tau.vector, .francis_workspace_p = &francis};
    gsl_eigen_nonsymm_params(0, 1, &workspace);
    if (gsl_eigen_nonsymm(&matrix.matrix, &values.vector, &workspace) != 0)
        return WD_ENOCONV;
    for (size_t i = 0; i < n; i++) {
        gsl_complex z = gsl_vector_complex_get(&values.vector, i);
        size_t j = i;
        for (; j > 0 && before(GSL_REAL(z), GSL_IMAG(z), re[j - 1], im[j - 1]); j--) {
            re[j] = re[j - 1];
            im[j] = im[j - 1];
        }
        re[j] = GSL_REAL(z);
        im[j] = GSL_IMAG(z);
    }
    return WD_OK;
}
