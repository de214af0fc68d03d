/* SPDX-License-Identifier: MIT */
/* Cones beside relaxed wheels, whose friction follows smoothly from how the others accelerate. Near
 * any forces it is a linear law: with that the rows of relaxed wheels are eliminated, and what is
 * left is a problem of cones alone. Its solution tells the forces near which the law is linear
 * next, until they stay (Josephy and Newton). */
#include "models/vehicle/vehicle.h"
#include "num/dense.h"
#include "num/elementary.h"
#include "num/lu.h"
#include "num/roots.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

/* Newton's steps that go round in circles are halved after so many, and then made shorter still. */
enum { WHOLE_STEPS = 6, HALF_STEPS = 40, MOST_STEPS = 140 };

/* Of a load, until it is large enough. */
enum { MOST_DOUBLINGS = 40 };

/* Of the terms of an equation: nothing is left, and little where another problem follows. Of an
 * entry: what all gives way in the matrix of the relaxed rows, and not in what is left of their
 * equations. */
#define NOTHING 1e-12
#define LITTLE 1e-6
#define GIVE 1e-9

/* How much less each time of what has been added to loads. */
#define LESS 0.1

/* Unknowns N and L of relaxed wheels, three for each, and the forces that follow from them. */
struct yield {
    struct vehicle_moment *m;
    size_t n, rows;
    double *matrix, *free; /* with relaxed rows */
    const size_t *row;     /* of each unknown */
    struct vehicle_yield *memory;
    double part; /* of memory->extra: how much of it is taken from what is left of the equations */
    int given;   /* are normal forces as in z, whatever that leaves of their equations? */
};

static double compliance(const struct linkage_work *work, size_t row, const double *heading)
{
    size_t n = work->rows;
    const double *w = work->matrix + row * n + row;
    double x = heading[0], y = heading[1];
    return x == 0 && y == 0 ? (w[n + 1] + w[2 * n + 2]) / 2
                            : w[n + 1] * x * x + 2 * w[n + 2] * x * y + w[2 * n + 2] * y * y;
}

void vehicle_list_relaxed(struct vehicle_moment *m)
{
    size_t count = 0, rows = m->relaxes ? m->work.rows : 0;
    for (size_t i = 0; i < rows && m->work.number[i] < 3 * m->v->linkage.wheels; i += 3) {
        size_t w = m->work.number[i] / 3;
        struct relaxed_wheel *wheel = &m->relaxed_wheel[count];
        if (!vehicle_relaxes(m, w))
            continue;
        vehicle_take_relaxed(m, w, wheel);
        wheel->compliance = compliance(&m->work, i, wheel->heading);
        for (size_t k = 0; k < 3; k++)
            m->relaxed.row[3 * count + k] = i + k;
        count++;
    }
    m->relaxed.count = count;
}

/* ---- the law, near z ---- */

/* Change of force k of a wheel by its unknown l. */
static double change(const struct yield *y, size_t wheel, size_t k, size_t l)
{
    return k == 0 ? l == 0 : y->m->relaxed.rate[6 * wheel + 3 * (k - 1) + l];
}

/* first: without forces a wheel has all the friction that it asks for. steady: as if it did not
 * change with N, where the others cannot be solved else. */
static void follow(struct yield *y, int first, int steady)
{
    for (size_t i = 0; i < y->n / 3; i++) {
        double *rate = y->m->relaxed.rate + 6 * i;
        y->memory->force[3 * i] = y->memory->z[3 * i];
        relaxed_friction(&y->m->relaxed_wheel[i], y->memory->z + 3 * i,
                         y->memory->force + 3 * i + 1, rate);
        for (size_t k = 0; first && k < 6; k++)
            rate[k] = k == 1 || k == 5;
        if (steady)
            rate[0] = rate[3] = 0;
    }
}

static int factor(struct yield *y)
{
    for (size_t i = 0; i < y->n; i++) {
        const double *row = y->matrix + y->row[i] * y->rows, own = row[y->row[i]];
        double g = i % 3 == 0 ? 0 : y->m->relaxed_wheel[i / 3].compliance;
        for (size_t j = 0; j < y->n; j++) {
            double sum = i == j ? (1 + GIVE) * g + GIVE * own : 0;
            for (size_t k = 0; k < 3; k++)
                sum += row[y->row[j - j % 3 + k]] * change(y, j / 3, k, j % 3);
            y->memory->a[i * y->n + j] =
                i / 3 == j / 3 ? sum - g * change(y, i / 3, i % 3, j % 3) : sum;
        }
    }
    for (size_t i = 0; y->given && i < y->n; i += 3)
        for (size_t j = 0; j < y->n; j++)
            y->memory->a[i * y->n + j] = i == j;
    return lu_factor(y->memory->a, y->n, y->memory->pivot);
}

