/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steppers against GSL's, the order conditions, measured orders, and right-hand sides that
 * fail. */
#include "tap.h"
#include <float.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <stdlib.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>
#include "num/ode.h"

enum { METHODS = 4, MOST = 11 };

static double uniform(double lo, double hi)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return lo + (hi - lo) * (double)(state >> 11) * 0x1p-53;
}

/* What a right-hand side does at one of its calls. */
struct fault {
    size_t n, calls, at, component;
    double value; /* put there at that call */
    int32_t status;
};

/* Coupled, nonlinear, time dependent. */
static void field(size_t n, double t, const double *y, double *dy)
{
    for (size_t i = 0; i < n; i++)
        dy[i] = cos(t * (double)(i + 1)) * y[(i + 1) % n] - 0.3 * y[i] * y[(i + n / 2) % n];
}

static int32_t rhs(double t, const double *y, double *dy, void *context)
{
    struct fault *fault = context;
    field(fault->n, t, y, dy);
    if (fault->calls++ != fault->at)
        return WD_OK;
    dy[fault->component] = fault->value;
    return fault->status;
}

static int gsl_rhs(double t, const double *y, double *dy, void *context)
{
    field(*(size_t *)context, t, y, dy);
    return GSL_SUCCESS;
}

/* Largest differences of one step and its error estimate to GSL's, in units of |y| + |h y'|. */
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
        double y[MOST], y_new[MOST], error[MOST], want[MOST], want_error[MOST], dy[MOST];
        for (size_t i = 0; i < n; i++)
            want[i] = y[i] = uniform(-2, 2);
        double t = uniform(-5, 5), h = uniform(-0.3, 0.3);
        field(n, t, y, dy);
        gsl_odeiv2_step_reset(reference);
        gsl_odeiv2_step_apply(reference, t, h, want, want_error, dy, NULL, &system);
        if (ode_begin(&ode, t, y) != WD_OK || ode_step_error(&ode, t, h, y, y_new, error) != WD_OK)
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

static void test_against_gsl(void)
{
    for (size_t which = 0; which < METHODS; which++) {
        double worst = 0;
        for (size_t n = 1; n <= MOST; n++)
            worst = fmax(worst, step_difference(which, n));
        check(worst <= 1e-15, "%s: steps and error estimates are GSL's", ode_method(which)->name);
        printf("# largest difference %.2g\n", worst);
    }
}

int main(void)
{
    test_against_gsl();
    return done();
}
