/* SPDX-License-Identifier: MIT */
/* GSL's integrators move models of the library. gsl_odeiv2_driver integrates, with the explicit
 * method rk8pd and with the implicit method msbdf, four motions: a wheel that spins on a slippery
 * road, the same wheel with a stiff law of slip, a torus that rolls until it falls, and a ball that
 * slides until it rolls.
 *
 * The library also integrates the same motions with its own method. The program prints how far
 * states and event times of the two runs differ, and the ratios of their evaluations and computing
 * times. It fails if the states differ by more than `close_enough` or the times by more than
 * `same_time`. */
#include <math.h>
#include <string.h>
#include <time.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <wheeldyn/exchange.h>

#include "example.h"

enum { MOST_STATES = 32 }; /* largest number of states, or of indicators */
static const double max_step = 0.1, tolerance = 1e-12, close_enough = 1e-8, same_time = 1e-8;

struct test_case {
    const char *kind, *preset, *variable; /* a parameter that differs from the preset, or NULL */
    double value, end;
    const char *method; /* integration method of the library's own run */
};

static const struct test_case test_cases[] = {
    {"rolling_wheel", "drive-60", NULL, 0, 12, "rk8pd"},
    {"rolling_wheel", "drive-60", "param.relaxation_time", 1e-5, 2, "radau"},
    {"torus_wheel", "rolling-friction", NULL, 0, 60, "rk8pd"},
    {"vehicle", "ball", NULL, 0, 2, "rk8pd"},
};

/* A model and the driver that integrates it. */
struct host {
    wd_model *model;
    gsl_odeiv2_system system;
    gsl_odeiv2_driver *driver;
    double t, y[MOST_STATES], z[MOST_STATES];
    double evaluations;
};

/* ---- the system as GSL sees it ---- */

static int right_hand_side(double t, const double y[], double dydt[], void *user)
{
    struct host *host = user;
    host->evaluations++;
    /* without a derivative, as beyond an event, GSL tries a shorter step */
    return wd_model_derivative(host->model, t, y, dydt) == WD_OK ? GSL_SUCCESS : GSL_FAILURE;
}

/* Jacobian by forward differences, for msbdf. */
static int jacobian(double t, const double y[], double *dfdy, double dfdt[], void *user)
{
    const struct host *host = user;
    size_t n = host->system.dimension;
    double x[MOST_STATES], rate[MOST_STATES], other[MOST_STATES];
    memcpy(x, y, n * sizeof *x);
    memset(dfdt, 0, n * sizeof *dfdt);
    int status = right_hand_side(t, x, rate, user);
    for (size_t j = 0; j < n && status == GSL_SUCCESS; j++) {
        double step = 1e-8 * fmax(1, fabs(y[j]));
        x[j] = y[j] + step;
        status = right_hand_side(t, x, other, user);
        x[j] = y[j];
        for (size_t i = 0; i < n; i++)
            dfdy[i * n + j] = (other[i] - rate[i]) / step;
    }
    return status;
}

/* ---- steps and events ---- */

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(EXIT_FAILURE);
}

/* Restart the driver from the states at time `from` and integrate to t_end. */
static void integrate(struct host *host, double from, const double *states, double t_end)
{
    gsl_odeiv2_driver_reset_hstart(host->driver, fmin(1e-4, t_end - from));
    host->t = from;
    memcpy(host->y, states, host->system.dimension * sizeof *states);
    if (gsl_odeiv2_driver_apply(host->driver, &host->t, t_end, host->y) != GSL_SUCCESS)
        fail("GSL does not reach the time of an event");
}

/* The lowest indicator at the present time and states of the host. */
static double lowest(struct host *host)
{
    double least = INFINITY;
    must(host->model, wd_model_indicators(host->model, host->t, host->y, host->z));
    for (size_t i = 0; i < wd_model_indicator_count(host->model); i++)
        least = fmin(least, host->z[i]);
    return least;
}

/* Locate the event in the step from t0 and end the step there, by regula falsi and bisection. The
 * lowest indicator is `high` at the start of the step and `low` at its end. */
static void locate(struct host *host, double t0, const double *y0, double high, double low)
{
    double a = t0, b = host->t;
    for (int k = 0; b - a > 1e-12 * fmax(1, b) && k < 100; k++) {
        double part = k % 3 == 2 ? 0.5 : high / (high - low), middle = a + part * (b - a);
        integrate(host, t0, y0, fmin(fmax(middle, a + 1e-13), b));
        double value = lowest(host);
        if (value > 0)
            a = host->t, high = value;
        else
            b = host->t, low = value;
    }
    integrate(host, t0, y0, b);
}

