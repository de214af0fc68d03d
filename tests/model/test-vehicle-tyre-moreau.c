/* SPDX-License-Identifier: MIT */
/* Tyres with Moreau time stepping. A quarter of a car: the errors with respect to
 * tests/ref/tyre/quarter_*.csv are of order 1 in the length of the steps. A car: steps with and
 * without a contact problem have the same solution. */
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

/* ---- steps with and without a contact problem ---- */

/* A car with a ballast of 1 kg at the centre of mass of the chassis: as part of the chassis, or on
 * a hinge whose stops lock it. The locked hinge is a row, so its steps have a contact problem. */
static wd_model *car_with_ballast(const char *preset, int on_hinge)
{
    static const double at[] = {0, 0, 0.55}, axis[] = {0, 1, 0};
    const double inertia = 0.1, chassis[] = {300, 1200, 1300};
    wd_model *model = make("vehicle", preset);
    if (on_hinge) {
        add_body(model, "ballast", 1, inertia, at[0], at[1], at[2]);
        add_joint(model, "hinge", "pin", "chassis", "ballast", at, axis);
        set_part(model, "pin", "lower", 0);
        set_part(model, "pin", "upper", 0);
    } else {
        set_mass(model, "chassis", 1001, chassis[0] + inertia, chassis[1] + inertia,
                 chassis[2] + inertia);
    }
    choose(model, "solver.scheme", "moreau");
    set(model, "solver.fixed_step", 1e-3);
    start(model, 0);
    return model;
}

/* The tolerance is some 1000 roundings of 30 m. */
static void same_solution(const char *preset)
{
    static const char *const variables[] = {"state.chassis.x", "state.chassis.y",
                                            "state.front_left.bend_side",
                                            "state.rear_right.bend_roll"};
    wd_model *own = car_with_ballast(preset, 0), *hinged = car_with_ballast(preset, 1);
    double worst = 0;
    for (int i = 1; i <= 30; i++) {
        go(own, 0.1 * i);
        go(hinged, 0.1 * i);
        for (size_t k = 0; k < sizeof variables / sizeof *variables; k++)
            worst = fmax(worst, fabs(get(own, variables[k]) - get(hinged, variables[k])));
    }
    check(worst < 1e-11, "%s: steps with and without a contact problem differ by %.2g m", preset,
          worst);
    wd_model_free(own);
    wd_model_free(hinged);
}

int main(void)
{
    same_solution("car");
    same_solution("car_magic");
    for (int form = 0; form < FORMS; form++) {
        order_of_steps(form, "spin", "0.75", "vx", "state.along.rate");
        order_of_steps(form, "stop", "1", "vx", "state.along.rate");
        order_of_steps(form, "drop", "0.5", "vx", "state.along.rate");
    }
    return done();
}
