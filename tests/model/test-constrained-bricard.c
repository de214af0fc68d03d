/* SPDX-License-Identifier: MIT */
/* Kind constrained: Bricard's orthogonal mechanism, a ring of six rods of length 1; the hinge axes
 * are perpendicular to the rods and to each other at both ends of a rod. 24 constraints on 24
 * coordinates leave one degree of freedom, because one constraint is redundant everywhere. The ring
 * starts along edges of a cube. */
#include "mechanisms.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/constrained.h>
#include <wheeldyn/parts.h>

#define GRAVITY 9.81
#define PIN_INERTIA 0.02 /* kg.m2: moment of inertia of the axle of a hinge about its diameter */

/* Vectors: positions of the hinges 0 to 5, then their axes. The rod from hinge 5 to hinge 0 is
 * fixed. */
enum { HINGES = 6, VECTORS = 12, MOVING = 8, SIZE = 24, ROWS = 24 };

static const double start_vector[VECTORS][3] = {
    {0, 0, 0},  {1, 0, 0}, {1, 1, 0}, {1, 1, 1},  {0, 1, 1}, {0, 0, 1},
    {0, -1, 0}, {0, 0, 1}, {1, 0, 0}, {0, -1, 0}, {0, 0, 1}, {1, 0, 0},
};

/* Return the number of a vector among the moving vectors, or -1 if the vector is fixed. */
static int moving_number(int vector)
{
    int hinge = vector % HINGES;
    return hinge == 0 || hinge == 5 ? -1 : hinge - 1 + (vector < HINGES ? 0 : 4);
}

/* One row: phi = a . b - value, where a and b are differences of two vectors. A second vector of -1
 * means that nothing is subtracted. */
struct product {
    int a, minus_a, b, minus_b;
    double value;
};

static struct product product_of_row(int row)
{
    if (row >= 20)
        return (struct product){row - 13, -1, row - 13, -1, 1}; /* axes 7 to 10 have length 1 */
    int rod = row / 4, axis = HINGES + rod;
    switch (row % 4) {
    case 0:
        return (struct product){rod + 1, rod, rod + 1, rod, 1};
    case 1:
        return (struct product){rod + 1, rod, axis, -1, 0};
    case 2:
        return (struct product){rod + 1, rod, axis + 1, -1, 0};
    default:
        return (struct product){axis, -1, axis + 1, -1, 0};
    }
}

static void take_vector(int vector, const double *q, double *to)
{
    int moving = moving_number(vector);
    memcpy(to, moving < 0 ? start_vector[vector] : q + 3 * moving, 3 * sizeof *to);
}

static void difference_of_vectors(int vector, int minus, const double *q, int rates, double *to)
{
    double other[3];
    take_vector(vector, q, to);
    for (int k = 0; rates && moving_number(vector) < 0 && k < 3; k++)
        to[k] = 0;
    if (minus < 0)
        return;
    take_vector(minus, q, other);
    for (int k = 0; k < 3; k++)
        to[k] -= rates && moving_number(minus) < 0 ? 0 : other[k];
}

static void add_to_row(int vector, double sign, const double *by, double *row)
{
    int moving = vector < 0 ? -1 : moving_number(vector);
    for (int k = 0; moving >= 0 && k < 3; k++)
        row[3 * moving + k] += sign * by[k];
}

static void put_row(int i, const double *q, const double *v, double *row, double *b, double *phi)
{
    struct product p = product_of_row(i);
    double one[3], other[3], one_rate[3], other_rate[3];
    difference_of_vectors(p.a, p.minus_a, q, 0, one);
    difference_of_vectors(p.b, p.minus_b, q, 0, other);
    difference_of_vectors(p.a, p.minus_a, v, 1, one_rate);
    difference_of_vectors(p.b, p.minus_b, v, 1, other_rate);
    add_to_row(p.a, 1, other, row);
    add_to_row(p.minus_a, -1, other, row);
    add_to_row(p.b, 1, one, row);
    add_to_row(p.minus_b, -1, one, row);
    *phi = -p.value;
    *b = 0;
    for (int k = 0; k < 3; k++) {
        *phi += one[k] * other[k];
        *b -= 2 * one_rate[k] * other_rate[k];
    }
}

