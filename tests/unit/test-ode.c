/* SPDX-License-Identifier: MIT */
/* Steppers: comparison with GSL's, order conditions, measured orders, and failing right-hand
 * sides. */
#include "tap.h"
#include "random.h"
#include <float.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>
#include "num/ode.h"

enum { METHODS = 4, MOST_STATES = 11 };

/* Fault that a right-hand side injects at one of its calls. */
struct fault {
    size_t n, calls, at, component;
    double value; /* value that the fault writes at that call */
    int32_t status;
};

/* A right-hand side that is coupled, nonlinear and time dependent. */
static void right_side(size_t n, double t, const double *y, double *dy)
{
    for (size_t i = 0; i < n; i++)
        dy[i] = cos(t * (double)(i + 1)) * y[(i + 1) % n] - 0.3 * y[i] * y[(i + n / 2) % n];
}

static int32_t rhs(double t, const double *y, double *dy, void *context)
{
    struct fault *fault = context;
    right_side(fault->n, t, y, dy);
    if (fault->calls++ != fault->at)
        return WD_OK;
    dy[fault->component] = fault->value;
    return fault->status;
}

static int gsl_rhs(double t, const double *y, double *dy, void *context)
{
    right_side(*(size_t *)context, t, y, dy);
    return GSL_SUCCESS;
}

/* Largest differences of one step and its error estimate from those of GSL, relative to |y| + |h
 * y'|. */
static double step_difference(size_t which, size_t n)
{
    const gsl_odeiv2_step_type *types[] = {gsl_odeiv2_step_rk8pd, gsl_odeiv2_step_rk4,
                                           gsl_odeiv2_step_rkf45, gsl_odeiv2_step_rkck};
    struct fault context = {.n = n, .at = SIZE_MAX};
    double *memory = malloc(ode_doubles(n) * sizeof *memory);
    struct ode ode;
    ode_carve(&ode, ode_method(which), n, rhs, &context, memory);
    gsl_odeiv2_step *reference = gsl_odeiv2_step_alloc(types[which], n);
    gsl_odeiv2_system system = {gsl_rhs, NULL, n, &n};
    double worst = 0;
    for (int trial = 0; trial < 200; trial++) {
        double y[MOST_STATES], y_new[MOST_STATES], error[MOST_STATES], want[MOST_STATES],
            want_error[MOST_STATES], dy[MOST_STATES];
        for (size_t i = 0; i < n; i++)
            want[i] = y[i] = uniform(-2, 2);
        double t = uniform(-5, 5), h = uniform(-0.3, 0.3);
        right_side(n, t, y, dy);
        gsl_odeiv2_step_reset(reference);
        gsl_odeiv2_step_apply(reference, t, h, want, want_error, dy, NULL, &system);
        if (ode_begin(&ode, ode.rhs, t, y) != WD_OK ||
            ode_step_error(&ode, t, h, y, y_new, error) != WD_OK)
            worst = INFINITY;
        double scale = 0;
        for (size_t i = 0; i < n; i++)
            scale = fmax(scale, fabs(y[i]) + fabs(h * dy[i]));
        for (size_t i = 0; i < n; i++) {
            worst = fmax(worst, fabs(y_new[i] - want[i]) / scale);
            worst = fmax(worst, fabs(error[i] - want_error[i]) / scale);
        }
    }
    gsl_odeiv2_step_free(reference);
    free(memory);
    return worst;
}

/* On aarch64 and s390x, distributions build GSL with fused multiply-adds. Sums then round
 * differently, which changes the result of rk8pd by 2.8e-15, because its weights are large and
 * cancel. */
#if defined __x86_64__ || defined __i386__
#define SAME_STEP 1e-15
#else
#define SAME_STEP 1e-14
#endif

static void test_against_gsl(void)
{
    for (size_t which = 0; which < METHODS; which++) {
        double worst = 0;
        for (size_t n = 1; n <= MOST_STATES; n++)
            worst = fmax(worst, step_difference(which, n));
        check(worst <= SAME_STEP, "%s: steps and error estimates agree with GSL",
              ode_method(which)->name);
        printf("# largest difference %.2g\n", worst);
    }
}

/* Expand a row to a dense vector of weights; return 0 if its table breaks a rule of struct
 * ode_row. */
