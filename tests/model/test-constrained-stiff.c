/* SPDX-License-Identifier: MIT */
/* Kind constrained with a stiff system: a point on a rod, and a second point that hangs from it on
 * a stiff, strongly damped spring. The rod is released at rest from the horizontal; the spring then
 * hangs straight down. References are from SciPy 1.10 (solve_ivp) for the same equations in all
 * four coordinates, with the multiplier eliminated: 8 states, so a Jacobian takes 8 evaluations.
 * The state after 5 s was computed with Radau and DOP853 at rtol 1e-12, which agree to 3e-10. At
 * rtol 1e-6 and atol 1e-8 Radau takes 14,942 evaluations and 1,036 Jacobians for an error of
 * 4.5e-6. */
#include "support.h"

#include <string.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/parts.h>

enum { POINTS = 2, Q = 2 * POINTS, SCIPY_EVALUATIONS = 14942 + 1036 * 2 * Q };
#define SCIPY_ERROR 4.5e-6

static const char *const names[] = {"ax", "ay", "bx", "by"};
static const double stiffness = 1e5, damping = 1e4, gravity = 9.81;
static const double after_5_s[2 * Q] = {-0.784506767375, -0.620120256045, -0.0765068174748,
                                        -1.32635424086,  1.86803683655,   -2.36323120507,
                                        2.54631116664,   -1.68298452406};

static int32_t equations(double t, const double *q, const double *v, double *M, double *force,
                         double *C, double *A, double *b, double *phi, void *user)
{
    double x = q[2] - q[0], y = q[3] - q[1], length = hypot(x, y);
    double rate = ((v[2] - v[0]) * x + (v[3] - v[1]) * y) / length;
    double pull = (stiffness * (length - 1) + damping * rate) / length;
    (void)t, (void)C, (void)user;
    memset(M, 0, Q * Q * sizeof *M);
    memset(A, 0, Q * sizeof *A);
    for (int i = 0; i < Q; i++)
        M[i * Q + i] = 1;
    force[0] = pull * x;
    force[1] = pull * y - gravity;
    force[2] = -pull * x;
    force[3] = -pull * y - gravity;
    A[0] = q[0];
    A[1] = q[1];
    *b = -(v[0] * v[0] + v[1] * v[1]);
    *phi = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
    return 0;
}

static wd_model *make_spring(double rtol)
{
    wd_model *model = make("constrained", NULL);
    for (int i = 0; i < Q; i++)
        must(model, wd_model_add_part(model, "coordinate", names[i], NULL, 0), names[i]);
    must(model, wd_model_add_part(model, "constraint", "rod", NULL, 0), "rod");
    must(model, wd_model_set_equations(model, equations, NULL), "equations");
    set(model, "init.ax.q", 1);
    set(model, "init.bx.q", 1);
    set(model, "init.by.q", -1 - gravity / stiffness);
    set(model, "solver.rtol", rtol);
    set(model, "solver.atol", rtol / 100);
    return model;
}

static double error_of(const wd_model *model)
{
    double worst = 0;
    for (int i = 0; i < 2 * Q; i++) {
        char name[16];
        snprintf(name, sizeof name, "state.%s.%s", names[i % Q], i < Q ? "q" : "v");
        worst = fmax(worst, fabs(get(model, name) - after_5_s[i]));
    }
    return worst;
}

static double run_stiff(double rtol, double *error)
{
    wd_model *model = make_spring(rtol);
    choose(model, "solver.method", "radau");
    start(model, 0);
    go(model, 5);
    double calls = get(model, "stat.rhs_calls");
    *error = error_of(model);
    check(*error < 100 * rtol, "rtol %g: error %.2g, %.0f evaluations including Jacobians", rtol,
          *error, calls);
    wd_model_free(model);
    return calls;
}

int main(void)
{
    double error, calls = INFINITY;
    for (double rtol = 1e-4; rtol > 1e-10; rtol /= 10) {
        double more = run_stiff(rtol, &error);
        calls = error < SCIPY_ERROR && more < calls ? more : calls;
    }
    check(calls < 1.5 * SCIPY_EVALUATIONS,
          "for a smaller error than SciPy's, the library takes %.2f times as many evaluations",
          calls / SCIPY_EVALUATIONS);
    return done();
}
