/* SPDX-License-Identifier: MIT */
/* Kind constrained: mechanisms of the IFToMM library of benchmark problems in redundant
 * coordinates, compared with the same mechanisms in minimal coordinates. Lengths and starts are
 * those of the library if it gives them; the masses of the governor were chosen here. Chains of
 * four-bars are in test-constrained-singular.c, Bricard's mechanism is in
 * test-constrained-bricard.c. Finally, motions are compared with tests/ref/constrained, computed by
 * a program in maximal coordinates. */
#include "mechanisms.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/parts.h>

#define GRAVITY 9.81

static const double pi = 3.14159265358979323846;

static wd_model *build_system(const char *const *coordinates, const char *const *rows,
                              wd_equations_fn equations, wd_energy_fn energies)
{
    wd_model *model = make("constrained", NULL);
    for (; *coordinates; coordinates++)
        must(model, wd_model_add_part(model, "coordinate", *coordinates, NULL, 0), *coordinates);
    for (; *rows; rows++)
        must(model, wd_model_add_part(model, "constraint", *rows, NULL, 0), *rows);
    must(model, wd_model_set_equations(model, equations, NULL), "equations");
    must(model, wd_model_set_energies(model, energies, NULL), "energies");
    return model;
}

static void put_start(wd_model *model, const char *name, double q, double v)
{
    char full[64];
    snprintf(full, sizeof full, "init.%s.q", name);
    set(model, full, q);
    snprintf(full, sizeof full, "init.%s.v", name);
    set(model, full, v);
}

static void print_steps(const wd_model *model)
{
    printf("# %g steps, %g rejected, %g evaluations\n", get(model, "stat.steps"),
           get(model, "stat.rejected"), get(model, "stat.rhs_calls"));
}

/* The classical Runge-Kutta method with fixed steps, for the equations in minimal coordinates. */
enum { MOST_STATES = 5 };

