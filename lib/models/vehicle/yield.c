/* SPDX-License-Identifier: MIT */
/* Cones beside relaxed wheels, whose friction follows smoothly from how the others accelerate. Near
 * any forces it is a linear law: with that the rows of relaxed wheels are eliminated, and what is
 * left is a problem of cones alone. Its solution tells the forces near which the law is linear
 * next, until they stay (Josephy and Newton). */
#include "models/vehicle/vehicle.h"
#include "num/dense.h"
#include "num/elementary.h"
#include "num/lu.h"

#include <math.h>
#include <string.h>
#include <wheeldyn/wheeldyn.h>

enum { MOST_STEPS = 40 };

/* Of the largest force: forces that stay. Of an entry: what all gives way in the matrix of the
 * relaxed rows, and not in what is left of their equations. */
#define STAYS 1e-12
#define GIVE 1e-9

/* Unknowns N and L of relaxed wheels, three for each, and the forces that follow from them. */
struct yield {
    struct vehicle_moment *m;
    size_t n, rows;
    const double *matrix, *free;
    const size_t *row;     /* of each unknown */
    double *z, *force;     /* n */
    double *a;             /* n x n, factored */
    double *step;          /* n */
    double *matrix_of_all; /* rows x rows, rows: without relaxed rows */
    double *free_of_all;
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
    size_t count = 0;
    for (size_t i = 0; i < m->work.rows && m->work.number[i] < 3 * m->v->linkage.wheels; i += 3) {
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

/* Without forces a wheel has all the friction that it asks for. */
static void follow(struct yield *y, int first)
{
    for (size_t i = 0; i < y->n / 3; i++) {
        double *rate = y->m->relaxed.rate + 6 * i;
        y->force[3 * i] = y->z[3 * i];
        relaxed_friction(&y->m->relaxed_wheel[i], y->z + 3 * i, y->force + 3 * i + 1, rate);
        for (size_t k = 0; first && k < 6; k++)
            rate[k] = k == 1 || k == 5;
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
            y->a[i * y->n + j] = i / 3 == j / 3 ? sum - g * change(y, i / 3, i % 3, j % 3) : sum;
        }
    }
    return lu_factor(y->a, y->n, y->m->pivot);
}

/* What is left of the equations, with these forces of others along all rows, or NULL. */
static void evaluate(const struct yield *y, const double *others, double *left)
{
    for (size_t i = 0; i < y->n; i++) {
        const struct relaxed_wheel *wheel = &y->m->relaxed_wheel[i / 3];
        const double *row = y->matrix + y->row[i] * y->rows;
        left[i] = y->free[y->row[i]] + (others ? dense_dot(row, others, y->rows) : 0);
        for (size_t j = 0; j < y->n; j++)
            left[i] += row[y->row[j]] * y->force[j];
        if (i % 3 > 0)
            left[i] += wheel->slip[i % 3 - 1] / wheel->time +
                       wheel->compliance * ((1 + RELAXED_EPS) * y->z[i] - y->force[i]);
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
    memcpy(y->matrix_of_all, y->matrix, rows * rows * sizeof *y->matrix);
    memcpy(y->free_of_all, y->free, rows * sizeof *y->free);
    for (size_t j = 0; j < rows; j++) {
        for (size_t i = 0; i < y->n; i++)
            y->step[i] = -y->matrix[y->row[i] * rows + j];
        lu_solve(y->a, y->n, y->m->pivot, y->step);
        add_forces(y, y->step, y->matrix_of_all + j, rows);
    }
    for (size_t j = 0; j < y->n; j++)
        for (size_t i = 0; i < rows; i++)
            y->free_of_all[i] += y->matrix[i * rows + y->row[j]] * y->force[j];
    evaluate(y, NULL, y->step);
    dense_scale(y->step, -1, y->n);
    lu_solve(y->a, y->n, y->m->pivot, y->step);
    add_forces(y, y->step, y->free_of_all, 1);
}

/* Forces of the elements along all rows. */
static void tell(const struct vehicle_moment *m, size_t count, double *along)
{
    memset(along, 0, m->work.rows * sizeof *along);
    for (size_t i = 0; i < count; i++) {
        const struct cone_element *e = &m->element[i];
        double *f = along + e->row;
        if (e->type == CONE_BRAKE) {
            f[0] = e->r[1];
            continue;
        }
        int slides = e->type == CONE_SLIDING;
        f[0] = e->r[0];
        f[1] = slides ? -e->mu * e->direction[0] * e->r[0] : e->r[1];
        f[2] = slides ? -e->mu * e->direction[1] * e->r[0] : e->r[2];
    }
}

/* By the forces of the others; returns 1 if those of relaxed wheels stay. */
static int go(struct yield *y, size_t count)
{
    tell(y->m, count, y->m->along);
    evaluate(y, y->m->along, y->step);
    dense_scale(y->step, -1, y->n);
    lu_solve(y->a, y->n, y->m->pivot, y->step);
    dense_add(y->z, 1, y->step, y->n);
    return dense_largest(y->step, y->n) <= STAYS * dense_largest(y->z, y->n);
}

int32_t vehicle_solve_cones(struct vehicle_moment *m, size_t count)
{
    struct linkage_work *work = &m->work;
    if (!m->relaxes)
        return cone_solve(m->view->workspace, work->matrix, work->free, work->rows, m->element,
                          count, m->view->interrupt);
    struct yield y = {m,          3 * m->relaxed.count,
                      work->rows, work->matrix,
                      work->free, m->relaxed.row,
                      m->impulse, m->slip,
                      m->newton,  m->change,
                      m->sharing, m->sum};
    memset(y.z, 0, y.n * sizeof *y.z);
    for (int i = 0; i < MOST_STEPS; i++) {
        follow(&y, i == 0);
        if (!factor(&y))
            return WD_ENOCONV;
        reduce(&y);
        int32_t status = cone_solve(m->view->workspace, y.matrix_of_all, y.free_of_all, y.rows,
                                    m->element, count, m->view->interrupt);
        if (status != WD_OK)
            return status;
        if (go(&y, count) && i > 0)
            return WD_OK;
    }
    return WD_ENOCONV;
}
