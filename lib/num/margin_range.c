/* SPDX-License-Identifier: MIT */
/* The vectors of all cones, with s subtracted, change by y, and s by ds. If most changes are free,
 * it is less work to state which are not: Q'(y + ds e) = 0, where the columns of Q, the conditions,
 * are orthonormal and orthogonal to all free directions, and e is 1 in the first entry of each
 * cone.
 *
 * The second derivatives H of the barrier are a block for each cone. With coordinates that are
 * scaled by the root of H, the vectors are p, the columns of W are the conditions (scaled by the
 * inverse root), and the step is
 *
 *     y = p - W W' (p + ds e),   ds = (weight - e' W W' p) / (e' W W' e)
 *
 * after the columns of W have been made orthonormal. A cone is scaled along its own axes: those of
 * its two eigenvalues a + |b| and a - |b|, and the direction across b. So small vectors keep their
 * relative accuracy next to large ones. */
#include "num/margin_range.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "num/dense.h"

#define ROOT_HALF 0.70710678118654752

/* ---- the conditions ---- */

/* Subtract from x its parts along these orthonormal columns, twice against rounding. */
static void project_out(double *x, const double *columns, size_t count, size_t n)
{
    for (size_t j = 0; j < 2 * count; j++) {
        const double *column = columns + j % count * n;
        dense_add(x, -dense_dot(column, x, n), column, n);
    }
}

static size_t largest_of(const double *x, size_t n)
{
    size_t largest = 0;
    for (size_t i = 1; i < n; i++)
        largest = x[i] > x[largest] ? i : largest;
    return largest;
}

static void subtract_squares(double *left, const double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        left[i] -= x[i] * x[i];
}

/* Each condition is the projection of the unit vector that the columns before it, free directions
 * and conditions, span least. */
void margin_find_conditions(struct margin *m)
{
    size_t n = 3 * m->cones, free = m->free, count = n - free;
    double *left = m->derivative; /* square of what remains of each unit vector */
    m->conditions = 0;
    if (2 * count * n > (free + 1) * (free + 1))
        return;
    for (size_t i = 0; i < n; i++)
        left[i] = 1;
    for (size_t k = 0; k < free; k++)
        subtract_squares(left, m->along + k * n, n);
    for (; m->conditions < count; m->conditions++) {
        double *q = m->matrix + m->conditions * n;
        interrupted(m->interrupt, 4 * n * n);
        memset(q, 0, n * sizeof *q);
        q[largest_of(left, n)] = 1;
        for (int i = 0; i < 2; i++) {
            project_out(q, m->along, free, n);
            project_out(q, m->matrix, m->conditions, n);
        }
        dense_scale(q, 1 / dense_norm(q, n), n);
        subtract_squares(left, q, n);
    }
}

/* ---- scaled coordinates ---- */

/* The axes of a cone: its eigenvalues, their geometric mean, and the direction of b. */
struct axes {
    double plus, minus, mean, x, y;
};

static struct axes axes_of(const double *c)
{
    double b = sqrt(c[1] * c[1] + c[2] * c[2]);
    struct axes axes = {c[0] + b, c[0] - b, 0, b > 0 ? c[1] / b : 1, b > 0 ? c[2] / b : 0};
    axes.mean = sqrt(axes.plus * axes.minus);
    return axes;
}

/* Scale a condition by the inverse root of H. */
static void scale_condition(const struct axes *axes, const double *q, double *w)
{
    double along = axes->x * q[1] + axes->y * q[2], across = axes->x * q[2] - axes->y * q[1];
    w[0] = axes->plus / 2 * (q[0] + along);
    w[1] = axes->minus / 2 * (q[0] - along);
    w[2] = axes->mean * ROOT_HALF * across;
}

/* Add a scaled change to the vector of a cone. */
static void add_change(const struct axes *axes, const double *change, double fraction, double *c)
{
    double plus = fraction / 2 * axes->plus * change[0];
    double minus = fraction / 2 * axes->minus * change[1];
    double along = plus - minus, across = fraction * ROOT_HALF * axes->mean * change[2];
    c[0] += plus + minus;
    c[1] += along * axes->x - across * axes->y;
    c[2] += along * axes->y + across * axes->x;
}

/* Make the columns orthonormal, the longest one first, because the conditions are the less accurate
 * the shorter their scaled columns are. Returns 0 if they depend on each other to rounding. */
static int orthonormalise(double *columns, size_t count, size_t n)
{
    double longest = 0;
    for (size_t j = 0; j < count; j++) {
        double *to = columns + j * n, most = 0;
        size_t next = j;
        for (size_t k = j; k < count; k++) {
            double size = dense_norm(columns + k * n, n);
            if (size > most)
                most = size, next = k;
        }
        for (size_t i = 0; next != j && i < n; i++) {
            double x = to[i];
            to[i] = columns[next * n + i], columns[next * n + i] = x;
        }
        project_out(to, columns, j, n);
        double size = dense_norm(to, n);
        longest = j == 0 ? size : longest;
        if (!(size > (double)n * DBL_EPSILON * longest))
            return 0;
        dense_scale(to, 1 / size, n);
        for (size_t k = j + 1; k < count; k++)
            dense_add(columns + k * n, -dense_dot(to, columns + k * n, n), to, n);
    }
    return 1;
}

/* ---- a step ---- */

/* Scale the vectors, e and the conditions. */
static void set_scaled(struct margin *m, double *p, double *e, double *w)
{
    size_t n = 3 * m->cones;
    for (size_t i = 0; i < n; i += 3) {
        struct axes axes = axes_of(m->at + i);
        p[i] = p[i + 1] = 1, p[i + 2] = 0;
        e[i] = 1 / axes.plus, e[i + 1] = 1 / axes.minus, e[i + 2] = 0;
        for (size_t j = 0; j < m->conditions; j++)
            scale_condition(&axes, m->matrix + j * n + i, w + j * n + i);
    }
}

double margin_range_step(struct margin *m, double weight)
{
    size_t n = 3 * m->cones, count = m->conditions;
    double *w = m->matrix + count * n, *p = m->derivative, *e = p + n, *s_change = m->slope;
    double both = 0, square = 0;
    if (interrupted(m->interrupt, 4 * n * count * count))
        return -1;
    set_scaled(m, p, e, w);
    if (!orthonormalise(w, count, n))
        return -1;
    for (size_t j = 0; j < count; j++) {
        double part = dense_dot(w + j * n, e, n);
        both += part * dense_dot(w + j * n, p, n);
        square += part * part;
    }
    *s_change = (weight - both) / square;
    dense_scale(e, *s_change, n);
    dense_add(e, 1, p, n);
    for (size_t j = 0; j < count; j++)
        dense_add(p, -dense_dot(w + j * n, e, n), w + j * n, n);
    return dense_norm(p, n);
}

void margin_range_move(struct margin *m, double fraction)
{
    for (size_t i = 0; i < 3 * m->cones; i += 3) {
        struct axes axes = axes_of(m->at + i);
        add_change(&axes, m->derivative + i, fraction, m->at + i);
    }
    m->x[m->free] += fraction * m->slope[0];
}

void margin_range_set_x(struct margin *m)
{
    size_t n = 3 * m->cones;
    double *moved = m->derivative;
    memcpy(moved, m->at, n * sizeof *moved);
    for (size_t i = 0; i < n; i += 3)
        moved[i] += m->x[m->free];
    dense_add(moved, -1, m->start, n);
    for (size_t k = 0; k < m->free; k++)
        m->x[k] = dense_dot(m->along + k * n, moved, n);
}