static int expand_row(const struct ode_row *row, size_t stage, double *weights)
{
    memset(weights, 0, ODE_STAGES * sizeof *weights);
    int good = stage <= ODE_STAGES && row->length % 2 == 0 && row->first + row->length < stage;
    weights[0] = row->oldest;
    weights[stage - 1] += row->newest;
    for (size_t j = 0; j < ODE_STAGES - 1; j++)
        if (j < row->length)
            weights[row->first + j] += row->run[j];
        else
            good &= row->run[j] == 0;
    return good || row->length == 0;
}

enum { TREES = 17 };

/* Largest error of b in the conditions up to this order, at most five. The 17 conditions are listed
 * in the usual order of the rooted trees. */
static double order_defect(size_t stages, double A[][ODE_STAGES], const double *c, const double *b,
                           int order)
{
    static const struct {
        int order;
        double want;
    } tree[TREES] = {{1, 1},       {2, 1. / 2},  {3, 1. / 3},  {3, 1. / 6},  {4, 1. / 4},
                     {4, 1. / 8},  {4, 1. / 12}, {4, 1. / 24}, {5, 1. / 5},  {5, 1. / 10},
                     {5, 1. / 20}, {5, 1. / 15}, {5, 1. / 30}, {5, 1. / 20}, {5, 1. / 40},
                     {5, 1. / 60}, {5, 1. / 120}};
    double got[TREES] = {0};
    double Ac[ODE_STAGES] = {0}, Ac2[ODE_STAGES] = {0}, Ac3[ODE_STAGES] = {0};
    double AAc[ODE_STAGES] = {0}, AcAc[ODE_STAGES] = {0}, AAc2[ODE_STAGES] = {0};
    double AAAc[ODE_STAGES] = {0};
    for (size_t i = 0; i < stages; i++)
        for (size_t j = 0; j < i; j++) {
            Ac[i] += A[i][j] * c[j];
            Ac2[i] += A[i][j] * c[j] * c[j];
            Ac3[i] += A[i][j] * c[j] * c[j] * c[j];
            AAc[i] += A[i][j] * Ac[j];
            AcAc[i] += A[i][j] * c[j] * Ac[j];
            AAc2[i] += A[i][j] * Ac2[j];
            AAAc[i] += A[i][j] * AAc[j];
        }
    for (size_t i = 0; i < stages; i++) {
        double x = c[i];
        double phi[TREES] = {
            1,          x,      x * x,         Ac[i],         x * x * x,     x * Ac[i],
            Ac2[i],     AAc[i], x * x * x * x, x * x * Ac[i], Ac[i] * Ac[i], x * Ac2[i],
            x * AAc[i], Ac3[i], AcAc[i],       AAc2[i],       AAAc[i]};
        for (size_t k = 0; k < TREES; k++)
            got[k] += b[i] * phi[k];
    }
    double worst = 0;
    for (size_t k = 0; k < TREES; k++)
        if (tree[k].order <= order)
            worst = fmax(worst, fabs(got[k] - tree[k].want));
    return worst;
}

/* |sum b c^k - 1 / (k + 1)| for k < order. */
static double quadrature_defect(size_t stages, const double *c, const double *b, int order)
{
    double worst = 0;
    for (int k = 0; k < order; k++) {
        double sum = 0;
        for (size_t i = 0; i < stages; i++)
            sum += b[i] * pow(c[i], k);
        worst = fmax(worst, fabs(sum - 1.0 / (k + 1)));
    }
    return worst;
}

/* Write the coefficients A and c of the method with all stages of its dense output; return 0 if a
 * row breaks a rule of struct ode_row. */
static int dense_tableau(const struct ode_method *method, double A[][ODE_DENSE_STAGES], double *c)
{
    int good = 1;
    for (size_t i = 1; i < ODE_DENSE_STAGES; i++) {
        const struct ode_row *row =
            i < method->stages ? &method->rows[i - 1] : &method->dense->rows[i - method->stages];
        double sum = 0;
        memset(A[i], 0, ODE_DENSE_STAGES * sizeof *A[i]);
        good &= row->length % 2 == 0 && row->length < ODE_STAGES && row->first + row->length < i;
        A[i][0] = row->oldest;
        A[i][i - 1] += row->newest;
        for (size_t j = 0; j < row->length; j++)
            A[i][row->first + j] += row->run[j];
        for (size_t j = 0; j < i; j++)
            sum += A[i][j];
        c[i] = row->c;
        good &= fabs(sum - c[i]) < 4e-15;
    }
    return good;
}

