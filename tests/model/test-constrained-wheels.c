/* SPDX-License-Identifier: MIT */
/* Kind constrained: wheels with equations that a user writes, compared with the built-in kinds of
 * these wheels. Methods and fixed steps are the same, so results differ only by rounding. "The
 * paper" and the numbers (17) to (22) refer to the paper that docs/theory/rolling_wheel.rst
 * describes. */
#include "support.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/parts.h>

static wd_model *put_together(const char *const *coordinates, const char *const *constraints,
                              wd_equations_fn equations, wd_energy_fn energy, void *user)
{
    wd_model *model = make("constrained", NULL);
    for (; *coordinates; coordinates++)
        must(model, wd_model_add_part(model, "coordinate", *coordinates, NULL, 0), *coordinates);
    for (; *constraints; constraints++)
        must(model, wd_model_add_part(model, "constraint", *constraints, NULL, 0), *constraints);
    must(model, wd_model_set_equations(model, equations, user), "equations");
    must(model, wd_model_set_energies(model, energy, user), "energies");
    return model;
}

/* Names of two variables that must agree: of the user's model and of the built-in kind. */
struct pair {
    const char *own, *of_kind;
};

static double difference_of_models(const wd_model *own, const wd_model *kind,
                                   const struct pair *pairs, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        double want = get(kind, pairs[i].of_kind);
        most = fmax(most, fabs(get(own, pairs[i].own) - want) / fmax(1, fabs(want)));
    }
    return most;
}

static double run_both(wd_model *own, wd_model *kind, double step, double end,
                       const struct pair *pairs, size_t count)
{
    double most = 0;
    set(own, "solver.fixed_step", step);
    set(kind, "solver.fixed_step", step);
    start(kind, 0);
    start(own, 0);
    for (int k = 0; 0.1 * k <= end; k++) {
        go(own, 0.1 * k);
        go(kind, 0.1 * k);
        most = fmax(most, difference_of_models(own, kind, pairs, count));
    }
    return most;
}

/* ---- the rolling wheel, (17) and (18) of the paper ---- */

struct wheel {
    double torque, mu;
    int varies; /* 1: torque and friction coefficient vary as in the presets */
    int into_b; /* 1: b contains the effect of the varying relaxation s^2 of (21) */
};

static const double wheel_mass = 25, wheel_radius = 0.3, wheel_inertia = 1.125;

static int32_t wheel(double t, const double *q, const double *v, double *M, double *Q, double *C,
                     double *A, double *b, double *phi, void *user)
{
    const struct wheel *w = user;
    double weight = wheel_mass * 9.81;
    double torque = w->varies ? w->torque * tanh(0.5 * t) : w->torque;
    double limit = weight * (w->varies ? 0.3 + 0.6 * pow(tanh(t - 10), 4) : w->mu);
    double ratio = torque / (3 * limit * wheel_radius);
    memset(M, 0, 9 * sizeof *M);
    memset(A, 0, 6 * sizeof *A);
    M[0] = M[4] = wheel_mass;
    M[8] = wheel_inertia;
    Q[0] = -1.7 * v[0] * fabs(v[0]);
    Q[1] = -weight;
    Q[2] = torque - 0.34 * v[2];
    C[0] = -limit * tanh(ratio) * tanh(wheel_radius * v[2] - v[0]);
    A[1] = 1;
    A[3] = 1;
    A[5] = -wheel_radius;
    if (w->into_b) /* 1 - s^2, with s^2 of (21), times the acceleration of the slip without the
                      constraint */
        b[1] = (1 - pow(1 - pow(tanh(ratio), 2), 2)) *
               ((Q[0] + C[0]) / wheel_mass - wheel_radius * Q[2] / wheel_inertia);
    phi[0] = q[1] - wheel_radius;
    return 0;
}

static int32_t wheel_energy(double t, const double *q, const double *v, double *kinetic,
                            double *potential, double *power, void *user)
{
    const struct wheel *w = user;
    (void)t;
    *kinetic = 0.5 * wheel_mass * (v[0] * v[0] + v[1] * v[1]) + 0.5 * wheel_inertia * v[2] * v[2];
    *potential = wheel_mass * 9.81 * q[1];
    *power = -1.7 * v[0] * fabs(v[0]) * v[0] + (w->torque - 0.34 * v[2]) * v[2];
    return 0;
}