static void integrate_rates(void (*rates)(const double *y, double *dy), double *y, int n,
                            double end, int steps)
{
    double h = end / steps, k[4][MOST_STATES], at[MOST_STATES];
    for (int s = 0; s < steps; s++) {
        for (int i = 0; i < 4; i++) {
            double part = i == 0 ? 0 : i == 3 ? h : h / 2;
            for (int j = 0; j < n; j++)
                at[j] = y[j] + (i > 0 ? part * k[i - 1][j] : 0);
            rates(at, k[i]);
        }
        for (int j = 0; j < n; j++)
            y[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
    }
}

/* ---- a slider-crank with rods of equal length ---- */

/* Coordinates: x and y of the tip of the crank, and the position of the massless slider on the x
 * axis. Both rods are uniform, with mass and length 1. When the slider is at the axis of the crank,
 * both rows of A are equal. */
static int32_t crank_equations(double t, const double *q, const double *v, double *M, double *Q,
                               double *C, double *A, double *b, double *phi, void *user)
{
    double x = q[0] - q[2], vx = v[0] - v[2];
    const double masses[] = {2.0 / 3, 0, 1.0 / 6, 0, 2.0 / 3, 0, 1.0 / 6, 0, 1.0 / 3};
    (void)t, (void)C, (void)user;
    memcpy(M, masses, sizeof masses);
    Q[1] = -GRAVITY;
    A[0] = q[0];
    A[1] = A[4] = q[1];
    A[2] = 0;
    A[3] = x;
    A[5] = -x;
    b[0] = -(v[0] * v[0] + v[1] * v[1]);
    b[1] = -(vx * vx + v[1] * v[1]);
    phi[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
    phi[1] = (x * x + q[1] * q[1] - 1) / 2;
    return 0;
}

static int32_t crank_energies(double t, const double *q, const double *v, double *kinetic,
                              double *potential, double *power, void *user)
{
    (void)t, (void)power, (void)user;
    *kinetic = (2 * (v[0] * v[0] + v[1] * v[1]) + v[0] * v[2] + v[2] * v[2]) / 6;
    *potential = GRAVITY * q[1];
    return 0;
}

/* Slider-crank with the angle a of the crank as its coordinate: T = (2/3 + 2 sin^2 a) a'^2/2 and V
 * = g sin a. */
static void crank_rates(const double *y, double *dy)
{
    double s = sin(y[0]), c = cos(y[0]);
    dy[0] = y[1];
    dy[1] = -(2 * s * c * y[1] * y[1] + GRAVITY * c) / (2.0 / 3 + 2 * s * s);
}

static wd_model *crank_new(void)
{
    static const char *const coordinates[] = {"x", "y", "slider", NULL};
    static const char *const rows[] = {"crank", "rod", NULL};
    double half = sqrt(0.5);
    wd_model *model = build_system(coordinates, rows, crank_equations, crank_energies);
    put_start(model, "x", half, -2);
    put_start(model, "y", half, 2);
    put_start(model, "slider", 2 * half, -4);
    return model;
}

static void slider_crank(double rtol, double exact)
{
    double y[] = {pi / 4, 4 / sqrt(2)}, end = 10;
    wd_model *model = crank_new();
    set(model, "solver.rtol", rtol);
    start(model, 0);
    double first = get(model, "output.kinetic_energy") + get(model, "output.potential_energy");
    go(model, end);
    integrate_rates(crank_rates, y, 2, end, 200000);
    near_abs(hypot(get(model, "state.x.q") - cos(y[0]), get(model, "state.y.q") - sin(y[0])), 0,
             exact, "slider-crank through its singular position for 10 s: tip of the crank");
    near_abs(get(model, "state.slider.q"), 2 * cos(y[0]), exact,
             "slider-crank through its singular position for 10 s: slider");
    near_abs(get(model, "output.kinetic_energy") + get(model, "output.potential_energy") - first, 0,
             10 * exact, "energy of the slider-crank");
    check(fabs(y[0]) > 2 * pi, "the crank turns by %g rad", y[0]);
    print_steps(model);
    wd_model_free(model);
}

/* ---- a flyball governor ---- */

/* Coordinates: angle of the shaft, ends of the two arms, which hang from the top of the shaft, and
 * the slider. The arms are uniform and of length 1, with a ball at the end; stiff springs with
 * dampers connect their middles to the slider. */
static const double ball_mass = 5, arm_mass = 1, slider_mass = 5, shaft_inertia = 0.1;
static const double stiffness = 8e5, damping = 4e4, spring_length = 0.5;

enum { SHAFT, ARM_1, ARM_2 = 4, SLIDER = 7, GOVERNOR_SIZE };

static void governor_arm(const double *q, const double *v, size_t at, double *Q, double *row,
                         double *b, double *phi)
{
    const double *r = q + at, *w = v + at;
    double s = sin(q[SHAFT]), c = cos(q[SHAFT]), turn = v[SHAFT];
    const double d[] = {r[0] / 2, r[1] / 2, r[2] / 2 - q[SLIDER]};
    const double u[] = {w[0] / 2, w[1] / 2, w[2] / 2 - v[SLIDER]};
    double l = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    double pull = stiffness * (l - spring_length) / l +
                  damping * (d[0] * u[0] + d[1] * u[1] + d[2] * u[2]) / (l * l);
    for (size_t k = 0; k < 3; k++) {
        Q[at + k] -= pull * d[k] / 2;
        row[at + k] = r[k];
    }
    Q[at + 2] -= GRAVITY * (ball_mass + arm_mass / 2);
    Q[SLIDER] += pull * d[2];
    b[0] = -(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    phi[0] = (r[0] * r[0] + r[1] * r[1] + r[2] * r[2] - 1) / 2;
    row += GOVERNOR_SIZE; /* second row: the arm stays in a plane that turns with the shaft */
    row[at] = -s;
    row[at + 1] = c;
    row[SHAFT] = -c * r[0] - s * r[1];
    b[1] = -turn * turn * (s * r[0] - c * r[1]) + 2 * turn * (c * w[0] + s * w[1]);
    phi[1] = c * r[1] - s * r[0];
}

static int32_t governor_equations(double t, const double *q, const double *v, double *M, double *Q,
                                  double *C, double *A, double *b, double *phi, void *user)
{
    (void)t, (void)C, (void)user;
    memset(M, 0, GOVERNOR_SIZE * GOVERNOR_SIZE * sizeof *M);
    memset(A, 0, 4 * GOVERNOR_SIZE * sizeof *A);
    for (int i = 0; i < GOVERNOR_SIZE; i++)
        M[i * (GOVERNOR_SIZE + 1)] = i == SHAFT    ? shaft_inertia
                                     : i == SLIDER ? slider_mass
                                                   : ball_mass + arm_mass / 3;
    Q[SLIDER] = -slider_mass * GRAVITY;
    governor_arm(q, v, ARM_1, Q, A, b, phi);
    governor_arm(q, v, ARM_2, Q, A + 2 * GOVERNOR_SIZE, b + 2, phi + 2);
    return 0;
}

/* y: angle of the arms from the shaft, position of the slider, the rates of both, and the angular
 * velocity of the shaft */
static void governor_rates(const double *y, double *dy)
{
    double s = sin(y[0]), c = cos(y[0]), inertia = ball_mass + arm_mass / 3;
    double down = y[1] + c / 2, l = sqrt(s * s / 4 + down * down);
    double by_arm = (s * c / 4 - s / 2 * down) / l, by_slider = down / l;
    double pull = stiffness * (l - spring_length) + damping * (by_arm * y[2] + by_slider * y[3]);
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] =
        s * c * y[4] * y[4] - (GRAVITY * (ball_mass + arm_mass / 2) * s + pull * by_arm) / inertia;
    dy[3] = -GRAVITY - 2 * pull * by_slider / slider_mass;
    dy[4] = -4 * inertia * s * c * y[2] * y[4] / (shaft_inertia + 2 * inertia * s * s);
}

static wd_model *governor_new(void)
{
    static const char *const coordinates[] = {"shaft", "x1", "y1",     "z1", "x2",
                                              "y2",    "z2", "slider", NULL};
    static const char *const rows[] = {"length1", "plane1", "length2", "plane2", NULL};
    double lean = pi / 6, s = sin(lean), c = cos(lean), turn = 2 * pi;
    wd_model *model = build_system(coordinates, rows, governor_equations, NULL);
    put_start(model, "shaft", 0, turn);
    put_start(model, "x1", s, 0);
    put_start(model, "y1", 0, s * turn);
    put_start(model, "z1", -c, 0);
    put_start(model, "x2", -s, 0);
    put_start(model, "y2", 0, -s * turn);
    put_start(model, "z2", -c, 0);
    put_start(model, "slider", -c, 0);
    return model;
}

static void flyball_governor(const char *method, double end, double exact)
{
    double y[] = {pi / 6, -cos(pi / 6), 0, 0, 2 * pi};
    wd_model *model = governor_new();
    choose(model, "solver.method", method);
    start(model, 0);
    go(model, end);
    integrate_rates(governor_rates, y, 5, end, (int)(end * 1e5));
    near_abs(get(model, "state.slider.q"), y[1], exact, "flyball governor: height of the slider");
    near_abs(get(model, "state.z2.q"), -cos(y[0]), exact,
             "flyball governor: height of the ball of an arm");
    near_abs(get(model, "state.shaft.v"), y[4], 10 * exact, "flyball governor: rate of the shaft");
    printf("# %s, %g s, slider at %g:\n", method, end, y[1]);
    print_steps(model);
    wd_model_free(model);
}

int main(void)
{
    static const double seconds[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    static const double tenths[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};
    slider_crank(1e-6, 1e-4);
    slider_crank(1e-9, 1e-8);
    slider_crank(1e-11, 1e-9);
    flyball_governor("rk8pd", 1, 1e-7);
    flyball_governor("radau", 1, 1e-7);
    flyball_governor("radau", 10, 1e-6);
    mechanism_run(crank_new(), "rk8pd", 1e-15, "slider-crank", seconds, 10, 1e-12);
    mechanism_run(governor_new(), "rk8pd", 1e-15, "governor", tenths, 10, 1e-12);
    mechanism_run(governor_new(), "radau", 1e-12, "governor", tenths, 10, 1e-10);
    return done();
}
