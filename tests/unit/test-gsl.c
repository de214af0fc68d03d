/* SPDX-License-Identifier: MIT */
/* Statements of docs/theory/numerics.rst about GSL functions that the library replaces by its own:
 * iterations that fail on ordinary matrices, steppers that take many evaluations or accept NaN, and
 * allocations that call the host's error handler when they fail. */
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

enum { MOST_ROWS = 12, MATRICES = 20000 };

static int handled;

static void count_handler_call(const char *reason, const char *file, int line, int error)
{
    (void)reason;
    (void)file;
    (void)line;
    (void)error;
    handled++;
}

/* Check that the error handler has been called since the last check. Other versions than GSL 2.7
 * may not call it, so for them the count is only printed. */
static void check_handled(const char *what)
{
    if (GSL_MAJOR_VERSION == 2 && GSL_MINOR_VERSION == 7)
        check(handled > 0, "%s, %d times", what, handled);
    else
        printf("# GSL " GSL_VERSION ": %s, %d times\n", what, handled);
    handled = 0;
}

/* Check a fault of GSL 2.7. Other versions may not have it, so for them the text is only printed.
 */
#define check_known(condition, ...)                             \
    do {                                                        \
        if (GSL_MAJOR_VERSION == 2 && GSL_MINOR_VERSION == 7) { \
            check(condition, __VA_ARGS__);                      \
        } else {                                                \
            printf("# GSL " GSL_VERSION ": " __VA_ARGS__);      \
            printf("\n");                                       \
        }                                                       \
    } while (0)

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
    static double A[MOST_ROWS * MOST_ROWS], re[MOST_ROWS], im[MOST_ROWS],
        memory[MOST_ROWS * MOST_ROWS + 4 * MOST_ROWS];
    int solved = 0;
    for (int k = 0; k < MATRICES; k++) {
        size_t n = 2 + (size_t)k % (MOST_ROWS - 1);
        fill_skew(n, A);
        solved += eigen_values(n, A, re, im, memory) == WD_OK;
        gsl_values(n, A);
    }
    check(solved == MATRICES, "eigenvalues of %d skew matrices: the library finds all", solved);
    check_handled("gsl_eigen_nonsymm fails on some skew matrices");
}

static void test_singular_values(void)
{
    enum { ROWS = 5, COLUMNS = 4 };
    static const double A[ROWS * COLUMNS] = {0,  0,    0, 0, 0, -2, 1e-6, 2, 0, 0,
                                             -1, 1e-6, 0, 0, 0, 0,  -2,   0, 0, 0};
    double a[ROWS * COLUMNS], v[COLUMNS * COLUMNS], s[COLUMNS];
    memcpy(a, A, sizeof a);
    check(svd_factor(a, ROWS, COLUMNS, v, s, NULL),
          "singular values of a matrix of %d x %d: the library finds them", ROWS, COLUMNS);
    memcpy(a, A, sizeof a);
    gsl_matrix_view matrix = gsl_matrix_view_array(a, ROWS, COLUMNS);
    gsl_matrix_view right = gsl_matrix_view_array(v, COLUMNS, COLUMNS);
    gsl_vector_view values = gsl_vector_view_array(s, COLUMNS);
    gsl_linalg_SV_decomp_jacobi(&matrix.matrix, &right.matrix, &values.vector);
    check_handled("gsl_linalg_SV_decomp_jacobi fails");
}

/* Largest entry of U diag(s) V^T - A. */
static double backward_error(const double *A, const double *U, const double *V, const double *s,
                             size_t rows, size_t columns)
{
    double worst = 0;
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < columns; j++) {
            double x = -A[i * columns + j];
            for (size_t k = 0; k < columns; k++)
                x += U[i * columns + k] * s[k] * V[j * columns + k];
            worst = fmax(worst, fabs(x));
        }
    }
    return worst;
}

/* A matrix of norm 1, with entries of 1/2 and of 1e-136, found by random search. */
static void test_golub_reinsch(void)
{
    enum { ROWS = 7, COLUMNS = 4 };
    static const double A[ROWS * COLUMNS] = {0x0p+0,
                                             0x0p+0,
                                             0x1.173c594974aa5p-450,
                                             -0x1p-1,
                                             0x0p+0,
                                             0x0p+0,
                                             0x1.14d3253d3b43p-450,
                                             0x0p+0,
                                             0x0p+0,
                                             0x0p+0,
                                             -0x1.867b826671fcbp-450,
                                             0x1p-1,
                                             0x1.fad0a871acf93p-466,
                                             0x1.fad0a871acf92p-466,
                                             -0x1.79cc2331679e3p-454,
                                             0x0p+0,
                                             0x0p+0,
                                             0x0p+0,
                                             -0x1.ae37b22805be8p-450,
                                             0x1p-1,
                                             0x0p+0,
                                             0x0p+0,
                                             0x1.47a95b133db49p-450,
                                             0x0p+0,
                                             0x0p+0,
                                             0x0p+0,
                                             -0x1.41542c2abdd79p-453,
                                             0x1p-1};
    double a[ROWS * COLUMNS], v[COLUMNS * COLUMNS], s[COLUMNS], x[COLUMNS * COLUMNS], w[COLUMNS];
    memcpy(a, A, sizeof a);
    svd_factor(a, ROWS, COLUMNS, v, s, NULL);
    double own = backward_error(A, a, v, s, ROWS, COLUMNS);
    check(own < 1e-15 && fabs(s[0] - 1) < 1e-15,
          "entries of 1/2 and 1e-136: the library's backward error is %.1e", own);
    memcpy(a, A, sizeof a);
    gsl_matrix_view matrix = gsl_matrix_view_array(a, ROWS, COLUMNS);
    gsl_matrix_view right = gsl_matrix_view_array(v, COLUMNS, COLUMNS);
    gsl_matrix_view square = gsl_matrix_view_array(x, COLUMNS, COLUMNS);
    gsl_vector_view values = gsl_vector_view_array(s, COLUMNS);
    gsl_vector_view work = gsl_vector_view_array(w, COLUMNS);
    int status = gsl_linalg_SV_decomp_mod(&matrix.matrix, &square.matrix, &right.matrix,
                                          &values.vector, &work.vector);
    double error = backward_error(A, a, v, s, ROWS, COLUMNS);
    check_known(status == GSL_SUCCESS && error > 0.4,
                "gsl_linalg_SV_decomp_mod: status %d, backward error %.2f", status, error);
    handled = 0; /* the function returns success, whether the handler was called or not */
}