static wd_model *wheel_new(struct wheel *w, wd_model *kind)
{
    static const char *const coordinates[] = {"x", "z", "theta", NULL};
    static const char *const constraints[] = {"ground", "rolling", NULL};
    wd_model *own = put_together(coordinates, constraints, wheel, wheel_energy, w);
    choose(own, "param.rolling.holonomic", "no");
    choose(own, "solver.form", "seminorm");
    set(own, "init.z.q", wheel_radius);
    choose(kind, "param.law", "published");
    return own;
}

/* Constant torque and friction: s^2 of (21) is constant, and F_c of (22) depends only on the slip.
 */
static void rolling_wheel(double torque, double mu, const char *what)
{
    static const struct pair pairs[] = {
        {"state.x.q", "state.x"},
        {"state.z.q", "state.z"},
        {"state.theta.q", "state.theta"},
        {"state.x.v", "state.x_dot"},
        {"state.theta.v", "state.theta_dot"},
        {"output.x.Qi", "output.constraint_force_x"},
        {"output.z.Qi", "output.constraint_force_z"},
        {"output.theta.Qi", "output.constraint_torque"},
        {"output.x.Qni", "output.nonideal_force_x"},
        {"output.theta.Qni", "output.nonideal_torque"},
        {"output.kinetic_energy", "output.kinetic_energy"},
    };
    struct wheel w = {torque, mu, 0, 0};
    wd_model *kind = make("rolling_wheel", NULL);
    set(kind, "input.mu", mu);
    wd_model *own = wheel_new(&w, kind);
    set(kind, "input.drive_torque", torque);
    start(kind, 0);
    set(own, "param.rolling.relax", pow(get(kind, "output.relaxation"), 2));
    wd_model_reset(kind);
    near_abs(run_both(own, kind, 0.01, 20, pairs, sizeof pairs / sizeof *pairs), 0, 1e-12, what);
    check(fabs(get(kind, "output.slip_velocity")) > 1e-3, "the wheel slips at %g m/s",
          get(kind, "output.slip_velocity"));
    wd_model_free(own);
    wd_model_free(kind);
}

/* Set N(t, q, v) of (21) for the rolling row. */
static int32_t wheel_weights(double t, const double *q, const double *v, double *c, double *N,
                             void *user)
{
    const struct wheel *w = user;
    double limit = wheel_mass * 9.81 * (0.3 + 0.6 * pow(tanh(t - 10), 4));
    double ratio = w->torque * tanh(0.5 * t) / (3 * limit * wheel_radius);
    (void)q, (void)v, (void)c;
    N[1] = pow(1 - pow(tanh(ratio), 2), 2);
    return 0;
}

static const struct pair motion[] = {
    {"state.x.q", "state.x"},
    {"state.theta.q", "state.theta"},
    {"state.x.v", "state.x_dot"},
    {"state.theta.v", "state.theta_dot"},
    {"output.x.acceleration", "output.x_ddot"},
    {"output.theta.acceleration", "output.theta_ddot"},
    {"output.x.Qi", "output.constraint_force_x"},
    {"output.z.Qi", "output.constraint_force_z"},
    {"output.theta.Qi", "output.constraint_torque"},
    {"output.x.Qni", "output.nonideal_force_x"},
    {"output.theta.Qni", "output.nonideal_torque"},
};

/* Preset drive-60 of the paper. Its torque and friction vary, and with them the relaxation. */
static void drive_60(void)
{
    struct wheel w = {60, 0, 1, 1};
    wd_model *kind = make("rolling_wheel", "drive-60"), *own = wheel_new(&w, kind);
    must(own, wd_model_set_energies(own, NULL, NULL), "no energies");
    set(own, "param.rolling.relax",
        0.5); /* relax > 0: the row may be violated; this form does not use its value */
    choose(own, "solver.form", "moore_penrose");
    near_abs(run_both(own, kind, 0.01, 20, motion, 6), 0, 1e-12,
             "the rolling wheel, written by the user, drive-60 for 20 s");
    wd_model_free(own);
    wd_model_free(kind);
}