/* There are 85 rooted trees up to order 7, each with a density gamma and elementary weights phi. */
enum { ORDER = 7, ALL_TREES = 85 };

struct weights {
    int order;
    double gamma, phi[ODE_DENSE_STAGES];
};

/* Append all trees of this order that extend `now`: its root gets further subtrees from `list`,
 * with indices up to `most` and `rest` nodes in all. */
static void append_trees(double A[][ODE_DENSE_STAGES], struct weights *list, size_t *count,
                         int rest, size_t most, const struct weights *now)
{
    if (rest == 0) {
        list[*count] = *now;
        list[(*count)++].gamma *= now->order;
        return;
    }
    for (size_t k = 0; k <= most && k < *count && list[k].order <= rest; k++) {
        struct weights next = {.order = now->order + list[k].order,
                               .gamma = now->gamma * list[k].gamma};
        for (size_t i = 0; i < ODE_DENSE_STAGES; i++) {
            double sum = 0;
            for (size_t j = 0; j < i; j++)
                sum += A[i][j] * list[k].phi[j];
            next.phi[i] = now->phi[i] * sum;
        }
        append_trees(A, list, count, rest - list[k].order, k, &next);
    }
}

/* The dense output fulfils all conditions of order 7 at times within the step and equals the result
 * of the method at the end. */
static void test_dense_conditions(void)
{
    static struct weights list[ALL_TREES + 1];
    double A[ODE_DENSE_STAGES][ODE_DENSE_STAGES] = {{0}}, c[ODE_DENSE_STAGES] = {0}, worst = 0;
    const struct ode_method *method = ode_method(0);
    size_t count = 0;
    check(dense_tableau(method, A, c), "dense output: table well formed");
    for (int order = 1; order <= ORDER; order++) {
        struct weights root = {.order = 1, .gamma = 1};
        for (size_t i = 0; i < ODE_DENSE_STAGES; i++)
            root.phi[i] = 1;
        append_trees(A, list, &count, order - 1, count > 0 ? count - 1 : 0, &root);
    }
    for (int k = 1; k <= 20; k++)
        for (size_t t = 0; t < count; t++) {
            double sum = 0, s = k / 20.0;
            for (size_t i = 0; i < ODE_DENSE_STAGES; i++)
                sum += ode_dense_weight(method->dense, i, s) * list[t].phi[i];
            worst = fmax(worst, fabs(sum - pow(s, list[t].order) / list[t].gamma));
        }
    check(count == ALL_TREES && worst < 1e-14,
          "dense output: %zu conditions of order 7, defect %.2g", count, worst);
}

/* Check the coefficients of a method. Its embedded solution, of order `embedded`, has the weights b
 * + sign * error. */
static void test_tableau(const struct ode_method *method, double sign, int embedded)
{
    double A[ODE_STAGES][ODE_STAGES] = {{0}}, c[ODE_STAGES] = {0}, b[ODE_STAGES], e[ODE_STAGES];
    int used[ODE_STAGES] = {0}, good = method->y_new->c == 1, all = 1;
    double defect = 0;
    for (size_t i = 1; i < method->stages; i++) {
        double sum = 0;
        good &= expand_row(&method->rows[i - 1], i, A[i]);
        c[i] = method->rows[i - 1].c;
        for (size_t j = 0; j < i; j++) {
            sum += A[i][j];
            used[j] |= A[i][j] != 0;
        }
        defect = fmax(defect, fabs(sum - c[i]));
    }
    good &= expand_row(method->y_new, method->stages, b);
    for (size_t j = 0; j < method->stages; j++)
        all &= used[j] || b[j] != 0;
    check(good, "%s: table well formed", method->name);
    check(all, "%s: every stage is used in a later stage or in the result", method->name);
    check(defect <= 4e-15, "%s: rows sum to the times, defect %.2g", method->name, defect);
    defect = fmax(order_defect(method->stages, A, c, b, method->order),
                  quadrature_defect(method->stages, c, b, method->order));
    check(defect <= 1e-14, "%s: order conditions, defect %.2g", method->name, defect);
    if (!method->error)
        return;
    good = expand_row(method->error, method->stages, e);
    for (size_t j = 0; j < method->stages; j++)
        e[j] = b[j] + sign * e[j];
    defect = fmax(order_defect(method->stages, A, c, e, embedded),
                  quadrature_defect(method->stages, c, e, embedded));
    check(good && defect <= 1e-14, "%s: order conditions of the embedded solution, defect %.2g",
          method->name, defect);
}

