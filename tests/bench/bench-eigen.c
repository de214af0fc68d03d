/* SPDX-License-Identifier: MIT */
/* Eigenvalues of random matrices: time of the library compared with gsl_eigen_nonsymm, both with
 * balancing. */
#include "bench.h"
#include "random.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <string.h>

#include "num/eigen.h"

enum { MOST_ROWS = 36, MATRICES = 20 };

struct work {
    size_t n;
    double A[MATRICES][MOST_ROWS * MOST_ROWS], copy[MOST_ROWS * MOST_ROWS];
    double re[MOST_ROWS], im[MOST_ROWS], memory[MOST_ROWS * MOST_ROWS + 4 * MOST_ROWS];
    gsl_eigen_nonsymm_workspace *workspace;
    gsl_vector_complex *values;
};

static void by_library(void *context)
{
    struct work *w = context;
    for (int k = 0; k < MATRICES; k++) {
        memcpy(w->copy, w->A[k], w->n * w->n * sizeof *w->copy);
        eigen_values(w->n, w->copy, w->re, w->im, w->memory);
    }
}

static void by_gsl(void *context)
{
    struct work *w = context;
    for (int k = 0; k < MATRICES; k++) {
        gsl_matrix_view A = gsl_matrix_view_array(w->copy, w->n, w->n);
        memcpy(w->copy, w->A[k], w->n * w->n * sizeof *w->copy);
        gsl_eigen_nonsymm(&A.matrix, w->values, w->workspace);
    }
}

int main(void)
{
    static const size_t sizes[] = {4, 8, 11, 20, MOST_ROWS};
    static struct work work;
    gsl_set_error_handler_off();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char name[40];
        work.n = sizes[i];
        for (int k = 0; k < MATRICES; k++)
            for (size_t j = 0; j < work.n * work.n; j++)
                work.A[k][j] = uniform(-1, 1);
        work.workspace = gsl_eigen_nonsymm_alloc(work.n);
        work.values = gsl_vector_complex_alloc(work.n);
        gsl_eigen_nonsymm_params(0, 1, work.workspace);
        snprintf(name, sizeof name, "eigenvalues, %zu x %zu", work.n, work.n);
        bench_pair(name, by_library, &work, by_gsl, &work, MATRICES, 0.7);
        gsl_eigen_nonsymm_free(work.workspace);
        gsl_vector_complex_free(work.values);
    }
    return 0;
}
