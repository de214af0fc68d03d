/* SPDX-License-Identifier: MIT */
/* Kind constrained: a turntable and a drive, A v = c(t, q), compared with closed forms. */
#include "moving.h"

#include <math.h>
#include <string.h>

/* ---- a ball on a turntable ---- */

/* Coordinates: position of the centre, and the integrals of the angular velocity. A homogeneous
 * ball rolls on a table that turns at Omega(t) = rate + gain t. The velocity minus 2/7 Omega e_z x
 * r is constant (Earnshaw), so at constant Omega the centre moves on a circle at the rate 2/7
 * Omega. */
struct ball {
    double mass, radius, rate, gain;
};

enum { BALL_SIZE = 5 };

static double table_rate(const struct ball *ball, double t)
{
    return ball->rate + ball->gain * t;
}

static int32_t ball_equations(double t, const double *q, const double *v, double *M, double *Q,
                              double *C, double *A, double *b, double *phi, void *user)
{
    const struct ball *ball = user;
    double inertia = 0.4 * ball->mass * ball->radius * ball->radius, rate = table_rate(ball, t);
    (void)Q, (void)C, (void)phi;
    memset(M, 0, BALL_SIZE * BALL_SIZE * sizeof *M);
    memset(A, 0, 2 * BALL_SIZE * sizeof *A);
    for (int i = 0; i < BALL_SIZE; i++)
        M[i * (BALL_SIZE + 1)] = i < 2 ? ball->mass : inertia;
    A[0] = 1;
    A[3] = -ball->radius;
    A[BALL_SIZE + 1] = 1;
    A[BALL_SIZE + 2] = ball->radius;
    b[0] = -rate * v[1] - ball->gain * q[1];
    b[1] = rate * v[0] + ball->gain * q[0];
    return 0;
}

static int32_t ball_table(double t, const double *q, const double *v, double *c, double *N,
                          void *user)
{
    double rate = table_rate(user, t);
    (void)v, (void)N;
    c[0] = -rate * q[1];
    c[1] = rate * q[0];
    return 0;
}

static int32_t ball_energies(double t, const double *q, const double *v, double *kinetic,
                             double *potential, double *power, void *user)
{
    const struct ball *ball = user;
    double inertia = 0.4 * ball->mass * ball->radius * ball->radius;
    (void)t, (void)q, (void)power;
    *kinetic = 0.5 * ball->mass * (v[0] * v[0] + v[1] * v[1]) +
               0.5 * inertia * (v[2] * v[2] + v[3] * v[3] + v[4] * v[4]);
    *potential = 0;
    return 0;
}

static const char *const ball_coordinates[] = {"x", "y", "turn_x", "turn_y", "turn_z", NULL};
static const char *const ball_rows[] = {"rolls_x", "rolls_y", NULL};

static wd_model *ball_new(struct ball *ball, struct moving *system)
{
    *system = (struct moving){ball_coordinates, ball_rows,  "no", ball_equations,
                              ball_energies,    ball_table, ball};
    wd_model *model = moving_new(system);
    set(model, "init.x.q", 0.3);
    set(model, "init.y.v", 0.5);
    set(model, "init.turn_z.v", 2);
    return model;
}

/* The start velocity is projected onto A v = c, so the ball rolls from the start. */
static void ball_on_a_turntable(const char *method, double exact)
{
    struct ball ball = {2, 0.05, 3, 0};
    struct moving system;
    wd_model *model = ball_new(&ball, &system);
    choose(model, "solver.method", method);
    start(model, 0);
    double x = get(model, "state.x.q"), vx = get(model, "state.x.v"), vy = get(model, "state.y.v");
    double turn = 2.0 / 7 * ball.rate, end = 60, angle = turn * end;
    near_abs(vx, 0, 1e-15, "the start velocity of a ball is projected onto A v = c: x");
    near_abs(get(model, "output.y.acceleration"), turn * vx, 1e-14,
             "acceleration of the ball along y");
    near_abs(get(model, "output.x.acceleration"), -turn * vy, 1e-14,
             "acceleration of the ball along x");
    struct kept kept = follow(model, &system, end);
    near_abs(get(model, "state.x.q"), x + (vx * sin(angle) + vy * (cos(angle) - 1)) / turn, exact,
             "a ball on a turntable goes round at 2/7 of the table's rate: x");
    near_abs(get(model, "state.y.q"), (vy * sin(angle) - vx * (cos(angle) - 1)) / turn, exact,
             "a ball on a turntable goes round at 2/7 of the table's rate: y");
    near_abs(kept.drift, 0, 1e-12, "A v = c of the turntable for 60 s");
    near_abs(kept.balance, 0, 1e-9, "energy of the ball and work of the turntable");
    check(get(model, "output.work") != 0 && fabs(get(model, "output.dissipated")) < 1e-9,
          "the turntable does %g J of work, no energy is lost", get(model, "output.work"));
    wd_model_free(model);
}