/* What is left of the equations, with these forces of others along all rows, or NULL. */
static void evaluate(const struct yield *y, const double *others, double *left)
{
    for (size_t i = 0; i < y->n; i++) {
        const struct relaxed_wheel *wheel = &y->m->relaxed_wheel[i / 3];
        const double *row = y->matrix + y->row[i] * y->rows;
        left[i] = y->free[y->row[i]] + (others ? dense_dot(row, others, y->rows) : 0);
        left[i] -= y->part > 0 ? y->part * y->memory->extra[i] : 0;
        for (size_t j = 0; j < y->n; j++)
            left[i] += row[y->row[j]] * y->memory->force[j];
        if (i % 3 > 0)
            left[i] +=
                wheel->slip[i % 3 - 1] / wheel->time +
                wheel->compliance * ((1 + RELAXED_EPS) * y->memory->z[i] - y->memory->force[i]);
        else if (y->given)
            left[i] = 0;
    }
}

/* ---- the others ---- */

/* x := of all rows what forces of relaxed wheels do that change by these unknowns */
static void add_forces(const struct yield *y, const double *by, double *x, size_t stride)
{
    for (size_t j = 0; j < y->n; j++) {
        double force = 0;
        for (size_t l = 0; l < 3; l++)
            force += change(y, j / 3, j % 3, l) * by[j - j % 3 + l];
        for (size_t i = 0; i < y->rows; i++)
            x[i * stride] += y->matrix[i * y->rows + y->row[j]] * force;
    }
}

static void reduce(struct yield *y)
{
    size_t rows = y->rows;
    memcpy(y->memory->matrix, y->matrix, rows * rows * sizeof *y->matrix);
    memcpy(y->memory->free, y->free, rows * sizeof *y->free);
    for (size_t j = 0; j < rows; j++) {
        for (size_t i = 0; i < y->n; i++)
            y->memory->step[i] = y->given && i % 3 == 0 ? 0 : -y->matrix[y->row[i] * rows + j];
        lu_solve(y->memory->a, y->n, y->memory->pivot, y->memory->step);
        add_forces(y, y->memory->step, y->memory->matrix + j, rows);
    }
    for (size_t j = 0; j < y->n; j++)
        for (size_t i = 0; i < rows; i++)
            y->memory->free[i] += y->matrix[i * rows + y->row[j]] * y->memory->force[j];
    evaluate(y, NULL, y->memory->step);
    dense_scale(y->memory->step, -1, y->n);
    lu_solve(y->memory->a, y->n, y->memory->pivot, y->memory->step);
    add_forces(y, y->memory->step, y->memory->free, 1);
}

/* By the forces of the others, along all rows; returns 1 if nothing is left of the equations. */
static int go(struct yield *y, int i, const double *others)
{
    double *z = y->memory->z, *step = y->memory->step, terms = 0, part;
    evaluate(y, others, step);
    for (size_t k = 0; k < y->n; k++)
        terms = num_fmax(terms, fabs(y->free[y->row[k]]) +
                                    fabs(y->m->relaxed_wheel[k / 3].compliance * z[k]));
    int done = dense_largest(step, y->n) <= (y->part > 0 ? LITTLE : NOTHING) * terms;
    dense_scale(step, -1, y->n);
    lu_solve(y->memory->a, y->n, y->memory->pivot, step);
    part = i < WHOLE_STEPS ? 1 : i < HALF_STEPS ? 0.5 : 0.2;
    dense_add(z, part, step, y->n);
    return done;
}

/* The problem of the others, with the law near z. */
static int32_t solve_near(struct yield *y, int first, int steady, size_t count,
                          vehicle_problem *solve, double *along)
{
    struct linkage_work *work = &y->m->work;
    follow(y, first, steady);
    if (!factor(y))
        return WD_ENOCONV;
    reduce(y);
    work->matrix = y->memory->matrix, work->free = y->memory->free;
    int32_t status = solve(y->m, count, along);
    work->matrix = y->matrix, work->free = y->free;
    return status;
}

/* From z on. */
static int32_t settle(struct yield *y, int first, size_t count, vehicle_problem *solve,
                      double *along)
{
    int32_t status = WD_OK;
    int done = 0;
    for (int i = 0; !done && status == WD_OK; i++) {
        if (i == MOST_STEPS)
            return WD_ENOCONV;
        first = first && i == 0;
        status = solve_near(y, first, 0, count, solve, along);
        if (status == WD_ENOSOL || status == WD_ENOCONV)
            status = solve_near(y, first, 1, count, solve, along);
        done = status == WD_OK && go(y, i, along) && !first;
    }
    return status;
}

