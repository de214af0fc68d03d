/* SPDX-License-Identifier: MIT */
/* constrained.h through its public functions: statuses, texts, settings; nothing reaches the GSL
 * error handler. */
#include <wheeldyn/constrained.h>

#include <errno.h>
#include <float.h>
#include <gsl/gsl_errno.h>

#include "matrix.h"
#include "tap.h"

static int handled;

static void count_handler_call(const char *reason, const char *file, int line, int number)
{
    (void)reason, (void)file, (void)line, (void)number;
    handled++;
}

/* All arguments and results of a call for the rolling wheel. */
struct wheel {
    double M[9], Q[3], A[6], b[2], C[3], N[4], qdd[3], Qi[3], Qni[3], X[6];
};

static const struct wheel proper = {.M = {25, 0, 0, 0, 25, 0, 0, 0, 1.125},
                                    .Q = {-3, -245.25, 60},
                                    .A = {0, 1, 0, 1, 0, -0.3},
                                    .b = {0, 0.5},
                                    .C = {-50, 0, 15},
                                    .N = {1, 0, 0, 0.25}};

static int32_t solve_wheel(wd_uk *uk, struct wheel *w)
{
    return wd_uk_solve(uk, w->M, w->Q, w->A, w->b, w->C, w->N, WD_UK_SEMINORM, w->qdd, w->Qi,
                       w->Qni);
}

static double value_of(const wd_uk *uk, int32_t what)
{
    double x = (double)NAN;
    wd_uk_get(uk, what, &x);
    return x;
}

static wd_uk *make_workspace(size_t n, size_t m)
{
    wd_uk *uk;
    check(wd_uk_new(n, m, &uk) == WD_OK && uk, "a workspace for %zu coordinates and %zu rows", n,
          m);
    return uk;
}

/* Closed forms of the forces on the wheel. The ideal force along x is Qi1 = s^2 (m R T - I Fw + I m
 * b2) / D with D = m R^2 + I, the drive torque T = 60 and the drag Fw = -3; b2 = 0.5 and the weight
 * s^2 belong to the rolling row. */
static void forces_of_wheel(void)
{
    wd_uk *uk = make_workspace(3, 2);
    struct wheel w = proper;
    double m = 25, R = 0.3, I = 1.125, s2 = 0.25, D = m * R * R + I;
    double Qi1 = s2 * (m * R * 60 - I * -3 + I * m * 0.5) / D, rc = -50 / m - R * 15 / I;
    check(solve_wheel(uk, &w) == WD_OK, "the wheel is solved");
    near_rel(w.Qi[0], Qi1, 1e-14, 0, "ideal force along x");
    near_rel(w.Qi[1], 245.25, 1e-14, 0, "ideal force along z: the weight");
    near_rel(w.Qi[2], -R * Qi1, 1e-14, 0, "wheel: ideal torque");
    near_rel(w.Qni[0], -50 - m * I / D * s2 * rc, 1e-14, 0, "non-ideal force along x");
    near_rel(w.Qni[2], 15 + R * m * I / D * s2 * rc, 1e-14, 0, "wheel: non-ideal torque");
    near_rel(w.qdd[0], (-3 + w.Qi[0] + w.Qni[0]) / m, 1e-14, 0, "wheel: acceleration along x");
    near_rel(w.qdd[2], (60 + w.Qi[2] + w.Qni[2]) / I, 1e-14, 0, "wheel: angular acceleration");
    double slip = w.qdd[0] - R * w.qdd[2] - 0.5;
    near_rel(value_of(uk, WD_UK_RESIDUAL), fabs(slip), 1e-13, 0, "residual of the relaxed row");
    check(value_of(uk, WD_UK_RANK) == 2 && value_of(uk, WD_UK_METHOD_USED) == WD_UK_CHOLESKY,
          "rank 2, by Cholesky");
    wd_uk_free(uk);
}

static void without_handle(void)
{
    struct wheel w = proper;
    wd_uk *uk = (wd_uk *)&w;
    double x;
    check(wd_uk_new(1, 1, NULL) == WD_EINVAL, "new with a NULL handle pointer is refused");
    check(wd_uk_new(0, 1, &uk) == WD_EINVAL && uk == NULL, "new without coordinates is refused");
    check(wd_uk_set(NULL, WD_UK_METHOD, 0) == WD_EINVAL, "set refuses NULL");
    check(wd_uk_get(NULL, WD_UK_METHOD, &x) == WD_EINVAL, "get refuses NULL");
    check(wd_uk_inverse(NULL, w.A, w.M, w.N, 0, w.X) == WD_EINVAL, "inverse refuses NULL");
    check(solve_wheel(NULL, &w) == WD_EINVAL, "solve refuses NULL");
    check(strcmp(wd_uk_error(NULL), "") == 0, "the error text of NULL is empty");
    wd_uk_free(NULL);
}

