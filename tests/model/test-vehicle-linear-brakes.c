/* SPDX-License-Identifier: MIT */
/* Linear models of vehicles whose brakes hold: a bicycle with held steering and parked cars,
 * compared with closed forms and with a run. */
#include "vehicle-linear.h"

#define CARCASS_TIME 0.002 /* s: of the default tyre */

static double distance_from_eigenvalue(wd_model *model, double re, double im)
{
    double x[MOST_STATES], y[MOST_STATES], least = INFINITY;
    must(model, wd_model_eigenvalues(model, x, y), "eigenvalues");
    for (size_t i = 0; i < wd_model_linear_size(model); i++)
        least = fmin(least, hypot(x[i] - re, y[i] - im));
    return least;
}

/* The mass m on a spring k with a damper c: m x'' + c x' + k x = 0. */
static void has_oscillation(wd_model *model, double m, double k, double c, const char *what)
{
    double decay = c / (2 * m), frequency = sqrt(k / m - decay * decay);
    double off = distance_from_eigenvalue(model, -decay, frequency);
    check(off < 1e-6, "%s: the eigenvalue %.4g + %.4gi of a mass on a spring, to %.0e", what,
          -decay, frequency, off);
}

/* A quarter of a car is parked on a slope. Its brake holds the wheel, so the mass moves on the
 * longitudinal spring of the carcass, K with the damping time t_c, and on the load spring. */
static void parked_quarter(void)
{
    double slope = 0.2, along = 400 * 9.81 * sin(slope), load = 400 * 9.81 * cos(slope);
    double K = 3e5, k = 2e5;
    wd_model *model = quarter_of_car(BRUSH, radius_of[BRUSH] - load / k, slope);
    set_init(model, "wheel", "bend_forward", along / K);
    set_input(model, "wheel", "brake", 1e4);
    start(model, 0);
    check(find_name(model, "wheel.rate") < 0 && find_name(model, "wheel.bend_forward") >= 0,
          "the rate of a held wheel is no state of the linear model");
    has_oscillation(model, 400, K, K * CARCASS_TIME, "parked, along the slope");
    has_oscillation(model, 400, k, 500, "parked, across the slope");
    compare_matrix(model, "parked");
    wd_model_free(model);
}

/* Propagate dx/dt = A x + B u from x = 0 for 0.2 s, with u 1, by the midpoint rule. */
static void respond(const double *A, const double *B, size_t n, double *x)
{
    enum { STEPS = 20000 };
    double rate[MOST_STATES], h = 0.2 / STEPS;
    memset(x, 0, n * sizeof *x);
    for (int step = 0; step < 2 * STEPS; step++) {
        static double begin[MOST_STATES];
        for (size_t i = 0; i < n; i++) {
            rate[i] = B[i];
            for (size_t k = 0; k < n; k++)
                rate[i] += A[i * n + k] * x[k];
        }
        if (step % 2 == 0)
            memcpy(begin, x, sizeof begin);
        for (size_t i = 0; i < n; i++)
            x[i] = begin[i] + (step % 2 == 0 ? h / 2 : h) * rate[i];
    }
}

/* A car is parked with its brakes. A small step of the steering moves it as the linear model does.
 * On a slope the difference is larger, because there the slope of the linear model turns with the
 * car. */
static void parked_car(const char *preset, double slope, double tolerance)
{
    static const char *const corner[] = {"front_left", "front_right", "rear_left", "rear_right"};
    static double A[MOST_STATES * MOST_STATES];
    double B[MOST_STATES], x[MOST_STATES], before[MOST_STATES], most = 0, off = 0, step = 1e-6;
    uint32_t target;
    wd_model *model = make_straight(preset);
    for (int i = 0; i < 4; i++)
        set_input(model, corner[i], "brake", 3000);
    set(model, "input.slope", slope);
    set_init(model, "chassis", "forward", 0);
    choose(model, "param.place", "in_balance");
    use_precision(model, 1e-12);
    start(model, 0);
    compare_matrix(model, "parked with brakes");
    size_t n = wd_model_linear_size(model);
    must(model, wd_model_find(model, "input.front_left_steer.target", &target), "target");
    must(model, wd_model_linearize(model, A, &target, 1, B), "linearize");
    respond(A, B, n, x);
    for (size_t i = 0; i < n; i++)
        before[i] = state_value(model, i);
    set(model, "input.front_left_steer.target", step);
    go(model, 0.2);
    for (size_t i = 0; i < n; i++)
        if (!isnan(before[i])) {
            most = fmax(most, fabs(x[i]));
            off = fmax(off, fabs((state_value(model, i) - before[i]) / step - x[i]));
        }
    check(most > 0.01 && off < tolerance * most,
          "%s on slope %g: the response to the steering differs by %.0e of %.2g", preset, slope,
          off, most);
    wd_model_free(model);
}

/* A brake holds the steering of the benchmark bicycle. It then falls like a rigid body:
 * M phi'' + g K phi = 0 with M and K of Meijaard et al. (2007), table 3. */
static void held_steering(void)
{
    wd_model *from = make("bicycle", NULL), *model = bicycle_of_parts(from, WHEELS, 5, 0);
    double rate = sqrt(9.81 * 80.95 / 80.81722);
    set_input(model, "steer", "brake", 1000);
    start(model, 0);
    check(find_name(model, "steer.rate") < 0 && find_name(model, "steer.angle") >= 0,
          "the angle of a held hinge is a state of the linear model, its rate is none");
    near_abs(distance_from_eigenvalue(model, rate, 0), 0, 1e-6,
             "a bicycle with held steering falls");
    near_abs(distance_from_eigenvalue(model, -rate, 0), 0, 1e-6, "or rises from its fall");
    wd_model_free(model);
    wd_model_free(from);
}

int main(void)
{
    held_steering();
    parked_quarter();
    parked_car("car", 0, 1e-6);
    parked_car("car_magic", 0, 1e-6);
    parked_car("car", 0.2, 1e-3);
    parked_car("car_magic", 0.2, 1e-3);
    return done();
}
