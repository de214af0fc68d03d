/* SPDX-License-Identifier: MIT */
/* The linearised bicycle, in closed form and from the nonlinear equations: published entries,
 * eigenvalues, critical speeds, and agreement of both forms for random bicycles. */
#include "bicycle.h"
#include "csv.h"
#include "models/bicycle/canonical.h"
#include "num/eigen.h"
#include "num/poly.h"
#include "random.h"
#include "model/support.h"

enum { N = 4, PARAMETERS = offsetof(struct bicycle_parameters, lift) / sizeof(double) };

static wd_model *model;

static double published_value(const char *quantity)
{
    return csv_find("bicycle/external_reference.csv", "quantity", quantity, "value");
}

static void published_entries(void)
{
    struct canonical k = bicycle_canonical(&benchmark_bicycle);
    const struct {
        const char *name;
        double got;
    } entry[] = {
        {"M11", k.M[0]},    {"M12=M21", k.M[1]},      {"M12=M21", k.M[2]},      {"M22", k.M[3]},
        {"C1_11", k.C1[0]}, {"C1_12", k.C1[1]},       {"C1_21", k.C1[2]},       {"C1_22", k.C1[3]},
        {"K0_11", k.K0[0]}, {"K0_12=K0_21", k.K0[1]}, {"K0_12=K0_21", k.K0[2]}, {"K0_22", k.K0[3]},
        {"K2_12", k.K2[1]}, {"K2_22", k.K2[3]},
    };
    for (size_t i = 0; i < sizeof entry / sizeof *entry; i++)
        near_abs(entry[i].got, published_value(entry[i].name), 1e-12, entry[i].name);
    check(k.K2[0] == 0 && k.K2[2] == 0, "speed adds no stiffness against roll");
}

/* Compute -inverse(M) X and write its rows of roll and steer to `row` and `next`. Steer changes its
 * sign, because it is positive to the left in the library and to the right in the benchmark. */
static void apply_inverse_mass(const double *M, const double *X, double *row, double *next)
{
    double det = M[0] * M[3] - M[1] * M[2];
    for (size_t j = 0; j < 2; j++) {
        double sign = j ? -1 : 1;
        row[j] = -sign * (M[3] * X[j] - M[1] * X[2 + j]) / det;
        next[j] = sign * (M[0] * X[2 + j] - M[2] * X[j]) / det;
    }
}

/* Matrix A of x' = A x with x = (roll, steer, their rates), in closed form. */
static void closed_form(const struct bicycle_parameters *p, double v, double *A)
{
    struct canonical k = bicycle_canonical(p);
    double K[4], C[4];
    for (size_t i = 0; i < 4; i++) {
        K[i] = p->gravity * k.K0[i] + v * v * k.K2[i];
        C[i] = v * k.C1[i];
    }
    memset(A, 0, N * N * sizeof *A);
    A[2] = A[N + 3] = 1;
    apply_inverse_mass(k.M, K, A + 2 * N, A + 3 * N);
    apply_inverse_mass(k.M, C, A + 2 * N + 2, A + 3 * N + 2);
}

/* The same matrix from the nonlinear equations of the library. */
static void matrix_of_nonlinear_model(const struct bicycle_parameters *p, double v, double *A)
{
    uint32_t refs[PARAMETERS];
    wd_model_find(model, "param.w", refs);
    for (uint32_t i = 1; i < PARAMETERS; i++)
        refs[i] = refs[0] + i;
    must(model, wd_model_reset(model), "reset");
    must(model, wd_model_set(model, refs, PARAMETERS, (const double *)p), "set");
    set(model, "init.speed", v);
    start(model, 0);
    must(model, wd_model_linearize(model, A, NULL, 0, NULL), "linearize");
}

typedef void linear_model(const struct bicycle_parameters *, double v, double *A);

static void eigenvalues(linear_model *linear, double v, double *re, double *im)
{
    double A[N * N], space[64];
    linear(&benchmark_bicycle, v, A);
    if (eigen_doubles(N) > 64 || eigen_values(N, A, re, im, space) != 0)
        check(0, "eigenvalues at %g m/s are found", v);
}

static void against_40_digits(linear_model *linear, const char *name)
{
    struct csv csv;
    double v = -1, re[N], im[N], worst = 0;
    csv_open(&csv, "bicycle/eigenvalues_closed_form.csv");
    while (csv_next(&csv)) {
        double x = csv_real(&csv, "re"), y = csv_real(&csv, "im"), nearest = INFINITY;
        if (csv_real(&csv, "v") != v)
            eigenvalues(linear, v = csv_real(&csv, "v"), re, im);
        for (size_t i = 0; i < N; i++)
            nearest = fmin(nearest, hypot(re[i] - x, im[i] - y));
        worst = fmax(worst, nearest);
    }
    check(v == 10 && worst < 1e-11, "%s: 44 eigenvalues, v = 0 ... 10, error %.1e", name, worst);
}

