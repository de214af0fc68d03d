/* SPDX-License-Identifier: MIT */
/* The linear model of the rolling torus about upright steady motion, compared with closed forms. */
#include "torus.h"

#include <string.h>

enum { N = 4 };

static wd_model *make_rolling(double precession_rate, double spin_rate)
{
    wd_model *model = torus(NULL);
    set(model, "state.precession_rate", precession_rate);
    set(model, "state.spin_rate", spin_rate);
    start(model, 0);
    return model;
}

/* Sum of the squares of the eigenvalues: twice the square of the growth rate if the upright wheel
 * is unstable, minus twice the square of the weave frequency if it is stable. */
static double sum_of_squares(double precession_rate, double spin_rate)
{
    wd_model *model = make_rolling(precession_rate, spin_rate);
    double re[N], im[N], sum = 0;
    must(model, wd_model_eigenvalues(model, re, im), "eigenvalues");
    for (int i = 0; i < N; i++)
        sum += re[i] * re[i] - im[i] * im[i];
    wd_model_free(model);
    return sum;
}

/* Find by bisection the spin rate, or for `spinning` the precession rate, above which the upright
 * wheel is stable. */
static double threshold_rate(int spinning)
{
    double lo = 1, hi = 10;
    for (int i = 0; i < 60; i++) {
        double middle = (lo + hi) / 2;
        double sum = spinning ? sum_of_squares(middle, 0) : sum_of_squares(0, middle);
        *(sum > 0 ? &lo : &hi) = middle;
    }
    return lo;
}

static void weave_frequency(double spin_rate, double want)
{
    wd_model *model = make_rolling(0, spin_rate);
    double re[N], im[N];
    must(model, wd_model_eigenvalues(model, re, im), "eigenvalues");
    near_abs(im[0] > 0 ? im[0] : fmax(im[1], im[2]), want, 1e-9,
             "frequency of weave of a torus that rolls straight");
    wd_model_free(model);
}

static void growth_rates(void)
{
    wd_model *model = make_rolling(0, 2);
    double re[N], im[N];
    must(model, wd_model_eigenvalues(model, re, im), "eigenvalues");
    near_abs(re[0], 2.56782349380157, 1e-9, "growth rate below the threshold");
    near_abs(re[3], -2.56782349380157, 1e-9, "decay rate of the opposite sign");
    wd_model_free(model);
}

static void names_of_linear_model(void)
{
    static const char *const want[] = {"lean", "lean_rate", "precession_rate", "spin_rate"};
    wd_model *model = torus("straight-10");
    int fit = wd_model_linear_size(model) == N && wd_model_linear_name(model, N) == NULL;
    for (size_t i = 0; i < N; i++)
        fit = fit && strcmp(wd_model_linear_name(model, i), want[i]) == 0;
    check(fit, "the linear model has the expected states");
    uint32_t input;
    double A[N * N];
    start(model, 0);
    wd_model_find(model, "input.control_mode", &input);
    check(wd_model_linearize(model, A, &input, 1, A) == WD_EROLE,
          "a choice is refused as an input of the linear model");
    wd_model_free(model);
}

/* Return acceleration number `row` (lean, precession, spin) of an upright wheel near a circle with
 * precession rate Omega and spin rate w, which the torques hold. dx: deviations of lean, lean rate,
 * precession rate and spin rate from the circle; du: deviations of the torques of precession, lean
 * and spin. */
static double acceleration_near_circle(double Omega, double w, const double *dx, const double *du,
                                       int row)
{
    static const char *const outputs[] = {"output.lean_acc", "output.precession_acc",
                                          "output.spin_acc"};
    const double K = 0.525 + 8 * 0.16;
    wd_model *model = torus(NULL);
    set(model, "param.rolling_torque", 0.1);
    set(model, "param.rolling_torque_speed", 1);
    set(model, "state.lean", upright + dx[0]);
    set(model, "state.lean_rate", dx[1]);
    set(model, "state.precession_rate", Omega + dx[2]);
    set(model, "state.spin_rate", w + dx[3]);
    set(model, "input.torque_precession", du[0]);
    set(model, "input.torque_lean", K * Omega * w + du[1]);
    set(model, "input.torque_spin", 0.1 * tanh(w) + du[2]);
    start(model, 0);
    double value = get(model, outputs[row]);
    wd_model_free(model);
    return value;
}