/* y = exp(sin t): at the step sizes used, error terms beyond the leading one are small. */
static int32_t wave(double t, const double *y, double *dy, void *context)
{
    (void)context;
    dy[0] = y[0] * cos(t);
    return WD_OK;
}

static double wave_error(const struct ode_method *method, int steps, int with_error)
{
    const double t_end = 5, h = t_end / steps;
    double memory[ODE_STAGES * 8], y = 1, next, error;
    struct ode ode;
    ode_carve(&ode, method, 1, wave, NULL, memory);
    for (int i = 0; i < steps; i++) {
        if (ode_begin(&ode, ode.rhs, i * h, &y) != WD_OK ||
            (with_error ? ode_step_error(&ode, i * h, h, &y, &next, &error)
                        : ode_step(&ode, i * h, h, &y, &next)) != WD_OK)
            return NAN;
        y = next;
    }
    return fabs(y - exp(sin(t_end)));
}

/* Largest error of the dense output of one step of y = exp(sin t). *end: difference of the end of
 * the dense output from that of the step. */
static double dense_error(double h, double *end)
{
    double memory[ODE_STAGES * 8], kept[ODE_STAGES * 8];
    double worst = 0, y = exp(sin(0.3)), next, error, at;
    struct ode ode;
    ode_carve(&ode, ode_method(0), 1, wave, NULL, memory);
    ode_begin(&ode, ode.rhs, 0.3, &y);
    ode_step_error(&ode, 0.3, h, &y, &next, &error);
    if (ode_extend(&ode, 0.3, h, &y) != WD_OK)
        return NAN;
    ode_keep_dense(&ode, 1, kept);
    memset(memory, 0xff, sizeof memory); /* the copy does not depend on the workspace */
    for (int k = 0; k <= 50; k++) {
        if (ode_interpolate(ode.method->dense, kept, 1, h, k / 50.0, &y, &at) != WD_OK)
            return NAN;
        worst = fmax(worst, fabs(at - exp(sin(0.3 + h * k / 50.0))));
    }
    *end = fabs(at - next);
    return worst;
}

static void test_dense(void)
{
    double end, half, coarse = dense_error(0.4, &end), fine = dense_error(0.2, &half);
    check(fabs(log2(coarse / fine) - 8) < 0.5 && fine > 1e-14,
          "the error of the dense output of a step is of order %.2f", log2(coarse / fine));
    check(end < 1e-15 && half < 1e-15,
          "the end of the dense output differs from the end of the step by %.2g", end);
    for (size_t i = 1; i < METHODS; i++)
        check(!ode_method(i)->dense, "%s has no dense output", ode_method(i)->name);
}

/* A right-hand side fails or returns a number that is not finite in the additional stages of the
 * dense output. */
static void test_dense_faults(void)
{
    enum { N = 5 };
    double memory[ODE_STAGES * 16], kept[ODE_STAGES * 8], y[N] = {1, -0.5, 0.3, 0.9, 2}, out[N];
    struct fault fault = {.n = N, .at = SIZE_MAX, .value = INFINITY};
    struct ode ode;
    ode_carve(&ode, ode_method(0), N, rhs, &fault, memory);
    int lost = 0, passed = 0;
    for (size_t at = 0; at < ODE_DENSE_STAGES - ODE_STAGES; at++) {
        ode_begin(&ode, ode.rhs, 0, y);
        ode_step(&ode, 0, 0.1, y, out);
        fault.at = fault.calls + at;
        fault.status = WD_EINPUT;
        lost += ode_extend(&ode, 0, 0.1, y) != WD_EINPUT;
        fault.at = fault.calls + at;
        fault.status = WD_OK;
        int32_t status = ode_extend(&ode, 0, 0.1, y);
        ode_keep_dense(&ode, N, kept);
        passed += status == WD_OK &&
                  ode_interpolate(ode.method->dense, kept, N, 0.1, 0.5, y, out) == WD_OK;
        fault.at = SIZE_MAX;
    }
    check(lost == 0 && passed == 0, "a failure of an additional stage is found");
}