/* One step of GSL's choice, or up to an event. Returns the status of the update after it. */
static int32_t step(struct host *host, double t_end)
{
    gsl_odeiv2_driver *driver = host->driver;
    double t0 = host->t, y0[MOST_STATES], high = lowest(host);
    double stop = fmin(fmin(t_end, wd_model_next_time(host->model)), t0 + max_step);
    memcpy(y0, host->y, sizeof y0);
    if (gsl_odeiv2_evolve_apply(driver->e, driver->c, driver->s, driver->sys, &host->t, stop,
                                &driver->h, host->y) != GSL_SUCCESS)
        fail("GSL finds no step");
    double low = lowest(host);
    if (!(low > 0))
        locate(host, t0, y0, fmax(high, 0), low);
    int32_t status = wd_model_event_update(host->model, host->t, host->y);
    must(host->model, status);
    if (status == WD_EVENT)
        gsl_odeiv2_driver_reset_hstart(driver, 1e-4);
    return status;
}

/* ---- a test case, by GSL and by the library ---- */

static wd_model *prepared(const struct test_case *test)
{
    wd_model *model = new_model(test->kind);
    must(model, wd_model_load_preset(model, test->preset));
    if (test->variable)
        must(model, wd_model_set_value(model, test->variable, test->value));
    must(model, wd_model_set_value(model, "solver.rtol", tolerance));
    must(model, wd_model_set_value(model, "solver.atol", tolerance));
    must(model, wd_model_set_choice(model, "solver.method", test->method));
    must(model, wd_model_init(model, 0));
    return model;
}

/* Tolerances per state; the energies are left out of the error control, as in the library. */
static gsl_odeiv2_driver *driver_for(struct host *host, const gsl_odeiv2_step_type *type)
{
    double scale[MOST_STATES];
    size_t n = host->system.dimension;
    for (size_t i = 0; i < n; i++)
        scale[i] = i + 2 < n ? wd_model_state_nominal(host->model, i) : 1e300;
    return gsl_odeiv2_driver_alloc_scaled_new(&host->system, type, 1e-4, tolerance, tolerance, 1, 0,
                                              scale);
}

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void by_gsl(struct host *host, wd_model *model, double t_end,
                   const gsl_odeiv2_step_type *type)
{
    *host = (struct host){.model = model};
    host->system =
        (gsl_odeiv2_system){right_hand_side, jacobian, wd_model_state_count(model), host};
    if (host->system.dimension > MOST_STATES || wd_model_indicator_count(model) > MOST_STATES)
        fail("the model has more than 32 states or indicators; raise MOST_STATES");
    host->driver = driver_for(host, type);
    must(model, wd_model_states(model, host->y));
    int32_t status = wd_model_event_update(model, 0, host->y);
    must(model, status);
    while (host->t < t_end && status != WD_END)
        status = step(host, t_end);
    gsl_odeiv2_driver_free(host->driver);
}

/* Largest difference of the states, each relative to the larger of its value and its nominal
 * magnitude. */
static double state_difference(const wd_model *own, const wd_model *other)
{
    double worst = 0;
    for (size_t i = 0; i + 2 < wd_model_state_count(own); i++) {
        const char *name = wd_model_state_name(own, i);
        double want = value_of(own, name), scale = wd_model_state_nominal(own, i);
        worst = fmax(worst, fabs(value_of(other, name) - want) / fmax(scale, fabs(want)));
    }
    return worst;
}

/* Largest difference of the event times; infinity if the numbers or types of the events differ. */
static double event_difference(const wd_model *own, const wd_model *other)
{
    double worst = 0;
    size_t count = wd_model_event_count(own);
    if (wd_model_event_count(other) != count)
        return INFINITY;
    for (size_t i = 0; i < count; i++) {
        double want, got;
        int32_t type, other_type;
        must(own, wd_model_event(own, i, &want, &type, NULL, 0));
        must(other, wd_model_event(other, i, &got, &other_type, NULL, 0));
        worst = fmax(worst, type == other_type ? fabs(got - want) : (double)INFINITY);
    }
    return worst;
}

static int compare(const struct test_case *test, const gsl_odeiv2_step_type *type)
{
    struct host host;
    wd_model *own = prepared(test), *model = prepared(test);
    double began = seconds();
    must(own, wd_model_step_to(own, test->end));
    double between = seconds();
    by_gsl(&host, model, test->end, type);
    double ended = seconds();
    double states = state_difference(own, model), events = event_difference(own, model);
    printf("%-13s %-16s %-6s %-5s  %7.1e  %6zu    %7.1e  %11.1f  %5.1f\n", test->kind, test->preset,
           test->variable ? "stiff" : "", type->name, states, wd_model_event_count(model), events,
           host.evaluations / value_of(own, "stat.rhs_calls"),
           (ended - between) / (between - began));
    wd_model_free(own);
    wd_model_free(model);
    return states <= close_enough && events <= same_time;
}

int main(void)
{
    gsl_set_error_handler_off(); /* GSL then returns a status instead of aborting */
    printf("Differences of states and event times from the library's own run; evaluations and time "
           "as multiples of that run\n\n"
           "kind          preset           law    method  states  events  times [s]  evaluations   "
           "time\n");
    int right = 1;
    for (size_t i = 0; i < sizeof test_cases / sizeof *test_cases; i++) {
        right &= compare(&test_cases[i], gsl_odeiv2_step_rk8pd);
        right &= compare(&test_cases[i], gsl_odeiv2_step_msbdf);
    }
    if (!right)
        fail("a motion differs from the library's own");
    return EXIT_SUCCESS;
}
