/* SPDX-License-Identifier: MIT */
/* A double pendulum in Cartesian coordinates: masses 2 kg and 1 kg on rods of 1 m and 0.5 m, which
 * are level at the start. Coordinates and rods are parts of the model, the equations a function. */
#include <math.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/parts.h>

#include "example.h"

static const double mass[] = {2, 1}, length[] = {1, 0.5}, gravity = 9.81;

/* Rod 0 from the origin to mass 0, rod 1 from there to mass 1: phi = (|r|^2 - length^2)/2, whose
 * derivative by the coordinates is the row of A, and b = -|dr/dt|^2. */
static int32_t equations(double t, const double *q, const double *v, double *M, double *Q,
                         double *C, double *A, double *b, double *phi, void *user)
{
    (void)t, (void)C, (void)user;
    for (int i = 0; i < 16; i++)
        M[i] = i % 5 == 0 ? mass[i / 10] : 0;
    Q[1] = -mass[0] * gravity;
    Q[3] = -mass[1] * gravity;
    for (int i = 0; i < 8; i++)
        A[i] = 0;
    for (int rod = 0; rod < 2; rod++) {
        double *row = A + 4 * rod, square = 0, speed = 0;
        for (int i = 0; i < 2; i++) {
            double r = q[2 * rod + i] - (rod ? q[i] : 0), w = v[2 * rod + i] - (rod ? v[i] : 0);
            row[2 * rod + i] = r;
            if (rod)
                row[i] = -r;
            square += r * r;
            speed += w * w;
        }
        b[rod] = -speed;
        phi[rod] = (square - length[rod] * length[rod]) / 2;
    }
    return 0;
}

static int32_t energies(double t, const double *q, const double *v, double *kinetic,
                        double *potential, double *power, void *user)
{
    (void)t, (void)power, (void)user;
    *kinetic = *potential = 0;
    for (int i = 0; i < 2; i++) {
        *kinetic += mass[i] * (v[2 * i] * v[2 * i] + v[2 * i + 1] * v[2 * i + 1]) / 2;
        *potential += mass[i] * gravity * q[2 * i + 1];
    }
    return 0;
}

int main(void)
{
    static const char *const coordinates[] = {"x1", "y1", "x2", "y2"};
    wd_model *model = new_model("constrained");
    for (int i = 0; i < 4; i++)
        must(model, wd_model_add_part(model, "coordinate", coordinates[i], NULL, 0));
    must(model, wd_model_add_part(model, "constraint", "upper", NULL, 0));
    must(model, wd_model_add_part(model, "constraint", "lower", NULL, 0));
    must(model, wd_model_set_equations(model, equations, NULL));
    must(model, wd_model_set_energies(model, energies, NULL));
    must(model, wd_model_set_value(model, "init.x1.q", length[0]));
    must(model, wd_model_set_value(model, "init.x2.q", length[0] + length[1]));
    must(model, wd_model_set_value(model, "solver.rtol", 1e-12));
    must(model, wd_model_init(model, 0));

    printf("t [s]  x2 [m]   y2 [m]   multiplier of the upper rod [N/m]\n");
    for (int k = 0; k <= 10; k++) {
        must(model, wd_model_step_to(model, 0.2 * k));
        printf("%5.1f %8.4f %8.4f %10.3f\n", wd_model_time(model), value_of(model, "state.x2.q"),
               value_of(model, "state.y2.q"), value_of(model, "output.upper.multiplier"));
    }
    double energy =
        value_of(model, "output.kinetic_energy") + value_of(model, "output.potential_energy");
    double drift = fabs(value_of(model, "output.upper.violation"));
    wd_model_free(model);
    return fabs(energy) > 1e-10 || drift > 1e-13;
}