static void test_convergence(void)
{
    static const int steps[METHODS] = {14, 100, 60, 60};
    for (size_t i = 0; i < METHODS; i++) {
        const struct ode_method *method = ode_method(i);
        for (int with_error = 0; with_error < 2; with_error++) {
            double coarse = wave_error(method, steps[i], with_error);
            double order = log2(coarse / wave_error(method, 2 * steps[i], with_error));
            check(fabs(order - method->order) < 0.3, "%s%s: measured order %.2f", method->name,
                  with_error ? " with error estimate" : "", order);
        }
    }
}

/* A value that is not finite is found at any call and in any variable, even if the right-hand side
 * returns finite values in later calls. A failing status is returned. */
static void test_faults(size_t which)
{
    enum { N = 5 };
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    double memory[ODE_STAGES * 16], y[N] = {1, -0.5, 0.3, 0.9, 2}, y_new[N], error[N];
    struct fault clean = {.n = N, .at = SIZE_MAX}, fault;
    struct ode ode;
    ode_carve(&ode, ode_method(which), N, rhs, &clean, memory);
    ode_begin(&ode, ode.rhs, 0, y);
    ode_step_error(&ode, 0, 0.1, y, y_new, error);
    int missed = 0, lost = 0;
    for (size_t at = 0; at < clean.calls; at++)
        for (size_t component = 0; component < N; component++)
            for (size_t b = 0; b < 4; b++) {
                fault = (struct fault){.n = N, .at = at, .component = component};
                fault.value = b < 3 ? bad[b] : 1;
                fault.status = b < 3 ? WD_OK : WD_EINPUT;
                ode_carve(&ode, ode_method(which), N, rhs, &fault, memory);
                int32_t status = ode_begin(&ode, ode.rhs, 0, y);
                if (status == WD_OK)
                    status = ode_step_error(&ode, 0, 0.1, y, y_new, error);
                missed += b < 3 && status != WD_ENOCONV;
                lost += b == 3 && (status != WD_EINPUT || fault.calls != at + 1);
            }
    check(missed == 0, "%s: infinity or NaN at any call is found (%zu calls, %d missed)",
          ode_method(which)->name, clean.calls, missed);
    check(lost == 0, "%s: a failing right-hand side ends the step at once",
          ode_method(which)->name);
}

/* A right-hand side that is finite for any y. It records whether it was called with a y that is not
 * finite. */
static int32_t right_side_that_records(double t, const double *y, double *dy, void *context)
{
    (void)t;
    for (size_t i = 0; i < 2; i++) {
        *(int *)context |= !isfinite(y[i]);
        dy[i] = DBL_MAX;
    }
    return WD_OK;
}

static void test_overflow(void)
{
    for (size_t i = 0; i < METHODS; i++) {
        double memory[ODE_STAGES * 8], y[2] = {1, 1}, y_new[2], error[2];
        int seen = 0;
        struct ode ode;
        ode_carve(&ode, ode_method(i), 2, right_side_that_records, &seen, memory);
        ode_begin(&ode, ode.rhs, 0, y);
        int32_t status = ode_step_error(&ode, 0, 1e3, y, y_new, error);
        check(status == WD_ENOCONV && !seen, "%s: an overflowing stage is caught before its call",
              ode_method(i)->name);
    }
}

/* The bits of a step do not depend on the contents of the workspace or on a rejected step
 * before. */
