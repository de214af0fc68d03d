/* SPDX-License-Identifier: MIT */
/* Statements of docs/theory/numerics.rst about GSL where the library has its own code: iterations
 * that fail on ordinary matrices, allocations that call the host's error handler. */
#include "tap.h"
#include "random.h"
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_poly.h>
#include <gsl/gsl_roots.h>
#include <gsl/gsl_spline.h>
#include <gsl/gsl_version.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>
#include "num/eigen.h"
#include "num/orthogonal.h"
#include "num/svd.h"

enum { MOST = 12, MATRICES = 20000 };

static int handled;

static void count(const char *reason, const char *file, int line, int error)
{
    (void)reason;
    (void)file;
    (void)line;
    (void)error;
    handled++;
}

/* How often the handler has been called since the last time. What is known of one release need not
 * hold for another. */
static void check_handled(const char *what)
{
    if (GSL_MAJOR_VERSION == 2 && GSL_MINOR_VERSION == 7)
        check(handled > 0, "%s, %d times", what, handled);
    else
        printf("# GSL " GSL_VERSION ": %s, %d times\n", what, handled);
    handled = 0;
}

static void fill_skew(size_t n, double *A)
{
    for (size_t i = 0; i < n; i++) {
        A[i * n + i] = 0;
        for (size_t j = 0; j < i; j++) {
            A[i * n + j] = uniform(-1, 1);
            A[j * n + i] = -A[i * n + j];
        }
    }
}

static void gsl_values(size_t n, double *A)
{
    gsl_matrix_view matrix = gsl_matrix_view_array(A, n, n);
    gsl_vector_complex *values = gsl_vector_complex_alloc(n);
    gsl_eigen_nonsymm_workspace *workspace = gsl_eigen_nonsymm_alloc(n);
    gsl_eigen_nonsymm_params(0, 1, workspace);
    gsl_eigen_nonsymm(&matrix.matrix, values, workspace);
    gsl_eigen_nonsymm_free(workspace);
    gsl_vector_complex_free(values);
}

static void test_eigenvalues(void)
{
    static double A[MOST * MOST], re[MOST], im[MOST], memory[MOST * MOST + 4 * MOST];
    int solved = 0;
    for (int k = 0; k < MATRICES; k++) {
        size_t n = 2 + (size_t)k % (MOST - 1);
        fill_skew(n, A);
        solved += eigen_values(n, A, re, im, memory) == WD_OK;
        gsl_values(n, A);
    }
    check(solved == MATRICES, "eigenvalues of %d skew matrices: the library finds all", solved);
    check_handled("gsl_eigen_nonsymm gives up on some");
}

static void test_singular_values(void)
{
    enum { ROWS = 5, COLUMNS = 4 };
    static const double A[ROWS * COLUMNS] = {0,  0,    0, 0, 0, -2, 1e-6, 2, 0, 0,
                                             -1, 1e-6, 0, 0, 0, 0,  -2,   0, 0, 0};
    double a[ROWS * COLUMNS], v[COLUMNS * COLUMNS], s[COLUMNS];
    memcpy(a, A, sizeof a);
    check(svd_factor(a, ROWS, COLUMNS, v, s, NULL),
          "singular values of %d x %d numbers: the library", ROWS, COLUMNS);
    memcpy(a, A, sizeof a);
    gsl_matrix_view matrix = gsl_matrix_view_array(a, ROWS, COLUMNS);
    gsl_matrix_view right = gsl_matrix_view_array(v, COLUMNS, COLUMNS);
    gsl_vector_view values = gsl_vector_view_array(s, COLUMNS);
    gsl_linalg_SV_decomp_jacobi(&matrix.matrix, &right.matrix, &values.vector);
    check_handled("gsl_linalg_SV_decomp_jacobi gives up");
}

#ifdef __GLIBC__
/* The program's own symbols stand before libc's for every library, GSL included. */
static int empty;
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);

void *malloc(size_t size)
{
    return empty ? NULL : __libc_malloc(size);
}

void *calloc(size_t members, size_t size)
{
    return empty ? NULL : __libc_calloc(members, size);
}

/* The GSL functions that the library calls allocate nothing. */
static void test_used(void)
{
    static double A[MOST * MOST], re[MOST], im[MOST], memory[MOST * MOST + 4 * MOST];
    double tau[MOST], norm[MOST], x[MOST] = {1};
    size_t permutation[MOST];
    for (int i = 0; i < MOST * MOST; i++)
        A[i] = uniform(-1, 1);
    empty = 1;
    int32_t status = eigen_values(MOST, A, re, im, memory);
    orthogonal_factor(A, MOST, MOST, tau, permutation, norm);
    orthogonal_product(A, MOST, MOST, tau, x);
    empty = 0;
    double length = 0;
    for (int i = 0; i < MOST; i++)
        length += x[i] * x[i];
    check(status == WD_OK && fabs(length - 1) < 1e-14 && handled == 0,
          "Hessenberg form and QR need no memory");
}

static void test_memory(void)
{
    empty = 1;
    void *step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, 3);
    int by_step = handled;
    void *spline = gsl_spline_alloc(gsl_interp_cspline, 5);
    int by_spline = handled - by_step;
    void *roots = gsl_poly_complex_workspace_alloc(5);
    void *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    empty = 0;
    check(!step && !spline && !roots && !solver && by_step > 0 && by_spline > 0 &&
              handled - by_step - by_spline > 1,
          "steppers, splines and root finders of GSL allocate");
    check_handled("and call the handler when memory is short");
}
#endif

int main(void)
{
    gsl_set_error_handler(count);
    test_eigenvalues();
    test_singular_values();
#ifdef __GLIBC__
    test_used();
    test_memory();
#endif
    return done();
}