/* Where steps go to and fro between a load with which a wheel would be lifted and none: from so
 * much that it sticks, which is taken away little by little (as in relaxed.c). */
static int32_t unload(struct yield *y, size_t count, vehicle_problem *solve, double *along)
{
    memset(y->memory->z, 0, y->n * sizeof *y->memory->z);
    int32_t status = solve_near(y, 1, 0, count, solve, along);
    if (status != WD_OK)
        return status;
    go(y, 0, along);
    for (size_t i = 0; i < y->n; i += 3)
        relaxed_load(&y->m->relaxed_wheel[i / 3], y->memory->z + i);
    follow(y, 0, 0);
    evaluate(y, along, y->memory->extra);
    for (y->part = 1; status == WD_OK && y->part > RELAXED_EPS; y->part *= LESS)
        status = settle(y, 0, count, solve, along);
    y->part = 0;
    return status == WD_OK ? settle(y, 0, count, solve, along) : status;
}

/* ---- by its load ---- */

/* What a load leaves of the normal equation of the only relaxed wheel. */
struct press {
    struct yield *y;
    size_t count;
    vehicle_problem *solve;
    double *along;
    int32_t status;
};

static double press_by(double load, void *context)
{
    struct press *p = context;
    struct yield *y = p->y;
    y->memory->z[0] = load;
    y->given = 1;
    p->status = settle(y, 0, p->count, p->solve, p->along);
    y->given = 0;
    if (p->status != WD_OK)
        return NAN;
    evaluate(y, p->along, y->memory->step);
    const double *row = y->matrix + y->row[0] * y->rows;
    double left = y->memory->step[0],
           terms = fabs(y->free[y->row[0]]) + row[y->row[0]] * fabs(load);
    for (size_t i = 0; i < y->rows; i++)
        terms += fabs(row[i] * p->along[i]);
    return fabs(left) > NOTHING * terms ? left : 0;
}

/* Where no steps lead to the load of the only relaxed wheel, as to slide would lift it (Painleve)
 * or others feed it, of a step of Moreau: with a load that is given its friction only works against
 * its slip, and what all do changes steadily with it. One that is large enough presses the wheel
 * away, one far below zero, which has no friction, leaves it in the ground, and in between is one
 * that keeps it where it is: above zero, if it goes down without one. */
static int32_t press(struct yield *y, size_t count, vehicle_problem *solve, double *along)
{
    struct press p = {.y = y, .count = count, .solve = solve, .along = along};
    memset(y->memory->z, 0, y->n * sizeof *y->memory->z);
    double first = press_by(0, &p), own = y->matrix[y->row[0] * (y->rows + 1)];
    struct roots_bracket bracket = {0, 0, first, first};
    double reach = -first / own;
    for (int i = 0; p.status == WD_OK && bracket.f_lo * bracket.f_hi > 0; i++, reach *= 2) {
        if (i == MOST_DOUBLINGS)
            return WD_ENOCONV;
        double *end = reach > 0 ? &bracket.hi : &bracket.lo;
        double *value = reach > 0 ? &bracket.f_hi : &bracket.f_lo;
        *end = reach;
        *value = press_by(reach, &p);
    }
    double most = NOTHING * (bracket.hi - bracket.lo);
    if (p.status == WD_OK && roots_narrow(&bracket, most, press_by, &p) != WD_OK)
        p.status = p.status != WD_OK ? p.status : WD_ENOCONV;
    if (p.status == WD_OK)
        press_by(bracket.hi, &p);
    return p.status;
}

int32_t vehicle_yield(struct vehicle_moment *m, size_t count, vehicle_problem *solve, double *along)
{
    if (!m->relaxes)
        return solve(m, count, along);
    struct yield y = {.m = m, .n = 3 * m->relaxed.count, .rows = m->work.rows};
    y.matrix = m->work.matrix, y.free = m->work.free;
    y.row = m->relaxed.row, y.memory = &m->yield;
    memset(m->yield.z, 0, y.n * sizeof *m->yield.z);
    int32_t status = settle(&y, 1, count, solve, along);
    if (status == WD_ENOCONV || status == WD_ENOSOL)
        status = unload(&y, count, solve, along);
    int failed = status == WD_ENOCONV || status == WD_ENOSOL;
    if (failed && y.n == 3 && vehicle_by_moreau(m->view))
        status = press(&y, count, solve, along);
    follow(&y, 0, 0);
    for (size_t i = 0; i < y.n; i++)
        along[y.row[i]] = m->yield.force[i];
    return status;
}
