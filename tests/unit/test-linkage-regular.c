/* SPDX-License-Identifier: MIT */
/* Regularity of sliding (linkage_regularity()), for matrices with known minors. */
#include "mech/linkage_state.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

enum { MOST_WHEELS = 7, Z = 0, X = 1, Y = 2 };

/* Problem of wheels that slip along x, on a root with one joint. The rows of all wheels come first.
 * If the brake of the joint holds, the row of the joint follows. */
struct table {
    struct linkage linkage;
    struct linkage_grip grip[MOST_WHEELS];
    int held[1];
    struct linkage_hold hold;
    struct linkage_work work;
    double *memory;
};

/* Build a problem with independent rows and ones on the diagonal. mu is the friction coefficient of
 * all wheels; held is 1 if the brake of the joint holds. */
static void build_problem(struct table *t, size_t wheels, double mu, int held)
{
    *t = (struct table){.linkage = {.bodies = 2, .wheels = wheels}, .held = {held}};
    t->hold = (struct linkage_hold){.contact = t->grip, .held = t->held};
    size_t words = linkage_doubles(&t->linkage);
    t->memory = calloc(words + linkage_solver_doubles(&t->linkage), sizeof *t->memory);
    t->work = linkage_carve(&t->linkage, t->memory, t->memory + words);
    t->work.rows = 3 * wheels + (held ? 1 : 0);
    for (size_t i = 0; i < t->work.rows; i++) {
        t->work.number[i] = i;
        t->work.matrix[i * (t->work.rows + 1)] = 1;
    }
    for (size_t w = 0; w < wheels; w++)
        t->grip[w] = (struct linkage_grip){LINKAGE_SLIP, mu, {1, 0}};
}

/* Set the coupling of row k of wheel v and row l of wheel w. */
static void couple(struct table *t, size_t v, size_t k, size_t w, size_t l, double value)
{
    size_t i = 3 * v + k, j = 3 * w + l, rows = t->work.rows;
    t->work.matrix[i * rows + j] = t->work.matrix[j * rows + i] = value;
}

static void expect_regularity(struct table *t, double want, const char *what)
{
    double got = linkage_regularity(&t->linkage, &t->hold, &t->work);
    check(fabs(got - want) <= 1e-14, "%s: %.15g, want %.15g", what, got, want);
    free(t->memory);
}

/* One wheel that slips along x: the regularity is the smaller of 1 and k = 1 - mu W_xz, as
 * W_zz = 1. */
static void one_wheel(void)
{
    static const double mu[] = {0, 0.5, 2, 3};
    struct table t;
    for (int i = 0; i < 4; i++) {
        build_problem(&t, 1, mu[i], 0);
        couple(&t, 0, Z, 0, X, 0.5);
        expect_regularity(&t, 1 - 0.5 * mu[i], "one wheel that slips");
    }
    build_problem(&t, 1, 2, 0);
    couple(&t, 0, Z, 0, X, 0.5);
    t.grip[0].direction[0] = -1;
    expect_regularity(&t, 1, "slipping backwards: as without friction");
    build_problem(&t, 1, 2, 0);
    couple(&t, 0, Z, 0, Y, 0.25);
    t.grip[0].direction[0] = 0.6, t.grip[0].direction[1] = 0.8;
    expect_regularity(&t, 1 - 2 * 0.8 * 0.25, "one wheel that slips obliquely");
    build_problem(&t, 1, 3, 0);
    couple(&t, 0, Z, 0, X, 0.5);
    t.grip[0].mode = LINKAGE_STICK;
    expect_regularity(&t, 1, "one wheel that sticks");
}

/* Two wheels with mu = 1: A = (1 - a, -b; -c, 1 - d). The sums of the principal minors of A are its
 * trace, which is 2 without friction, and its determinant, which is 1 without friction. The
 * regularity is the smallest of trace / 2, determinant and 1. */
static void two_wheels(double a, double b, double c, double d, double want, const char *what)
{
    struct table t;
    build_problem(&t, 2, 1, 0);
    couple(&t, 0, Z, 0, X, a);
    couple(&t, 0, Z, 1, X, b);
    couple(&t, 1, Z, 0, X, c);
    couple(&t, 1, Z, 1, X, d);
    expect_regularity(&t, want, what);
}

static void pairs_of_wheels(void)
{
    two_wheels(0.5, 0, 0, 0, 0.5, "two wheels, one with k = 0.5");
    two_wheels(0.6, 0, 0, 0.6, 0.16, "two wheels with k = 0.4");
    two_wheels(1.25, 0.5, -2, 0, (1 - 1.25 + 1) / 2, "a minor is below 0, but no sum of minors");
    two_wheels(2.5, 1, -2, 0, -0.25, "two wheels whose trace is negative");
    two_wheels(0.5, 1, 1, 0.5, 0.25 - 1, "each wheel alone is regular, but not both together");
}

/* Rows of sticking wheels and holding brakes are eliminated; here one such row is coupled to the
 * normal row and the friction of a sliding wheel. */
static void eliminated_rows(void)
{
    struct table t;
    build_problem(&t, 2, 0.5, 0);
    t.grip[1].mode = LINKAGE_STICK;
    couple(&t, 0, Z, 0, X, 0.4);
    couple(&t, 0, Z, 1, Z, 0.6);
    couple(&t, 0, X, 1, Z, -0.8);
    expect_regularity(&t, (1 - 0.5 * 0.4 - 0.6 * (0.6 + 0.5 * 0.8)) / (1 - 0.36),
                      "a sliding wheel beside a wheel that sticks");
    build_problem(&t, 1, 0.5, 1);
    t.work.matrix[3] = t.work.matrix[3 * 4] = 0.6;
    t.work.matrix[4 + 3] = t.work.matrix[3 * 4 + 1] = -0.8;
    couple(&t, 0, Z, 0, X, 0.4);
    expect_regularity(&t, (1 - 0.5 * 0.4 - 0.6 * (0.6 + 0.5 * 0.8)) / (1 - 0.36),
                      "a sliding wheel beside a brake that holds");
}

/* Two wheels with equal normal rows: the equations do not determine how the wheels share the load.
 * The minor of both wheels is therefore skipped, and only the trace counts. */
static void equal_normal_rows(void)
{
    struct table t;
    build_problem(&t, 2, 1, 0);
    couple(&t, 0, Z, 1, Z, 1);
    couple(&t, 0, Z, 0, X, 0.2);
    couple(&t, 1, Z, 0, X, 0.2);
    couple(&t, 0, Z, 1, X, 0.4);
    couple(&t, 1, Z, 1, X, 0.4);
    expect_regularity(&t, (0.8 + 0.6) / 2, "two wheels with equal normal rows");
}

static void many_wheels(void)
{
    struct table t;
    for (size_t n = 6; n <= MOST_WHEELS; n++) {
        build_problem(&t, n, 1, 0);
        for (size_t w = 0; w < n; w++)
            couple(&t, w, Z, w, X, 0.5);
        expect_regularity(&t, n == 6 ? 1.0 / 64 : 1,
                          n == 6 ? "six wheels" : "more wheels than are examined");
    }
}

int main(void)
{
    one_wheel();
    pairs_of_wheels();
    eliminated_rows();
    equal_normal_rows();
    many_wheels();
    return done();
}