/* ---- steppers ---- */

static int evaluations;

static int ramp(double t, const double y[], double dydt[], void *rate)
{
    (void)t;
    (void)y;
    evaluations++;
    dydt[0] = *(const double *)rate;
    return GSL_SUCCESS;
}

static void test_steppers(void)
{
    double rate = 1, y = 0, error, t = 0, h = 0.1;
    gsl_odeiv2_system system = {ramp, NULL, 1, &rate};
    gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk4, 1);
    gsl_odeiv2_step_apply(step, 0, 0.1, &y, &error, NULL, NULL, &system);
    check_known(evaluations == 11, "rk4 of GSL with an error estimate takes %d evaluations",
                evaluations);
    gsl_odeiv2_step_free(step);
    rate = (double)NAN;
    step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, 1);
    gsl_odeiv2_control *control = gsl_odeiv2_control_y_new(1e-9, 1e-9);
    gsl_odeiv2_evolve *evolve = gsl_odeiv2_evolve_alloc(1);
    int status = gsl_odeiv2_evolve_apply(evolve, control, step, &system, &t, 1, &h, &y);
    check_known(status == GSL_SUCCESS && isnan(y) && t > 0,
                "rk8pd of GSL accepts NaN: status %d at t = %g", status, t);
    gsl_odeiv2_evolve_free(evolve);
    gsl_odeiv2_control_free(control);
    gsl_odeiv2_step_free(step);
}

#ifdef __GLIBC__
/* Allocation that fails on request. The program's own symbols replace libc's for every library, GSL
 * included. */
static int empty;
static long allocations;
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);

void *malloc(size_t size)
{
    allocations++;
    return empty ? NULL : __libc_malloc(size);
}

void *calloc(size_t members, size_t size)
{
    allocations++;
    return empty ? NULL : __libc_calloc(members, size);
}

/* The GSL functions that the library calls allocate nothing. */
static void test_used(void)
{
    static double A[MOST_ROWS * MOST_ROWS], re[MOST_ROWS], im[MOST_ROWS],
        memory[MOST_ROWS * MOST_ROWS + 4 * MOST_ROWS];
    double tau[MOST_ROWS], norm[MOST_ROWS], x[MOST_ROWS] = {1};
    size_t permutation[MOST_ROWS];
    for (int i = 0; i < MOST_ROWS * MOST_ROWS; i++)
        A[i] = uniform(-1, 1);
    empty = 1;
    int32_t status = eigen_values(MOST_ROWS, A, re, im, memory);
    orthogonal_factor(A, MOST_ROWS, MOST_ROWS, tau, permutation, norm);
    orthogonal_product(A, MOST_ROWS, MOST_ROWS, tau, x);
    empty = 0;
    double length = 0;
    for (int i = 0; i < MOST_ROWS; i++)
        length += x[i] * x[i];
    check(status == WD_OK && fabs(length - 1) < 1e-14 && handled == 0,
          "Hessenberg form and QR need no memory");
}

/* Allocations for each singular value decomposition by the method of Golub and Reinsch. */
static void test_decomposition_memory(void)
{
    enum { DECOMPOSITIONS = 1000 };
    double A[MOST_ROWS * MOST_ROWS], v[MOST_ROWS * MOST_ROWS], s[MOST_ROWS], w[MOST_ROWS];
    allocations = 0;
    for (int k = 0; k < DECOMPOSITIONS; k++) {
        size_t n = 2 + (size_t)k % (MOST_ROWS - 1);
        for (size_t i = 0; i < n * n; i++)
            A[i] = uniform(-1, 1);
        gsl_matrix_view matrix = gsl_matrix_view_array(A, n, n);
        gsl_matrix_view right = gsl_matrix_view_array(v, n, n);
        gsl_vector_view values = gsl_vector_view_array(s, n), work = gsl_vector_view_array(w, n);
        gsl_linalg_SV_decomp(&matrix.matrix, &right.matrix, &values.vector, &work.vector);
    }
    double each = (double)allocations / DECOMPOSITIONS;
    check_known(each >= 2 && handled == 0, "gsl_linalg_SV_decomp allocates %.2f times a call",
                each);
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
    check_handled("without memory these GSL functions call the handler");
}
#endif

int main(void)
{
    gsl_set_error_handler(count_handler_call);
    test_eigenvalues();
    test_singular_values();
    test_golub_reinsch();
    test_steppers();
#ifdef __GLIBC__
    test_used();
    test_decomposition_memory();
    test_memory();
#endif
    return done();
}