static void turntable_speeds_up(void)
{
    struct ball ball = {2, 0.05, 3, 0.1};
    struct moving system;
    wd_model *model = ball_new(&ball, &system);
    start(model, 0);
    double x = get(model, "state.x.q"), y = get(model, "state.y.q");
    double first_x = get(model, "state.x.v") + 2.0 / 7 * ball.rate * y;
    double first_y = get(model, "state.y.v") - 2.0 / 7 * ball.rate * x;
    struct kept kept = follow(model, &system, 60);
    double rate = 2.0 / 7 * table_rate(&ball, 60),
           scale = rate * hypot(get(model, "state.x.q"), get(model, "state.y.q"));
    near_abs((get(model, "state.x.v") + rate * get(model, "state.y.q") - first_x) / scale, 0, 1e-10,
             "a turntable that speeds up keeps v - 2/7 Omega e_z x r: x");
    near_abs((get(model, "state.y.v") - rate * get(model, "state.x.q") - first_y) / scale, 0, 1e-10,
             "a turntable that speeds up keeps v - 2/7 Omega e_z x r: y");
    near_abs(kept.drift, 0, 1e-12, "A v = c of a turntable that speeds up for 60 s");
    near_abs(kept.balance, 0, 1e-9, "energy balance on a turntable that speeds up");
    wd_model_free(model);
}

/* ---- a driven slider-crank ---- */

/* Coordinates: angles of crank and rod, position of the slider. The crank is driven at a constant
 * rate, so that the slider moves as x = r cos a + sqrt(l^2 - r^2 sin^2 a), a = rate t, and the
 * torque of the drive is the derivative of the kinetic energy with respect to a. */
struct crank {
    double radius, rod, inertia, rod_inertia, mass, rate;
};

static int32_t crank_equations(double t, const double *q, const double *v, double *M, double *Q,
                               double *C, double *A, double *b, double *phi, void *user)
{
    const struct crank *p = user;
    double r = p->radius, l = p->rod;
    (void)Q, (void)C;
    memset(M, 0, 9 * sizeof *M);
    memset(A, 0, 9 * sizeof *A);
    M[0] = p->inertia;
    M[4] = p->rod_inertia;
    M[8] = p->mass;
    A[0] = 1; /* the drive */
    phi[0] = q[0] - p->rate * t;
    A[3] = -r * sin(q[0]);
    A[4] = -l * sin(q[1]);
    A[5] = -1;
    b[1] = r * cos(q[0]) * v[0] * v[0] + l * cos(q[1]) * v[1] * v[1];
    phi[1] = r * cos(q[0]) + l * cos(q[1]) - q[2];
    A[6] = r * cos(q[0]);
    A[7] = -l * cos(q[1]);
    b[2] = r * sin(q[0]) * v[0] * v[0] - l * sin(q[1]) * v[1] * v[1];
    phi[2] = r * sin(q[0]) - l * sin(q[1]);
    return 0;
}

static int32_t crank_drive(double t, const double *q, const double *v, double *c, double *N,
                           void *user)
{
    const struct crank *p = user;
    (void)t, (void)q, (void)v, (void)N;
    c[0] = p->rate;
    return 0;
}

static int32_t crank_energies(double t, const double *q, const double *v, double *kinetic,
                              double *potential, double *power, void *user)
{
    const struct crank *p = user;
    (void)t, (void)q, (void)power;
    *kinetic =
        0.5 * (p->inertia * v[0] * v[0] + p->rod_inertia * v[1] * v[1] + p->mass * v[2] * v[2]);
    *potential = 0;
    return 0;
}

/* Return the torque of the drive at the crank angle a. rod1, rod2 and x1, x2 are the first and
 * second derivatives of the rod angle and of the slider position with respect to a. */
static double torque_of(const struct crank *p, double a)
{
    double r = p->radius, l = p->rod, s = sin(a), c = cos(a), root = sqrt(l * l - r * r * s * s);
    double rod1 = r * c / root, rod2 = -r * s / root + r * c * r * r * s * c / (root * root * root);
    double lateral = r * s / root; /* tangent of the rod's angle */
    double x1 = -r * s - r * c * lateral;
    double x2 = -r * c + r * s * lateral - r * c * r * c * l * l / (root * root * root);
    return p->rate * p->rate * (p->mass * x1 * x2 + p->rod_inertia * rod1 * rod2);
}

static void driven_slider_crank(void)
{
    static const char *const coordinates[] = {"crank", "rod", "slider", NULL};
    static const char *const rows[] = {"drive", "pin_x", "pin_y", NULL};
    struct crank p = {0.2, 0.5, 0.1, 0.05, 3, 5};
    struct moving system = {coordinates,    rows,        "yes", crank_equations,
                            crank_energies, crank_drive, &p};
    wd_model *model = moving_new(&system);
    set(model, "init.slider.q", p.radius + p.rod);
    start(model, 0);
    near_abs(get(model, "state.crank.v"), p.rate, 1e-15, "the crank starts at the drive's rate");
    struct kept kept = follow(model, &system, 59.9);
    double a = p.rate * 59.9, s = p.radius * sin(a), root = sqrt(p.rod * p.rod - s * s);
    near_abs(get(model, "state.crank.q"), a, 1e-12, "angle of the driven crank");
    near_abs(get(model, "state.slider.q"), p.radius * cos(a) + root, 1e-12,
             "position of the slider of the driven crank");
    near_abs(get(model, "output.drive.multiplier"), torque_of(&p, a), 1e-10, "torque of the drive");
    near_abs(kept.drift, 0, 1e-12, "A v = c of the driven slider-crank for 60 s");
    near_abs(kept.position, 0, 1e-12, "phi of the driven slider-crank for 60 s");
    near_abs(kept.balance, 0, 1e-8, "energy of the crank and work of its drive");
    check(fabs(get(model, "output.dissipated")) < 1e-9, "no energy is lost");
    wd_model_free(model);
}

int main(void)
{
    ball_on_a_turntable("rk8pd", 1e-9);
    ball_on_a_turntable("radau", 1e-9);
    turntable_speeds_up();
    driven_slider_crank();
    return done();
}