/* Figs 3 to 5 of the paper, with (21) as the weight of the rolling row. Numbers above 1 are
 * compared relatively, because at 20 and 220 N m the wheel accelerates for all 20 s. */
static void compare_figure(int number, double torque, const char *preset)
{
    char what[80];
    struct wheel w = {torque, 0, 1, 0};
    wd_model *kind = make("rolling_wheel", preset), *own = wheel_new(&w, kind);
    must(own, wd_model_set_energies(own, NULL, NULL), "no energies");
    must(own, wd_model_set_constraints(own, wheel_weights, &w), "weights");
    set(own, "param.rolling.relax",
        0.5); /* the row may be violated; the function sets the weight */
    snprintf(what, sizeof what, "the rolling wheel with N(t, q, v) of (21), Fig. %d", number);
    near_abs(run_both(own, kind, 0.01, 20, motion, sizeof motion / sizeof *motion), 0, 1e-11, what);
    wd_model_free(own);
    wd_model_free(kind);
}

/* ---- a disc on a plane ---- */

enum { X, Y, Z, TURN, LEAN, SPIN, SIZE };

static const double disc_mass = 8, disc_radius = 0.3, about_diameter = 0.2, about_axle = 0.35;

/* Coordinates are the centre and the angles of torus_wheel, R_z(p) R_x(q) R_z(r). */
static void disc_inertia(const double *q, const double *v, double *M, double *Q)
{
    double s = sin(q[LEAN]), c = cos(q[LEAN]), I = about_diameter, J = about_axle;
    memset(M, 0, SIZE * SIZE * sizeof *M);
    M[X * SIZE + X] = M[Y * SIZE + Y] = M[Z * SIZE + Z] = disc_mass;
    M[TURN * SIZE + TURN] = I * s * s + J * c * c;
    M[TURN * SIZE + SPIN] = M[SPIN * SIZE + TURN] = J * c;
    M[LEAN * SIZE + LEAN] = I;
    M[SPIN * SIZE + SPIN] = J;
    Q[Z] = -disc_mass * 9.81;
    Q[TURN] = -2 * (I - J) * s * c * v[TURN] * v[LEAN] + J * s * v[LEAN] * v[SPIN];
    Q[LEAN] = I * s * c * v[TURN] * v[TURN] - J * s * v[TURN] * (v[TURN] * c + v[SPIN]);
    Q[SPIN] = J * s * v[TURN] * v[LEAN];
}

/* Rows of a disc: the height of the centre, and rolling of the lowest point along x and y. */
static int32_t disc(double t, const double *q, const double *v, double *M, double *Q, double *C,
                    double *A, double *b, double *phi, void *user)
{
    double sp = sin(q[TURN]), cp = cos(q[TURN]), s = sin(q[LEAN]), c = cos(q[LEAN]),
           a = disc_radius;
    double dp = v[TURN], dq = v[LEAN], dr = v[SPIN], *along_x = A + SIZE, *along_y = A + 2 * SIZE;
    (void)t, (void)C, (void)user;
    disc_inertia(q, v, M, Q);
    memset(A, 0, 3 * SIZE * sizeof *A);
    A[Z] = along_x[X] = along_y[Y] = 1;
    A[LEAN] = -a * c;
    b[0] = -a * s * dq * dq;
    phi[0] = q[Z] - a * s;
    along_x[TURN] = a * cp * c;
    along_x[LEAN] = -a * sp * s;
    along_x[SPIN] = a * cp;
    b[1] = a * ((cp * s * dp + sp * c * dq) * dq + (sp * c * dp + cp * s * dq) * dp + sp * dp * dr);
    along_y[TURN] = a * sp * c;
    along_y[LEAN] = a * cp * s;
    along_y[SPIN] = a * sp;
    b[2] = a * ((sp * s * dp - cp * c * dq) * dq - (cp * c * dp - sp * s * dq) * dp - cp * dp * dr);
    return 0;
}

