/* SPDX-License-Identifier: MIT */
/* The rolling wheel in the library compared with the same equations in bare C with GSL's stepper,
 * for the scenario drive-60. Both use the same elementary functions, tolerances and steps. */
#include "bench.h"
#include "core/flow.h"
#include "num/saturation.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>

/* ---- bare C, written by hand for this wheel only ---- */

struct bare {
    double m, R, I, g, drag, bearing, tau, p;
    int (*flow)(double t, const double *y, double *dy, void *bare);
    double calls, v; /* calls of flow; speed at the end */
};

/* Fraction (1 + r^p)^(-1/p) of a demand, r = |demand|/limit, with the general power function. */
static double printed_part(double demand, double limit, double p)
{
    double r = fabs(demand) / limit;
    return r > 1 ? num_pow(1 + num_pow(r, -p), -1 / p) / r : num_pow(1 + num_pow(r, p), -1 / p);
}

static inline int bare_flow(double t, const double *y, double *dy, struct bare *w,
                            double (*part)(double, double, double))
{
    double v = y[3], omega = y[5];
    double dip = num_tanh(t - 10), dip2 = dip * dip;
    double limit = (0.3 + 0.6 * dip2 * dip2) * w->m * w->g;
    double torque = 60 * num_tanh(0.5 * t) - w->bearing * omega, drag = -w->drag * v * fabs(v);
    double b2 = (w->R * omega - v) / w->tau;
    double demand =
        (w->m * w->R * torque - w->I * drag + w->I * w->m * b2) / (w->m * w->R * w->R + w->I);
    double force = demand * part(demand, limit, w->p);
    w->calls++;
    dy[0] = v;
    dy[1] = y[4];
    dy[2] = omega;
    dy[3] = (drag + force) / w->m;
    dy[4] = 0;
    dy[5] = (torque - w->R * force) / w->I;
    return GSL_SUCCESS;
}

static int printed_flow(double t, const double *y, double *dy, void *bare)
{
    return bare_flow(t, y, dy, bare, printed_part);
}

/* The equations with the fraction of the library, which multiplies if the exponent is a whole
 * number. */
static int short_flow(double t, const double *y, double *dy, void *bare)
{
    return bare_flow(t, y, dy, bare, saturation_part);
}

static void bare_run(void *context)
{
    struct bare *bare = context;
    double y[6] = {0, 0.3, 0, 0, 0, 0}, t = 0, h = 1e-3;
    gsl_odeiv2_system system = {bare->flow, NULL, 6, bare};
    gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, 6);
    gsl_odeiv2_control *control = gsl_odeiv2_control_y_new(1e-12, 1e-9);
    gsl_odeiv2_evolve *evolve = gsl_odeiv2_evolve_alloc(6);
    bare->calls = 0;
    while (t < 20) {
        h = fmin(h, 0.1);
        gsl_odeiv2_evolve_apply(evolve, control, step, &system, &t, 20, &h, y);
    }
    bare->v = y[3];
    gsl_odeiv2_evolve_free(evolve);
    gsl_odeiv2_control_free(control);
    gsl_odeiv2_step_free(step);
}

/* ---- the library ---- */

static void our_run(void *context)
{
    struct wd_model *model = context;
    wd_model_reset(model);
    if (wd_model_init(model, 0) != WD_OK || wd_model_step_to(model, 20) != WD_OK)
        printf("run failed: %s\n", wd_model_error(model));
}

/* True if library and bare program reach the same speed in about the same number of evaluations.
 * The library evaluates the first stage again when it tries another step length; GSL evaluates one
 * stage more than necessary in each try. */
static int same_work(wd_model *model, struct bare *bare)
{
    double v = NAN, calls = NAN;
    our_run(model);
    bare_run(bare);
    wd_model_value(model, "state.x_dot", &v);
    wd_model_value(model, "stat.rhs_calls", &calls);
    printf("# %g evaluations against %g, final speeds %.2g apart\n", calls, bare->calls,
           fabs(v - bare->v));
    return fabs(v - bare->v) < 1e-8 && fabs(calls / bare->calls - 1) < 0.02;
}

/* ---- evaluations for many states of a motion, so that no compiler folds constants ---- */

enum { EVALUATIONS = 20000 };

struct evaluation {
    int (*flow)(double, const double *, double *, void *);
    void *context;
};

static void evaluate(void *context)
{
    const struct evaluation *e = context;
    double y[8] = {0, 0.3, 0, 0, 0, 0, 0, 0}, dy[8], sum = 0;
    for (int i = 0; i < EVALUATIONS; i++) {
        double t = 20.0 * i / EVALUATIONS;
        y[3] = 0.4 * t;
        y[5] = 1.4 * t;
        e->flow(t, y, dy, e->context);
        sum += dy[3];
    }
    if (!isfinite(sum))
        printf("an evaluation is not finite\n");
}

int main(int argc, char **argv)
{
    struct bare printed = {25, 0.3, 1.125, 9.81, 1.7, 0.34, 0.01, 16, .flow = printed_flow};
    struct bare brief = printed;
    brief.flow = short_flow;
    wd_model *model;
    if (wd_model_new("rolling_wheel", &model) != WD_OK ||
        wd_model_load_preset(model, "drive-60") != WD_OK || wd_model_init(model, 0) != WD_OK)
        return 1;
    struct evaluation ours = {flow_rhs, model}, theirs = {short_flow, &brief};
    if (argc == 1)
        bench_pair("derivative evaluation through the model / bare C", evaluate, &ours, evaluate,
                   &theirs, EVALUATIONS, 1.3);
    int same = same_work(model, &printed) && same_work(model, &brief);
    double ratio = bench_pair("drive-60 to 20 s through the API / bare GSL rk8pd loop", our_run,
                              model, bare_run, &printed, 1, 1.1);
    if (argc == 1)
        bench_pair("the same / with powers by multiplication in the loop, too", our_run, model,
                   bare_run, &brief, 1, 1.4);
    wd_model_free(model);
    return !same || (argc > 1 && !bench_within(ratio, argv[1]));
}
