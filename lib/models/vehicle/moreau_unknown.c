/* SPDX-License-Identifier: MIT */
/* The unknowns of Newton's steps for the impulses of a step of Moreau, and one such step: the
 * impulses along all three rows of a wheel that sticks, and of one that slips the normal one and
 * the turn of its direction, which is right where the velocity across it is none:
 *
 *     P_t = -mu P_n d,   u_n = 0,   d' . u = 0      (d' is d, turned by a right angle)
 *
 * All gives way a little in the matrix, and not in what is left of the equations: so impulses that
 * depend on each other stay where they are along their dependence, and those that come of none are
 * the least of all. For the same reason a factor serves for many steps: only how fast they come to
 * an end depends on it. */
#include "models/vehicle/moreau_unknown.h"
#include "num/dense.h"
#include "num/elementary.h"
#include "num/lu.h"

#include <math.h>

/* Of its own entry of the matrix. */
#define GIVE 3e-7

/* A slip is fast that is so many times what friction changes of it in a step. */
#define FAST 10

/* rad: a direction turns no further in one step. */
#define TURN 1.0

/* ---- the unknowns ---- */

/* All that is read of it; here and below to clear the rest would take longer. */
static void add_row(struct vehicle_moment *m, size_t element, size_t k, size_t *n)
{
    struct vehicle_unknown *x = &m->unknown[(*n)++];
    x->element = element, x->first = m->element[element].row + k, x->count = 1;
    x->of[0] = 1;
    x->own = 0;
}

/* Friction of what slips; before the first of Newton's steps has told its normal impulse, by that
 * of the last step of Moreau, if it slips so fast that friction hardly changes it; else 0. */
static double limit_of(const struct vehicle_moment *m, const struct cone_element *e)
{
    double normal = m->impulse[e->row];
    if (normal > 0)
        return e->mu * normal;
    double last = e->mu * m->force[m->work.number[e->row]];
    return moreau_slip(m, e) > FAST * last * moreau_own(m, e->row + 1) ? last : 0;
}

/* The normal impulse, with friction, and the turn of the direction. */
static void add_slip(struct vehicle_moment *m, size_t element, size_t *n)
{
    const struct cone_element *e = &m->element[element];
    const double *d = moreau_grip(m, e)->direction;
    double limit = limit_of(m, e);
    struct vehicle_unknown *x = &m->unknown[(*n)++];
    x->element = element, x->first = e->row, x->count = 3;
    x->of[0] = 1;
    x->by[0] = 1, x->by[1] = -e->mu * d[0], x->by[2] = -e->mu * d[1];
    x->own = 0;
    if (!(limit > 0))
        return;
    x = &m->unknown[(*n)++];
    x->element = element, x->first = e->row, x->count = 3;
    x->of[0] = x->by[0] = 0;
    x->of[1] = x->by[1] = -d[1];
    x->of[2] = x->by[2] = d[0];
    x->own = num_fmax(0, moreau_slip(m, e)) / limit;
}

size_t moreau_list(struct vehicle_moment *m, size_t count, enum moreau_unknowns which)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        const struct cone_element *e = &m->element[i];
        int mode = moreau_grip(m, e)->mode;
        size_t rows = e->type == CONE_BRAKE ? 1 : which == MOREAU_HELD ? 0 : 3;
        for (size_t k = 0; mode == VEHICLE_STICK && k < rows; k++)
            add_row(m, i, k, &n);
        if (which == MOREAU_ALL && mode == VEHICLE_SLIP && e->type == CONE_WHEEL)
            add_slip(m, i, &n);
    }
    return n;
}

/* ---- one step ---- */

/* What velocities make of the residual of x, as one row of the matrix. */
static const double *row_of(const struct vehicle_moment *m, const struct vehicle_unknown *x)
{
    size_t rows = m->work.rows;
    const double *w = m->work.matrix + x->first * rows;
    if (x->of[0] == 1)
        return w;
    for (size_t k = 0; k < rows; k++)
        m->along[k] = x->of[1] * w[rows + k] + x->of[2] * w[2 * rows + k];
    return m->along;
}

/* What the unknown gives way by: along all normal rows alike, so that loads that depend on each
 * other are those of the least sum of squares, as they are told everywhere. */
static double give_of(const struct vehicle_moment *m, const struct vehicle_unknown *x, double load)
{
    int normal = x->of[0] == 1 && m->work.number[x->first] < 3 * m->v->linkage.wheels &&
                 m->work.number[x->first] % 3 == 0;
    return GIVE * (normal ? load : moreau_own(m, x->first));
}

/* The largest own entry of a normal row. */
static double largest_load(const struct vehicle_moment *m, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++) {
        size_t row = m->element[m->unknown[i].element].row;
        if (m->element[m->unknown[i].element].type == CONE_WHEEL)
            most = num_fmax(most, moreau_own(m, row));
    }
    return most;
}

/* 0: the unknowns have none. */
int moreau_factor(struct vehicle_moment *m, size_t n)
{
    double load = largest_load(m, n);
    for (size_t i = 0; i < n; i++) {
        const struct vehicle_unknown *x = &m->unknown[i], *y = m->unknown;
        const double *w = row_of(m, x);
        double *to = m->newton + i * n;
        for (size_t j = 0; j < n; j++, y++)
            to[j] = y->count == 1 ? w[y->first]
                                  : w[y->first] * y->by[0] + w[y->first + 1] * y->by[1] +
                                        w[y->first + 2] * y->by[2];
        to[i] += give_of(m, x, load) + x->own;
    }
    return lu_factor(m->newton, n, m->pivot);
}

/* What is left of the equations of n unknowns, in m->change, and the largest of it. */
double moreau_left(struct vehicle_moment *m, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++) {
        const struct vehicle_unknown *x = &m->unknown[i];
        const double *u = m->sum + x->first;
        double sum = x->of[0] == 1 ? u[0] : x->of[1] * u[1] + x->of[2] * u[2];
        m->change[i] = -sum;
        most = num_fmax(most, fabs(sum));
    }
    return most;
}

/* By an angle of this tangent. */
static void turn(double *d, double tangent)
{
    tangent = num_fmax(-TURN, num_fmin(TURN, tangent));
    double x = d[0] - tangent * d[1], y = d[1] + tangent * d[0], size = sqrt(x * x + y * y);
    d[0] = x / size;
    d[1] = y / size;
}

void moreau_go(struct vehicle_moment *m, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct vehicle_unknown *x = &m->unknown[i];
        const struct cone_element *e = &m->element[x->element];
        struct vehicle_grip *grip = moreau_grip(m, e);
        double *impulse = m->impulse + e->row;
        if (grip->mode == VEHICLE_STICK) {
            m->impulse[x->first] += m->change[i];
            continue;
        }
        int turns = i + 1 < n && m->unknown[i + 1].element == x->element;
        if (turns)
            turn(grip->direction, -m->change[i + 1] / limit_of(m, e));
        impulse[0] += m->change[i];
        impulse[1] = -e->mu * impulse[0] * grip->direction[0];
        impulse[2] = -e->mu * impulse[0] * grip->direction[1];
        i += turns ? 1 : 0;
    }
}

/* Velocities by the impulses from this row on, in m->sum; those before are none. */
void moreau_follow_from(struct vehicle_moment *m, size_t first)
{
    size_t rows = m->work.rows, from = first - first % 4; /* all sums are the same so */
    dense_product(m->sum, m->work.matrix + from, rows, rows, m->impulse + from, rows - from);
    dense_add(m->sum, 1, m->work.free, rows);
}

void moreau_follow(struct vehicle_moment *m)
{
    moreau_follow_from(m, 0);
}
