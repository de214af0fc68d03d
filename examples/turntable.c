/* SPDX-License-Identifier: MIT */
/* A ball that rolls on a turntable: its centre moves on a circle at 2/7 of the rate of the table.
 * The rolling constraints move with the table, A v = c; a second function computes c. */
#include <math.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/parts.h>

#include "example.h"

static const double mass = 0.06, radius = 0.02, rate = 3.5; /* kg, m, rad/s */

/* Coordinates: place of the centre, and the integrals of the angular velocity about x, y and z.
 * Rows of A: velocity of the lowest point along x and y. b is the time derivative of c. */
static int32_t equations(double t, const double *q, const double *v, double *M, double *Q,
                         double *C, double *A, double *b, double *phi, void *user)
{
    (void)t, (void)q, (void)Q, (void)C, (void)phi, (void)user;
    for (int i = 0; i < 25; i++)
        M[i] = i % 6 > 0 ? 0 : i < 12 ? mass : 0.4 * mass * radius * radius;
    for (int i = 0; i < 10; i++)
        A[i] = 0;
    A[0] = A[6] = 1;
    A[3] = -radius;
    A[7] = radius;
    b[0] = -rate * v[1];
    b[1] = rate * v[0];
    return 0;
}

/* Velocity of the table below the centre; the weights N are left at 1. */
static int32_t table(double t, const double *q, const double *v, double *c, double *N, void *user)
{
    (void)t, (void)v, (void)N, (void)user;
    c[0] = -rate * q[1];
    c[1] = rate * q[0];
    return 0;
}

static int32_t energies(double t, const double *q, const double *v, double *kinetic,
                        double *potential, double *power, void *user)
{
    double spin = v[2] * v[2] + v[3] * v[3] + v[4] * v[4];
    (void)t, (void)q, (void)power, (void)user;
    *kinetic = mass * (v[0] * v[0] + v[1] * v[1] + 0.4 * radius * radius * spin) / 2;
    *potential = 0;
    return 0;
}

int main(void)
{
    static const char *const coordinates[] = {"x", "y", "turn_x", "turn_y", "turn_z"};
    static const char *const rows[] = {"along_x", "along_y"};
    wd_model *model = new_model("constrained");
    for (int i = 0; i < 5; i++)
        must(model, wd_model_add_part(model, "coordinate", coordinates[i], NULL, 0));
    for (int i = 0; i < 2; i++)
        must(model, wd_model_add_part(model, "constraint", rows[i], NULL, 0));
    must(model, wd_model_set_choice(model, "param.along_x.holonomic", "no"));
    must(model, wd_model_set_choice(model, "param.along_y.holonomic", "no"));
    must(model, wd_model_set_equations(model, equations, NULL));
    must(model, wd_model_set_constraints(model, table, NULL));
    must(model, wd_model_set_energies(model, energies, NULL));
    must(model, wd_model_set_value(model, "init.x.q", 0.1));
    must(model, wd_model_set_value(model, "init.x.v", 0.3));
    must(model, wd_model_init(model, 0));

    double turn = 2.0 / 7 * rate, error = 0;
    double vx = value_of(model, "state.x.v"), vy = value_of(model, "state.y.v");
    double first = value_of(model, "output.kinetic_energy"), balance = 0;
    printf("t [s]  x [m]    y [m]    kinetic energy [J]  work of the table [J]\n");
    for (int k = 0; k <= 8; k++) {
        must(model, wd_model_step_to(model, k));
        double x = value_of(model, "state.x.q"), y = value_of(model, "state.y.q");
        double kinetic = value_of(model, "output.kinetic_energy");
        double work = value_of(model, "output.work");
        printf("%5.1f %8.4f %8.4f %15.6f %19.6f\n", wd_model_time(model), x, y, kinetic, work);
        error = fmax(error, hypot(x - 0.1 - (vx * sin(turn * k) + vy * (cos(turn * k) - 1)) / turn,
                                  y - (vy * sin(turn * k) - vx * (cos(turn * k) - 1)) / turn));
        balance = fmax(balance, fabs(kinetic - first - work));
    }
    wd_model_free(model);
    return error > 1e-9 || balance > 1e-12;
}