static double error_of(double got, const struct csv *csv, const char *column)
{
    return fabs(got - csv_real(csv, column));
}

/* In bm_table2.csv, as copied from the paper, the castering eigenvalue at 7 m/s is
 * -18.15788466125262. The computation with 40 digits gives -18.15788466125202, so the table is off
 * by 6e-13. */
static void against_table_2(void)
{
    struct csv csv;
    double worst = 0, re[N], im[N], wrong = 0;
    int rows = 0;
    csv_open(&csv, "bicycle/bm_table2.csv");
    for (; csv_next(&csv); rows++) {
        double v = csv_real(&csv, "v");
        if (v == 0)
            continue; /* four real eigenvalues; against_40_digits() compares them */
        eigenvalues(matrix_of_nonlinear_model, v, re, im);
        int pair = im[0] > 0 ? 0 : 1, capsize = pair ? 0 : 2;
        worst = fmax(worst, fmax(error_of(re[pair], &csv, "weave_re"),
                                 error_of(im[pair], &csv, "weave_im")));
        worst = fmax(worst, error_of(re[capsize], &csv, "capsize_re"));
        double castering = error_of(re[3], &csv, "castering_re");
        if (v == 7)
            wrong = castering;
        else
            worst = fmax(worst, castering);
    }
    check(rows == 11 && worst < 5e-13, "published table: error %.1e", worst);
    check(fabs(wrong - 6e-13) < 1e-13, "the wrong entry of the published table is off by %.2e",
          wrong);
}

/* det(A + t B) = det A + mixed(A, B) t + det B t^2 */
static double mixed(const double *A, const double *B)
{
    return A[0] * B[3] + A[3] * B[0] - A[1] * B[2] - A[2] * B[1];
}

/* det(M s^2 + v C1 s + g K0 + v^2 K2) = a s^4 + b v s^3 + (c0 + c2 x) s^2 + (d0 + d2 x) v s + e0 +
 * e2 x with x = v^2. Let c = c0 + c2 x, d = d0 + d2 x, e = e0 + e2 x. Capsize: s = 0, so e = 0.
 * Weave: s = i omega, so omega^2 = d/b and b c d = a d^2 + b^2 e, a quadratic equation in x. */
static void critical_speeds(void)
{
    struct canonical k = bicycle_canonical(&benchmark_bicycle);
    double g = benchmark_bicycle.gravity, a = mixed(k.M, k.M) / 2, b = mixed(k.M, k.C1);
    double c0 = g * mixed(k.M, k.K0), c2 = mixed(k.M, k.K2) + mixed(k.C1, k.C1) / 2;
    double d0 = g * mixed(k.C1, k.K0), d2 = mixed(k.C1, k.K2);
    double e0 = g * g * mixed(k.K0, k.K0) / 2, e2 = g * mixed(k.K0, k.K2);
    near_abs(sqrt(-e0 / e2), 6.024262015388358889874, 1e-10, "capsize speed");

    double weave[3] = {b * c0 * d0 - a * d0 * d0 - b * b * e0,
                       b * (c0 * d2 + c2 * d0) - 2 * a * d0 * d2 - b * b * e2,
                       b * c2 * d2 - a * d2 * d2};
    double x[2];
    check(poly_quadratic(weave, x) == 2 && x[0] < 0, "one candidate for the weave speed");
    near_abs(sqrt(x[1]), 4.292382536341103958687, 1e-10, "weave speed");
    near_abs(sqrt((d0 + d2 * x[1]) / b), 3.435033848661436303583, 1e-10, "frequency of weave");
}

static void at_critical_speeds(void)
{
    double re[N], im[N];
    eigenvalues(matrix_of_nonlinear_model, 4.292382536341103958687, re, im);
    check(im[0] > 0, "weave is the least damped pair");
    near_abs(re[0], 0, 1e-11, "real part of the weave eigenvalue at the weave speed");
    near_abs(im[0], 3.435033848661436303583, 1e-11,
             "imaginary part of the weave eigenvalue at the weave speed");
    eigenvalues(matrix_of_nonlinear_model, 6.024262015388358889874, re, im);
    near_abs(re[0], 0, 1e-12, "capsize eigenvalue at the capsize speed");
    /* Rounding of the speed splits a double root by the square root of the rounding error. */
    eigenvalues(matrix_of_nonlinear_model, published_value("double_root_speed"), re, im);
    near_abs(re[0], published_value("double_root_eigenvalue"), 1e-6,
             "eigenvalue at the published double root");
    near_abs(hypot(re[0] - re[1], im[0]), 0, 1e-6,
             "distance of the two eigenvalues at the double root");
}