/* AddressSanitizer ends, by default, a program whose malloc returns NULL. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

/* Sizes are refused if the number of bytes overflows size_t or if no such memory exists; the second
 * case is tested only where size_t has 64 bits. */
static void too_large(void)
{
    enum { HALF = 4 * sizeof(size_t) }; /* half of the bits of a size_t */
    const size_t sizes[][2] = {{SIZE_MAX, 1},
                               {1, SIZE_MAX},
                               {SIZE_MAX, SIZE_MAX},
                               {SIZE_MAX / 2, 2},
                               {2, SIZE_MAX / 2},
                               {SIZE_MAX, 0},
                               {(size_t)1 << HALF, 0},
                               {(size_t)1 << (HALF - 1), 1},
                               {1, (size_t)1 << (HALF - 1)},
                               {(size_t)1 << 28, (size_t)1 << 28}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes - (HALF < 32); i++) {
        wd_uk *uk = (wd_uk *)&uk;
        check(wd_uk_new(sizes[i][0], sizes[i][1], &uk) == WD_ENOMEM && uk == NULL,
              "no memory for %zu coordinates and %zu rows", sizes[i][0], sizes[i][1]);
    }
}

static void settings_and_reports(void)
{
    wd_uk *uk = make_workspace(3, 2);
    struct wheel w = proper;
    check(strcmp(wd_uk_error(uk), "") == 0, "no error text at first");
    check(value_of(uk, WD_UK_METHOD) == WD_UK_AUTO && value_of(uk, WD_UK_RANK_TOLERANCE) == 0,
          "by default the method is auto, the rank tolerance 0");
    double x = 7;
    for (int32_t what = WD_UK_RANK; what <= WD_UK_METHOD_USED; what++) {
        check(wd_uk_get(uk, what, &x) == WD_ESTATE && x == 7, "no report %d at first", (int)what);
        check(wd_uk_set(uk, what, 1) == WD_EROLE, "report %d cannot be set", (int)what);
    }
    const double methods[] = {-1, 4, 0.5, NAN, INFINITY, 1e300}, cutoffs[] = {-1e-9, 1, NAN};
    for (size_t i = 0; i < 6; i++)
        check(wd_uk_set(uk, WD_UK_METHOD, methods[i]) == WD_ERANGE, "method %g is refused",
              methods[i]);
    for (size_t i = 0; i < 3; i++)
        check(wd_uk_set(uk, WD_UK_RANK_TOLERANCE, cutoffs[i]) == WD_ERANGE,
              "rank tolerance %g is refused", cutoffs[i]);
    check(strstr(wd_uk_error(uk), "WD_UK_RANK_TOLERANCE") != NULL, "the text names the setting");
    check(value_of(uk, WD_UK_METHOD) == WD_UK_AUTO, "a refused setting changes nothing");
    check(wd_uk_set(uk, 0, 1) == WD_EINVAL && wd_uk_set(uk, 6, 1) == WD_EINVAL &&
              wd_uk_get(uk, 0, &x) == WD_EINVAL && wd_uk_get(uk, 6, &x) == WD_EINVAL &&
              wd_uk_get(uk, INT32_MIN, &x) == WD_EINVAL,
          "a setting that does not exist is refused");
    check(wd_uk_get(uk, WD_UK_METHOD, NULL) == WD_EINVAL,
          "get without a place for the value is refused");
    for (int32_t method = WD_UK_CHOLESKY; method <= WD_UK_SVD; method++) {
        check(wd_uk_set(uk, WD_UK_METHOD, method) == WD_OK && value_of(uk, WD_UK_METHOD) == method,
              "method %d is set", (int)method);
        check(solve_wheel(uk, &w) == WD_OK && value_of(uk, WD_UK_METHOD_USED) == method,
              "the method is used");
    }
    check(wd_uk_inverse(uk, w.A, w.M, w.N, WD_UK_RELAXED, w.X) == WD_OK, "an inverse is computed");
    check(strstr(wd_uk_error(uk), "no such setting") != NULL,
          "a successful call keeps the error text");
    wd_uk_free(uk);
}

/* Check that a failing call leaves outputs and reports unchanged and has a text that names the
 * argument. */