static double slope_of_acceleration(double Omega, double w, double *x, const double *dx,
                                    const double *du, int row)
{
    const double h = 1e-4;
    *x = h;
    double up = acceleration_near_circle(Omega, w, dx, du, row);
    *x = -h;
    double down = acceleration_near_circle(Omega, w, dx, du, row);
    *x = 0;
    return (up - down) / (2 * h);
}

static void matrices_by_differences(double Omega, double w)
{
    static const char *const inputs[] = {"input.torque_precession", "input.torque_lean",
                                         "input.torque_spin", "input.target_x"};
    double A[N * N], B[N * 4], dx[N] = {0}, du[3] = {0}, worst = 0;
    uint32_t refs[4];
    wd_model *model = torus(NULL);
    set(model, "param.rolling_torque", 0.1);
    set(model, "param.rolling_torque_speed", 1);
    set(model, "state.lean", upright + 0.2); /* no effect: linearised about the upright wheel */
    set(model, "state.precession_rate", Omega);
    set(model, "state.spin_rate", w);
    start(model, 0);
    for (int i = 0; i < 4; i++)
        wd_model_find(model, inputs[i], &refs[i]);
    must(model, wd_model_linearize(model, A, refs, 4, B), "linearize");
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < N; j++)
            note(&worst, A[(i + 1) * N + j], slope_of_acceleration(Omega, w, &dx[j], dx, du, i));
        for (int j = 0; j < 3; j++)
            note(&worst, B[(i + 1) * 4 + j], slope_of_acceleration(Omega, w, &du[j], dx, du, i));
        note(&worst, B[(i + 1) * 4 + 3], 0);
    }
    check(worst < 1e-6, "A and B at rates %g, %g against differences: %.1e", Omega, w, worst);
    check(A[0] == 0 && A[1] == 1 && A[2] == 0 && A[3] == 0 && B[0] == 0 && B[1] == 0,
          "the row of the lean is exact");
    wd_model_free(model);
}

/* A small weave of the simulated wheel has the frequency of the eigenvalues: the lean crosses
 * upright every half period. */
static void simulated_weave(void)
{
    wd_model *model = torus(NULL);
    torus_precise(model);
    set(model, "state.lean_rate", 1e-6);
    set(model, "state.spin_rate", 5);
    start(model, 0);
    const double want = 6.12897913779115;
    go(model, 4 * upright / want); /* two half periods */
    near_abs(get(model, "state.lean") - upright, 0, 1e-14, "lean from upright after a period");
    near_abs(get(model, "state.lean_rate"), 1e-6, 1e-14, "the same lean rate after a period");
    wd_model_free(model);
}

/* Limit a -> 0: a ring rolls stably for w^2 > g/(4 b), a disc for w^2 > g/(3 b). */
static void thin_wheel(int disc, double want)
{
    double lo = 0.1, hi = 10, m = 5, b = 0.3;
    for (int i = 0; i < 60; i++) {
        wd_model *model = torus(NULL);
        double w = (lo + hi) / 2, re[N], im[N], sum = 0;
        set(model, "param.tube_radius", 0);
        set(model, "param.servo_mass", 0);
        if (disc) {
            choose(model, "param.inertia_law", "custom");
            set(model, "param.inertia_equatorial", m * b * b / 4);
            set(model, "param.inertia_polar", m * b * b / 2);
        }
        set(model, "state.spin_rate", w);
        start(model, 0);
        must(model, wd_model_eigenvalues(model, re, im), "eigenvalues");
        for (int j = 0; j < N; j++)
            sum += re[j] * re[j] - im[j] * im[j];
        *(sum > 0 ? &lo : &hi) = w;
        wd_model_free(model);
    }
    near_rel(lo * lo, want, 1e-9, 1, disc ? "threshold of a disc" : "threshold of a ring");
}

int main(void)
{
    near_abs(threshold_rate(0), 2.6712794821998990, 1e-9, "threshold of straight rolling (49)");
    near_abs(threshold_rate(1), 3.8736009976, 1e-9, "threshold of spinning on the spot");
    weave_frequency(3, 1.97992840698232);
    weave_frequency(5, 6.12897913779115);
    weave_frequency(8.4607, 11.6412415876076);
    weave_frequency(10, 13.9739720606885);
    growth_rates();
    names_of_linear_model();
    matrices_by_differences(0, 3);
    matrices_by_differences(0.7, 0);
    matrices_by_differences(0.7, -2);
    simulated_weave();
    thin_wheel(0, 9.8 / (4 * 0.3));
    thin_wheel(1, 9.8 / (3 * 0.3));
    return done();
}
