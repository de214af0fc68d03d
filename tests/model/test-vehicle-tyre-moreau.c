/* SPDX-License-Identifier: MIT */
/* A quarter of a car on a tyre with Moreau time stepping: the errors with respect to
 * tests/ref/tyre/quarter_*.csv are of order 1 in the length of the steps. */
#include "vehicle-tyre.h"

static int32_t rising(double t, double *value, void *user)
{
    (void)user;
    *value = t < 0.8 ? 1500 * smooth(5 * t) : 0;
    return 0;
}

static int32_t braking(double t, double *value, void *user)
{
    (void)user;
    *value = t < 0.1 ? 0 : 900;
    return 0;
}

/* Run a quarter of a car in steps of h to time t; returns a variable at the end. */
static double end_of(const char *path, int form, const char *run, double h, double t,
                     const char *variable)
{
    int stop = strcmp(run, "stop") == 0;
    wd_model *model = quarter_of_car(form, csv_find(path, "what", "start", "z"), stop ? 0.08 : 0);
    set_init(model, "along", "rate", csv_find(path, "what", "start", "vx"));
    set_init(model, "wheel", "rate", csv_find(path, "what", "start", "spin"));
    if (strcmp(run, "drop") == 0)
        set_part(model, "tyre", "vertical_damping", 600);
    if (strcmp(run, "spin") == 0)
        set_function(model, "input.wheel.torque", rising, NULL);
    if (stop)
        set_function(model, "input.wheel.brake", braking, NULL);
    choose(model, "solver.scheme", "moreau");
    set(model, "solver.fixed_step", h);
    start(model, 0);
    go(model, t);
    double value = get(model, variable);
    wd_model_free(model);
    return value;
}

/* Compare the error of steps of 2.5 ms with that of steps 8 times shorter. */
static void order_of_steps(int form, const char *run, const char *at, const char *column,
                           const char *variable)
{
    char path[80];
    double error[2];
    snprintf(path, sizeof path, "tyre/quarter_%s_%s.csv", run, forms[form]);
    double want = csv_find(path, "t", at, column), scale = largest_of(path, column);
    for (int i = 0; i < 2; i++)
        error[i] = fabs(end_of(path, form, run, i ? 3.125e-4 : 2.5e-3, atof(at), variable) - want);
    double p = log2(error[0] / error[1]) / 3;
    check(error[0] < 0.02 * scale && p > 0.8, "%s: errors of %s are %.2g and %.2g, of order %.2f",
          path, column, error[0], error[1], p);
}

int main(void)
{
    for (int form = 0; form < FORMS; form++) {
        order_of_steps(form, "spin", "0.75", "vx", "state.along.rate");
        order_of_steps(form, "stop", "1", "vx", "state.along.rate");
        order_of_steps(form, "drop", "0.5", "vx", "state.along.rate");
    }
    return done();
}