static void test_no_memory(void)
{
    for (size_t i = 0; i < METHODS; i++) {
        int same = 1;
        for (size_t n = 1; n <= MOST_STATES; n++) {
            struct fault context = {.n = n, .at = SIZE_MAX};
            double *memory = malloc(ode_doubles(n) * sizeof *memory);
            double y[MOST_STATES], a[MOST_STATES], b[MOST_STATES], error_a[MOST_STATES],
                error_b[MOST_STATES];
            for (size_t j = 0; j < n; j++)
                y[j] = uniform(-1, 1);
            struct ode ode;
            ode_carve(&ode, ode_method(i), n, rhs, &context, memory);
            ode_begin(&ode, ode.rhs, 0, y);
            ode_step_error(&ode, 0, 0.1, y, a, error_a);
            for (size_t j = 0; j < ode_doubles(n); j++)
                memory[j] = NAN;
            ode_begin(&ode, ode.rhs, 0, y);
            ode_step_error(&ode, 0, 0.7, y, b, error_b);
            same &= ode_step_error(&ode, 0, 0.1, y, b, error_b) == WD_OK;
            same &= !memcmp(a, b, n * sizeof *a) && !memcmp(error_a, error_b, n * sizeof *a);
            free(memory);
        }
        check(same, "%s: nothing but the first stage is kept between steps", ode_method(i)->name);
    }
}

/* Error ratios and proposed step sizes, compared with those of GSL. */
static void test_control(void)
{
    const gsl_odeiv2_step_type *types[] = {gsl_odeiv2_step_rk8pd, gsl_odeiv2_step_rk4,
                                           gsl_odeiv2_step_rkf45, gsl_odeiv2_step_rkck};
    for (size_t which = 0; which < METHODS; which++) {
        gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(types[which], 3);
        gsl_odeiv2_control *control = gsl_odeiv2_control_standard_new(1e-7, 1e-5, 1, 0);
        double worst = 0;
        int directions[3] = {0}, agree = 1;
        for (int trial = 0; trial < 3000; trial++) {
            double y[3], error[3], dy[3] = {0}, h = uniform(-2, 2), want = h;
            for (size_t i = 0; i < 3; i++) {
                y[i] = uniform(-1, 1);
                error[i] = trial ? uniform(-1, 1) * pow(10, uniform(-16, 2)) : 0;
            }
            int direction = gsl_odeiv2_control_hadjust(control, step, y, error, dy, &want);
            double ratio = ode_error_ratio(y, error, 3, 1e-5, 1e-7);
            double got = ode_next_step(ode_method(which), h, ratio);
            worst = fmax(worst, fabs(got - want) / fabs(want));
            agree &= (direction == GSL_ODEIV_HADJ_DEC) == (ratio > 1.1);
            directions[direction + 1]++;
        }
        check(agree && worst <= 1e-15 && directions[0] > 99 && directions[1] > 9 &&
                  directions[2] > 99,
              "%s: step sizes and rejections agree with GSL (difference %.2g)",
              ode_method(which)->name, worst);
        gsl_odeiv2_control_free(control);
        gsl_odeiv2_step_free(step);
    }
    const double one = 1, zero = 0, nan = NAN;
    check(ode_error_ratio(&one, &nan, 1, 1, 1) > DBL_MAX &&
              ode_error_ratio(&nan, &one, 1, 1, 1) > DBL_MAX,
          "an error ratio of NaN counts as infinite");
    check(ode_error_ratio(&zero, &zero, 1, 1, 0) == 0 &&
              ode_error_ratio(&zero, &one, 1, 1, 0) > DBL_MAX,
          "only a zero error meets a zero tolerance");
    check(ode_next_step(ode_method(0), 1, INFINITY) == 0.2 &&
              ode_next_step(ode_method(0), 1, NAN) == 0.2 &&
              ode_next_step(ode_method(0), 1, 0) == 5,
          "step sizes change by a factor of at most 5");
}

int main(void)
{
    test_against_gsl();
    static const double sign[METHODS] = {1, 0, -1, -1};
    static const int embedded[METHODS] = {7, 0, 4, 4};
    for (size_t i = 0; i < METHODS; i++)
        test_tableau(ode_method(i), sign[i], embedded[i]);
    check(ode_method(METHODS) == NULL && ode_method(SIZE_MAX) == NULL, "there are four methods");
    test_dense_conditions();
    test_dense();
    test_dense_faults();
    test_convergence();
    for (size_t i = 0; i < METHODS; i++)
        test_faults(i);
    test_overflow();
    test_no_memory();
    test_control();
    return done();
}