static int32_t disc_energy(double t, const double *q, const double *v, double *kinetic,
                           double *potential, double *power, void *user)
{
    double s = sin(q[LEAN]), w = v[TURN] * cos(q[LEAN]) + v[SPIN];
    (void)t, (void)power, (void)user;
    *kinetic = 0.5 * disc_mass * (v[X] * v[X] + v[Y] * v[Y] + v[Z] * v[Z]) +
               0.5 * about_diameter * (v[LEAN] * v[LEAN] + s * s * v[TURN] * v[TURN]) +
               0.5 * about_axle * w * w;
    *potential = disc_mass * 9.81 * q[Z];
    return 0;
}

static const double lean = 1.3, turn_rate = 0.4, lean_rate = 0.1, spin_rate = -7;

/* A torus without a tube */
static wd_model *disc_of_kind(void)
{
    wd_model *kind = make("torus_wheel", NULL);
    set(kind, "param.tube_radius", 0);
    set(kind, "param.ring_radius", disc_radius);
    set(kind, "param.mass", disc_mass);
    set(kind, "param.servo_mass", 0);
    choose(kind, "param.inertia_law", "custom");
    set(kind, "param.inertia_equatorial", about_diameter);
    set(kind, "param.inertia_polar", about_axle);
    set(kind, "state.lean", lean);
    set(kind, "state.precession_rate", turn_rate);
    set(kind, "state.lean_rate", lean_rate);
    set(kind, "state.spin_rate", spin_rate);
    return kind;
}

static wd_model *disc_new(void)
{
    static const char *const coordinates[] = {"x", "y", "z", "turn", "lean", "spin", NULL};
    static const char *const constraints[] = {"height", "along_x", "along_y", NULL};
    wd_model *own = put_together(coordinates, constraints, disc, disc_energy, NULL);
    choose(own, "param.along_x.holonomic", "no");
    choose(own, "param.along_y.holonomic", "no");
    set(own, "init.lean.q", lean);
    set(own, "init.z.q", disc_radius * sin(lean));
    set(own, "init.turn.v", turn_rate);
    set(own, "init.lean.v", lean_rate);
    set(own, "init.spin.v", spin_rate);
    set(own, "init.x.v", -disc_radius * (turn_rate * cos(lean) + spin_rate));
    set(own, "init.y.v", -disc_radius * lean_rate * sin(lean));
    set(own, "init.z.v", disc_radius * lean_rate * cos(lean));
    return own;
}

/* The states of the kind are those of the contact point; the states of the user's equations are
 * those of the centre. */
static void disc_on_a_plane(void)
{
    static const struct pair pairs[] = {
        {"state.turn.q", "state.precession"},
        {"state.lean.q", "state.lean"},
        {"state.spin.q", "state.spin"},
        {"state.turn.v", "state.precession_rate"},
        {"state.lean.v", "state.lean_rate"},
        {"state.spin.v", "state.spin_rate"},
        {"output.height.multiplier", "output.normal_force"},
        {"output.turn.acceleration", "output.precession_acc"},
        {"output.lean.acceleration", "output.lean_acc"},
        {"output.spin.acceleration", "output.spin_acc"},
        {"output.kinetic_energy", "output.kinetic_energy"},
    };
    wd_model *kind = disc_of_kind(), *own = disc_new();
    near_abs(run_both(own, kind, 0.01, 5, pairs, sizeof pairs / sizeof *pairs), 0, 1e-12,
             "a disc on a plane moves as a torus_wheel without a tube");
    double turn = get(own, "state.turn.q"), low = disc_radius * cos(get(own, "state.lean.q"));
    near_abs(get(own, "state.x.q") + low * sin(turn), get(kind, "state.x"), 1e-12,
             "x of the contact point of the disc and of the torus_wheel");
    near_abs(get(own, "state.y.q") - low * cos(turn),
             get(kind, "state.y") - disc_radius * cos(lean), 1e-12,
             "y of the contact point of the disc and of the torus_wheel");
    wd_model_free(own);
    wd_model_free(kind);
}

int main(void)
{
    rolling_wheel(20, 0.9, "the rolling wheel, written by the user, with 20 N m for 20 s");
    rolling_wheel(60, 0.2, "the rolling wheel, written by the user, with 60 N m on ice for 20 s");
    drive_60();
    compare_figure(3, 20, "drive-20");
    compare_figure(4, 60, "drive-60");
    compare_figure(5, 220, "drive-220");
    disc_on_a_plane();
    return done();
}