/* Equations for uniform rods of mass 1 between the hinges, whose axles have the inertia
 * PIN_INERTIA. */
static int32_t equations(double t, const double *q, const double *v, double *M, double *Q,
                         double *C, double *A, double *b, double *phi, void *user)
{
    (void)t, (void)C, (void)user;
    memset(M, 0, SIZE * SIZE * sizeof *M);
    memset(A, 0, ROWS * SIZE * sizeof *A);
    for (int j = 0; j < SIZE; j++) {
        M[j * (SIZE + 1)] = j < 12 ? 2.0 / 3 : PIN_INERTIA;
        if (j < 9)
            M[j * SIZE + j + 3] = M[(j + 3) * SIZE + j] = 1.0 / 6;
        if (j < 12 && j % 3 == 2)
            Q[j] = -GRAVITY;
    }
    for (int i = 0; i < ROWS; i++)
        put_row(i, q, v, A + i * SIZE, b + i, phi + i);
    return 0;
}

static double energy_of(const double *q, const double *v, double *potential)
{
    double kinetic = 0;
    *potential = 0;
    for (int j = 0; j < SIZE; j++) {
        kinetic += v[j] * v[j] * (j < 12 ? 1.0 / 3 : PIN_INERTIA / 2);
        if (j < 9)
            kinetic += v[j] * v[j + 3] / 6;
        if (j < 12 && j % 3 == 2)
            *potential += GRAVITY * q[j];
    }
    return kinetic;
}

static int32_t energies(double t, const double *q, const double *v, double *kinetic,
                        double *potential, double *power, void *user)
{
    (void)t, (void)power, (void)user;
    *kinetic = energy_of(q, v, potential);
    return 0;
}

static wd_model *bricard_new(void)
{
    wd_model *model = make("constrained", NULL);
    char name[32];
    for (int j = 0; j < SIZE; j++) {
        int vector = j < 12 ? 1 + j / 3 : 3 + j / 3;
        snprintf(name, sizeof name, "%s%d_%c", j < 12 ? "p" : "u", 1 + j / 3 % 4, 'x' + j % 3);
        must(model, wd_model_add_part(model, "coordinate", name, NULL, 0), name);
        snprintf(name, sizeof name, "init.%s%d_%c.q", j < 12 ? "p" : "u", 1 + j / 3 % 4,
                 'x' + j % 3);
        set(model, name, start_vector[vector][j % 3]);
    }
    for (int i = 0; i < ROWS; i++) {
        snprintf(name, sizeof name, "row%d", i);
        must(model, wd_model_add_part(model, "constraint", name, NULL, 0), name);
    }
    set(model, "init.p1_z.v", -3);
    must(model, wd_model_set_equations(model, equations, NULL), "equations");
    must(model, wd_model_set_energies(model, energies, NULL), "energies");
    return model;
}

/* ---- the same mechanism with one coordinate ---- */

/* Hinges 0, 2, 4 turn by the angle a, hinges 1, 3, 5 by c, with cos a + cos c + cos a cos c = 0
 * (closure of the ring with threefold symmetry). Compute the coordinates by following the ring. */
static void follow_closure(double a, double *q)
{
    double r[3] = {0, 0, -1}, u[3], w[3], place[3] = {0, 0, 0};
    double other = acos(-cos(a) / (1 + cos(a)));
    memcpy(u, start_vector[HINGES], sizeof u);
    for (int i = 0; i < HINGES - 1; i++) {
        double turn = i % 2 ? other : a, s = sin(turn), c = cos(turn), sign = i % 2 ? -1 : 1;
        for (int k = 0; k < 3; k++)
            w[k] = u[(k + 1) % 3] * r[(k + 2) % 3] - u[(k + 2) % 3] * r[(k + 1) % 3];
        for (int k = 0; k < 3; k++) {
            r[k] = c * r[k] + s * w[k];
            place[k] += r[k];
        }
        for (int k = 0; k < 3; k++)
            w[k] = u[(k + 1) % 3] * r[(k + 2) % 3] - u[(k + 2) % 3] * r[(k + 1) % 3];
        for (int k = 0; k < 3; k++)
            u[k] = sign * w[k];
        if (i < 4) {
            memcpy(q + 3 * i, place, sizeof place);
            memcpy(q + 12 + 3 * i, u, sizeof u);
        }
    }
}