static struct bicycle_parameters chance_bicycle(void)
{
    struct bicycle_parameters p = benchmark_bicycle;
    double *value = (double *)&p;
    for (size_t i = 0; i < PARAMETERS; i++)
        value[i] *= uniform(0.7, 1.3);
    return p;
}

static void any_bicycle(void)
{
    double worst = 0;
    for (int i = 0; i < 200; i++) {
        struct bicycle_parameters p = chance_bicycle();
        double A[N * N], B[N * N], v = uniform(-10, 10), largest = 0, difference = 0;
        closed_form(&p, v, A);
        matrix_of_nonlinear_model(&p, v, B);
        for (size_t k = 0; k < N * N; k++) {
            largest = fmax(largest, fabs(A[k]));
            difference = fmax(difference, fabs(A[k] - B[k]));
        }
        worst = fmax(worst, difference / largest);
    }
    check(worst < 1e-12,
          "200 bicycles, v = -10 ... 10: closed form and nonlinear equations differ by %.1e",
          worst);
}

/* M q'' = (T_roll, T_steer). The off-diagonal entries of inverse(M) change their sign, because
 * steer is positive to the right in the benchmark and to the left in the library. Torques of the
 * wheels act in the plane of symmetry, so they accelerate neither roll nor steer. */
static void torques_and_accelerations(void)
{
    const char *const names[] = {"input.steer_torque", "input.roll_torque", "input.rear_torque",
                                 "input.front_torque"};
    uint32_t refs[N];
    double A[N * N], B[N * N];
    matrix_of_nonlinear_model(&benchmark_bicycle, 5, A);
    for (size_t i = 0; i < N; i++)
        wd_model_find(model, names[i], &refs[i]);
    must(model, wd_model_linearize(model, NULL, refs, N, B), "linearize");
    struct canonical k = bicycle_canonical(&benchmark_bicycle);
    double det = k.M[0] * k.M[3] - k.M[1] * k.M[2];
    near_rel(B[2 * N], k.M[1] / det, 1e-13, 0, "roll acceleration by a steer torque");
    near_rel(B[2 * N + 1], k.M[3] / det, 1e-13, 0, "roll acceleration by a roll torque");
    near_rel(B[3 * N], k.M[0] / det, 1e-13, 0, "steer acceleration by a steer torque");
    near_rel(B[3 * N + 1], k.M[2] / det, 1e-13, 0, "steer acceleration by a roll torque");
    double rest = 0;
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++)
            rest = fmax(rest, i < 2 || j > 1 ? fabs(B[i * N + j]) : 0);
    check(
        rest == 0,
        "torques change no angle directly, and those of wheels accelerate neither roll nor steer");
}

/* The current roll, steer, rates, torques and solver.acceleration have no effect on the linear
 * model. */
static void about_riding_straight(void)
{
    const double state[] = {0.3, -0.4, 0.5, 1};
    const char *const names[] = {"init.roll", "init.steer", "init.roll_rate", "init.steer_rate"};
    double A[N * N], B[N * N];
    matrix_of_nonlinear_model(&benchmark_bicycle, 5, A);
    must(model, wd_model_reset(model), "reset");
    for (size_t i = 0; i < N; i++)
        set(model, names[i], state[i]);
    choose(model, "solver.acceleration", "svd");
    set(model, "input.steer_torque", 2);
    start(model, 0);
    must(model, wd_model_linearize(model, B, NULL, 0, NULL), "linearize");
    double worst = 0;
    for (size_t i = 0; i < N * N; i++)
        worst = fmax(worst, fabs(A[i] - B[i]));
    check(worst < 1e-12,
          "the linear model at 5 m/s does not depend on state, torque and method: %.1e", worst);
    check(wd_model_linear_size(model) == N &&
              strcmp(wd_model_linear_name(model, 1), "steer") == 0 &&
              wd_model_linear_name(model, N) == NULL,
          "the states have the expected names");
}

int main(void)
{
    model = make("bicycle", NULL);
    published_entries();
    against_40_digits(closed_form, "closed form");
    against_40_digits(matrix_of_nonlinear_model, "nonlinear equations");
    against_table_2();
    critical_speeds();
    at_critical_speeds();
    any_bicycle();
    torques_and_accelerations();
    about_riding_straight();
    wd_model_free(model);
    return done();
}
