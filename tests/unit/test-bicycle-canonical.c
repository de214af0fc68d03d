/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The closed form of the linearised bicycle: published entries, eigenvalues, critical speeds. */
#include "csv.h"
#include "models/bicycle/canonical.h"
#include "num/eigen.h"
#include "num/poly.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

/* Table 1 of Meijaard et al. (2007). */
static struct bicycle_parameters benchmark(void)
{
    return (struct bicycle_parameters){
        .w = 1.02,
        .c = 0.08,
        .lam = pi / 10,
        .gravity = 9.81,
        .rR = 0.3,
        .mR = 2,
        .IRxx = 0.0603,
        .IRyy = 0.12,
        .xB = 0.3,
        .zB = -0.9,
        .mB = 85,
        .IBxx = 9.2,
        .IBxz = 2.4,
        .IByy = 11,
        .IBzz = 2.8,
        .xH = 0.9,
        .zH = -0.7,
        .mH = 4,
        .IHxx = 0.05892,
        .IHxz = -0.00756,
        .IHyy = 0.06,
        .IHzz = 0.00708,
        .rF = 0.35,
        .mF = 3,
        .IFxx = 0.1405,
        .IFyy = 0.28,
    };
}

static double published(const char *quantity)
{
    struct csv csv;
    double value = NAN;
    csv_open(&csv, "bicycle/external_reference.csv");
    while (csv_next(&csv))
        if (strcmp(csv_text(&csv, "quantity"), quantity) == 0)
            value = csv_real(&csv, "value");
    return value;
}

static void entries(void)
{
    struct bicycle_parameters p = benchmark();
    struct canonical k = bicycle_canonical(&p);
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
        near_abs(entry[i].got, published(entry[i].name), 1e-12, entry[i].name);
    check(k.K2[0] == 0 && k.K2[2] == 0, "speed adds no stiffness against roll");
}

/* -inverse(M) X */
static void divide(const double *M, const double *X, double *out)
{
    double det = M[0] * M[3] - M[1] * M[2];
    for (size_t j = 0; j < 2; j++) {
        out[j] = -(M[3] * X[j] - M[1] * X[2 + j]) / det;
        out[2 + j] = -(M[0] * X[2 + j] - M[2] * X[j]) / det;
    }
}

static void eigenvalues(double v, double *re, double *im)
{
    struct bicycle_parameters p = benchmark();
    struct canonical k = bicycle_canonical(&p);
    double K[4], C[4], Q[4], V[4], memory[64];
    for (size_t i = 0; i < 4; i++) {
        K[i] = p.gravity * k.K0[i] + v * v * k.K2[i];
        C[i] = v * k.C1[i];
    }
    divide(k.M, K, Q);
    divide(k.M, C, V);
    double A[16] = {0,    0,    1,    0,    0,    0,    0,    1, /* roll, steer and their rates */
                    Q[0], Q[1], V[0], V[1], Q[2], Q[3], V[2], V[3]};
    check(eigen_doubles(4) <= 64 && eigen_values(4, A, re, im, memory) == 0, "eigenvalues, v = %g",
          v);
}

static void against_closed_form(void)
{
    struct csv csv;
    double v = -1, re[4], im[4], worst = 0;
    csv_open(&csv, "bicycle/eigenvalues_closed_form.csv");
    while (csv_next(&csv)) {
        double x = csv_real(&csv, "re"), y = csv_real(&csv, "im"), nearest = INFINITY;
        if (csv_real(&csv, "v") != v)
            eigenvalues(v = csv_real(&csv, "v"), re, im);
        for (size_t i = 0; i < 4; i++)
            nearest = fmin(nearest, hypot(re[i] - x, im[i] - y));
        worst = fmax(worst, nearest);
    }
    check(v == 10 && worst < 1e-11, "44 eigenvalues, v = 0 ... 10: error %.1e", worst);
}

/* det(M s^2 + v C1 s + g K0 + v^2 K2) = a s^4 + b v s^3 + (c0 + c2 x) s^2 + (d0 + d2 x) v s + e0 +
 * e2 x with x = v^2. Capsize: s = 0. Weave: s = i omega, so (b v)(c)(d) = a d^2 + e (b v)^2, of
 * second degree in x after division by x. */
static void critical_speeds(void)
{
    struct bicycle_parameters p = benchmark();
    struct canonical k = bicycle_canonical(&p);
    const double *M = k.M, *C = k.C1, *L = k.K2, g = p.gravity;
    double K[4] = {g * k.K0[0], g * k.K0[1], g * k.K0[2], g * k.K0[3]};
    double a = M[0] * M[3] - M[1] * M[2];
    double b = M[0] * C[3] - M[1] * C[2] - M[2] * C[1];
    double c0 = M[0] * K[3] + M[3] * K[0] - M[1] * K[2] - M[2] * K[1];
    double c2 = M[0] * L[3] - M[2] * L[1] - C[1] * C[2];
    double d0 = C[3] * K[0] - C[1] * K[2] - C[2] * K[1], d2 = -C[2] * L[1];
    double e0 = K[0] * K[3] - K[1] * K[2], e2 = K[0] * L[3] - K[2] * L[1];
    near_abs(sqrt(-e0 / e2), 6.024262015388358889874, 1e-10, "capsize speed");

    double weave[3] = {b * c0 * d0 - a * d0 * d0 - b * b * e0,
                       b * (c0 * d2 + c2 * d0) - 2 * a * d0 * d2 - b * b * e2,
                       b * c2 * d2 - a * d2 * d2};
    double x[2];
    check(poly_quadratic(weave, x) == 2, "two candidates for the weave speed");
    near_abs(sqrt(x[1]), 4.292382536341103958687, 1e-10, "weave speed");
    near_abs(sqrt((d0 + d2 * x[1]) / b), 3.435033848661436303583, 1e-10, "frequency of weave");
    check(x[0] < 0 || (d0 + d2 * x[0]) / b < 0, "the other candidate is none: %g", x[0]);

    /* A rounded speed splits a double root by the square root of the rounding. */
    double re[4], im[4];
    eigenvalues(published("double_root_speed"), re, im);
    near_abs(re[0], published("double_root_eigenvalue"), 1e-5, "double root");
    near_abs(hypot(re[0] - re[1], im[0]), 0, 1e-5, "it is double");
}

int main(void)
{
    entries();
    against_closed_form();
    critical_speeds();
    return done();
}