/* Return m(a) of the kinetic energy m(a) a'^2/2, and set *potential to V(a). The derivatives of the
 * coordinates are differences of fourth order, with an error below 1e-12. */
static double inertia(double a, double *potential)
{
    const double h = 1e-3;
    double q[4][SIZE], at[SIZE], by[SIZE], unused;
    for (int k = 0; k < 4; k++)
        follow_closure(a + h * (k < 2 ? k - 2 : k - 1), q[k]);
    follow_closure(a, at);
    for (int j = 0; j < SIZE; j++)
        by[j] = (q[0][j] - 8 * q[1][j] + 8 * q[2][j] - q[3][j]) / (12 * h);
    energy_of(at, at, potential);
    return 2 * energy_of(at, by, &unused);
}

/* Time in which the angle goes from pi/2 to `a` at constant energy E: the integral of sqrt(m/(2 (E
 * - V))). */
static double time_to(double a, double energy)
{
    enum { PIECES = 2000 };
    double first = acos(0), sum = 0;
    for (int i = 0; i <= PIECES; i++) {
        double potential, m = inertia(first + (a - first) * i / PIECES, &potential);
        sum += (i == 0 || i == PIECES ? 1 : i % 2 ? 4 : 2) * sqrt(m / (2 * (energy - potential)));
    }
    return fabs(a - first) * sum / PIECES / 3;
}

/* ---- runs ---- */

static double coordinate(const wd_model *model, int j)
{
    char name[32];
    snprintf(name, sizeof name, "state.%s%d_%c.q", j < 12 ? "p" : "u", 1 + j / 3 % 4, 'x' + j % 3);
    return get(model, name);
}

static double total_energy(const wd_model *model)
{
    return get(model, "output.kinetic_energy") + get(model, "output.potential_energy");
}

static void short_run(double end)
{
    wd_model *model = bricard_new();
    double q[SIZE], worst = 0;
    set(model, "solver.rtol", 1e-12);
    start(model, 0);
    check(get(model, "output.rank") == ROWS - 1,
          "Bricard's mechanism: %g of %d constraints are independent, all but one",
          get(model, "output.rank"), ROWS);
    double energy = total_energy(model);
    go(model, end);
    double a = acos(-coordinate(model, 2)); /* angle from the fixed rod to the first moving rod */
    a = coordinate(model, 0) < 0 ? -a : a;
    near_abs(time_to(a, energy), end, 1e-9, "Bricard's mechanism: time to its position");
    follow_closure(a, q);
    for (int j = 0; j < SIZE; j++)
        worst = fmax(worst, fabs(coordinate(model, j) - q[j]));
    near_abs(worst, 0, 1e-11, "Bricard's mechanism: positions and axes of all hinges");
    printf("# a = %g\n", a);
    wd_model_free(model);
}

static void long_run(double rtol, double off)
{
    wd_model *model = bricard_new();
    double drift = 0;
    set(model, "solver.rtol", rtol);
    start(model, 0);
    double energy = total_energy(model), least = INFINITY, most = -INFINITY;
    for (int k = 1; k <= 100; k++) {
        go(model, 0.1 * k);
        drift = fmax(drift, fabs(total_energy(model) - energy));
        least = fmin(least, coordinate(model, 8));
        most = fmax(most, coordinate(model, 8));
    }
    near_abs(drift, 0, off, "Bricard's mechanism for 10 s: energy");
    printf("# hinge 3 between %g and %g m; %g steps, %g rejected, %g evaluations\n", least, most,
           get(model, "stat.steps"), get(model, "stat.rejected"), get(model, "stat.rhs_calls"));
    wd_model_free(model);
}

int main(void)
{
    static const double seconds[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    short_run(0.05);
    short_run(0.1);
    short_run(0.2);
    short_run(0.3);
    long_run(1e-9, 1e-9);
    mechanism_run(bricard_new(), "rk8pd", 1e-13, "bricard", seconds, few_or_all(3, 9), 1e-12);
    return done();
}