static void check_failing_call(wd_uk *uk, int32_t got, int32_t want, const struct wheel *w,
                               const char *word, const char *what)
{
    check(got == want, "%s: %s", what, wd_status_name(got));
    check(strstr(wd_uk_error(uk), word) != NULL, "%s: the error text '%s' contains %s", what,
          wd_uk_error(uk), word);
    check(largest(w->qdd, 3) == 0 && largest(w->Qi, 3) == 0 && largest(w->Qni, 3) == 0 &&
              largest(w->X, 6) == 0,
          "%s: nothing is written", what);
}

static void not_finite(wd_uk *uk)
{
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    struct wheel w = proper;
    const struct {
        double *x;
        size_t count;
        const char *word;
        int inverts;
    } inputs[] = {{w.M, 9, "M", 1}, {w.Q, 3, "Q", 0}, {w.A, 6, "A", 1},
                  {w.b, 2, "b", 0}, {w.C, 3, "C", 0}, {w.N, 4, "N", 1}};
    for (size_t k = 0; k < 6; k++)
        for (size_t i = 0; i < inputs[k].count; i++)
            for (size_t j = 0; j < 3; j++) {
                double kept = inputs[k].x[i];
                inputs[k].x[i] = bad[j];
                check_failing_call(uk, solve_wheel(uk, &w), WD_EINVAL, &w, inputs[k].word,
                                   "not finite");
                if (inputs[k].inverts)
                    check_failing_call(uk, wd_uk_inverse(uk, w.A, w.M, w.N, WD_UK_WEIGHTED, w.X),
                                       WD_EINVAL, &w, inputs[k].word, "not finite");
                inputs[k].x[i] = kept;
            }
    w.b[0] = NAN; /* refused even if the row is dropped */
    w.N[0] = 0;
    check_failing_call(uk, solve_wheel(uk, &w), WD_EINVAL, &w, "b", "NaN in a dropped row");
    w.b[0] = 0;
    w.A[1] = INFINITY;
    check_failing_call(uk, solve_wheel(uk, &w), WD_EINVAL, &w, "A", "infinity in a dropped row");
}

static void bad_arguments(void)
{
    wd_uk *uk = make_workspace(3, 2);
    struct wheel w = proper;
    solve_wheel(uk, &w);
    double rank = value_of(uk, WD_UK_RANK), residual = value_of(uk, WD_UK_RESIDUAL);
    not_finite(uk);
    w = proper;
    check_failing_call(uk, wd_uk_solve(uk, w.M, NULL, w.A, w.b, w.C, w.N, 0, w.qdd, w.Qi, w.Qni),
                       WD_EINVAL, &w, "Q", "no Q");
    check_failing_call(uk, wd_uk_solve(uk, w.M, w.Q, NULL, w.b, w.C, w.N, 0, w.qdd, w.Qi, w.Qni),
                       WD_EINVAL, &w, "A", "no A");
    check_failing_call(uk, wd_uk_inverse(uk, NULL, w.M, w.N, 0, w.X), WD_EINVAL, &w, "A", "no A");
    check_failing_call(uk, wd_uk_inverse(uk, w.A, w.M, w.N, 0, NULL), WD_EINVAL, &w, "X", "no X");
    check_failing_call(uk, wd_uk_inverse(uk, w.A, w.M, w.N, 4, w.X), WD_EINVAL, &w, "form",
                       "form 4");
    check_failing_call(uk, wd_uk_inverse(uk, w.A, w.M, w.N, -1, w.X), WD_EINVAL, &w, "form",
                       "form -1");
    const double masses[][3] = {{0, 0, 0}, {-1, 0, 0}, {1, 1, 1}, {1, 2, 2}, {1e-320, -1, -1}};
    for (size_t i = 0; i < 5; i++) {
        w.M[0] = masses[i][0];
        w.M[1] = w.M[3] = masses[i][1] * 5;
        w.M[4] = i < 2 ? 25 : masses[i][2] * 25;
        check_failing_call(uk, solve_wheel(uk, &w), WD_ESINGULAR, &w, "M is not positive definite",
                           "mass matrix");
    }
    w = proper;
    w.M[1] = 1;
    check_failing_call(uk, solve_wheel(uk, &w), WD_EINVAL, &w, "M is not symmetric",
                       "asymmetric mass matrix");
    w = proper;
    w.N[3] = -1;
    check_failing_call(uk, solve_wheel(uk, &w), WD_EINVAL, &w, "N", "negative weight");
    w.N[3] = 1.0000001;
    check_failing_call(uk, wd_uk_inverse(uk, w.A, w.M, w.N, WD_UK_RELAXED, w.X), WD_EINVAL, &w, "N",
                       "relaxation above 1");
    check(value_of(uk, WD_UK_RANK) == rank && value_of(uk, WD_UK_RESIDUAL) == residual,
          "failures leave the reports as they were");
    wd_uk_free(uk);
}

