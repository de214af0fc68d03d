/* SPDX-License-Identifier: MIT */
/* Ikoki's wheel as a system of your own, driven by 20 N m, compared with kind rolling_wheel under
 * the law of the paper, with which the slip keeps growing. Numbers in brackets are equations of the
 * paper. */
#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/parts.h>

#include "example.h"

static const double mass = 25, radius = 0.3, inertia = 1.125, gravity = 9.81;
static const double drag = 1.7, bearing = 0.34, torque = 20, mu = 0.9;

/* tanh of the force that rolling needs, relative to the friction limit; by (21) this force is a
 * third of torque/radius */
static double demand(void)
{
    return tanh(torque / (3 * mu * mass * gravity * radius));
}

/* s of (21); the rolling constraint has the weight s^2 */
static double relaxation(void)
{
    return 1 - demand() * demand();
}

/* Coordinates x, z, theta; the ground keeps z, and rolling is dx/dt = radius dtheta/dt. */
static int32_t equations(double t, const double *q, const double *v, double *M, double *Q,
                         double *C, double *A, double *b, double *phi, void *user)
{
    (void)t, (void)b, (void)user;
    memset(M, 0, 9 * sizeof *M);
    M[0] = M[4] = mass;
    M[8] = inertia;
    Q[0] = -drag * v[0] * fabs(v[0]);
    Q[1] = -mass * gravity;
    Q[2] = torque - bearing * v[2];
    C[0] = -mu * mass * gravity * demand() * tanh(radius * v[2] - v[0]); /* (22) */
    memset(A, 0, 6 * sizeof *A);
    A[1] = A[3] = 1;
    A[5] = -radius;
    phi[0] = q[1] - radius;
    return 0;
}

static wd_model *own_wheel(void)
{
    static const char *const coordinates[] = {"x", "z", "theta"};
    wd_model *model = new_model("constrained");
    for (int i = 0; i < 3; i++)
        must(model, wd_model_add_part(model, "coordinate", coordinates[i], NULL, 0));
    must(model, wd_model_add_part(model, "constraint", "ground", NULL, 0));
    must(model, wd_model_add_part(model, "constraint", "no_slip", NULL, 0));
    must(model, wd_model_set_equations(model, equations, NULL));
    must(model, wd_model_set_value(model, "init.z.q", radius));
    must(model, wd_model_set_choice(model, "param.no_slip.holonomic", "no"));
    must(model, wd_model_set_value(model, "param.no_slip.relax", pow(relaxation(), 2)));
    must(model, wd_model_set_choice(model, "solver.form", "seminorm")); /* (18) */
    return model;
}

static wd_model *wheel_of_kind(void)
{
    wd_model *model = new_model("rolling_wheel");
    must(model, wd_model_set_choice(model, "param.law", "published"));
    must(model, wd_model_set_value(model, "input.drive_torque", torque));
    must(model, wd_model_set_value(model, "input.mu", mu));
    return model;
}

int main(void)
{
    static const char *const same[][2] = {
        {"state.x.q", "state.x"},
        {"state.x.v", "state.x_dot"},
        {"state.theta.v", "state.theta_dot"},
        {"output.x.Qi", "output.constraint_force_x"},
        {"output.theta.Qni", "output.nonideal_torque"},
    };
    enum { SAME = sizeof same / sizeof *same };
    wd_model *models[] = {own_wheel(), wheel_of_kind()};
    for (int i = 0; i < 2; i++) {
        must(models[i], wd_model_set_value(models[i], "solver.fixed_step", 0.01));
        must(models[i], wd_model_init(models[i], 0));
    }
    double worst = 0;
    printf("t [s]   x [m]   speed [m/s]   slip [m/s]\n");
    for (int k = 0; k <= 10; k++) {
        for (int i = 0; i < 2; i++)
            must(models[i], wd_model_step_to(models[i], 2 * k));
        for (int i = 0; i < SAME; i++) {
            double own = value_of(models[0], same[i][0]), kind = value_of(models[1], same[i][1]);
            worst = fmax(worst, fabs(own - kind) / fmax(1, fabs(kind)));
        }
        double speed = value_of(models[0], "state.x.v");
        printf("%5.1f %7.2f %13.4f %12.4f\n", wd_model_time(models[0]),
               value_of(models[0], "state.x.q"), speed,
               radius * value_of(models[0], "state.theta.v") - speed);
    }
    printf("as rolling_wheel to 1e-12: %s\n", worst < 1e-12 ? "true" : "false");
    for (int i = 0; i < 2; i++)
        wd_model_free(models[i]);
    return worst < 1e-12 ? 0 : 1;
}