static void refuses_overflow(void)
{
    wd_uk *uk = make_workspace(3, 2);
    struct wheel w = proper;
    w.b[0] = 1e300;
    w.A[1] = 1e-300;
    check_failing_call(uk, solve_wheel(uk, &w), WD_ERANGE, &w, "too large",
                       "an acceleration of 1e600");
    w = proper;
    w.M[0] = 1e-300;
    w.Q[0] = 1e300;
    check_failing_call(uk, solve_wheel(uk, &w), WD_ERANGE, &w, "too large",
                       "an acceleration of 1e600 from a mass of 1e-300");
    w = proper;
    for (size_t i = 0; i < 6; i++)
        w.A[i] *= 1e-310;
    check_failing_call(uk, wd_uk_inverse(uk, w.A, w.M, w.N, 0, w.X), WD_ERANGE, &w, "too large",
                       "an inverse beyond the largest number");
    w = proper;
    for (size_t i = 0; i < 6; i++)
        w.A[i] = i % 3 ? 0 : 1e200;
    w.N[3] = 1e-300;
    check_failing_call(uk, solve_wheel(uk, &w), WD_ERANGE, &w, "too large",
                       "a duplicate row of 1e200 / 1e-150");
    w = proper;
    for (size_t i = 0; i < 6; i++)
        w.A[i] *= DBL_MAX / 2;
    check(wd_uk_inverse(uk, w.A, w.M, w.N, 0, w.X) == WD_OK,
          "rows near the largest number have an inverse");
    wd_uk_free(uk);
}

/* Calls with random numbers return a status, write finite outputs if it is WD_OK and no
 * accelerations otherwise, and do not change errno. */
static void random_numbers(void)
{
    static const double odd[] = {0,       1,      -1,      NAN,   INFINITY, 5e-324,
                                 DBL_MAX, 1e-160, DBL_MIN, 1e160, 1e-16,    -DBL_MAX};
    wd_uk *uk = make_workspace(3, 2);
    int good = 0, lies = 0;
    for (int t = 0; t < 60000; t++) {
        struct wheel w = proper;
        double *numbers = w.M;
        for (int k = 0; k < 1 + t % 3; k++) {
            size_t at = (size_t)uniform(0, 27) % 27;
            numbers = at < 9 ? w.M : at < 12 ? w.Q : at < 18 ? w.A : at < 20 ? w.b : w.C;
            at -= at < 9 ? 0 : at < 12 ? 9 : at < 18 ? 12 : at < 20 ? 18 : 20;
            if (numbers == w.C && at >= 3) {
                numbers = w.N;
                at -= 3;
            }
            numbers[at] = odd[(size_t)uniform(0, 12) % 12];
        }
        wd_uk_set(uk, WD_UK_METHOD, t % 4);
        errno = 4711;
        int32_t status =
            wd_uk_solve(uk, w.M, w.Q, w.A, w.b, w.C, w.N, t / 4 % 4, w.qdd, w.Qi, w.Qni);
        good += status == WD_OK;
        lies += errno != 4711;
        double most = fmax(largest(w.qdd, 3), fmax(largest(w.Qi, 3), largest(w.Qni, 3)));
        lies += status == WD_OK && !(most <= DBL_MAX);
        lies += status != WD_OK && largest(w.qdd, 3) != 0;
        lies += status > 0 || (status < 0 && status != WD_EINVAL && status != WD_ESINGULAR &&
                               status != WD_ERANGE);
    }
    check(good > 1000 && good < 50000, "of 60000 random systems %d are solved", good);
    check(lies == 0, "%d results of random systems contradict their status", lies);
    wd_uk_free(uk);
}

int main(void)
{
    gsl_error_handler_t *before = gsl_set_error_handler(count_handler_call);
    forces_of_wheel();
    without_handle();
    too_large();
    settings_and_reports();
    bad_arguments();
    refuses_overflow();
    random_numbers();
    check(handled == 0, "the GSL handler is called %d times", handled);
    check(gsl_set_error_handler(before) == count_handler_call,
          "the GSL handler is still the one of the host");
    return done();
}
