/* SPDX-License-Identifier: MIT */
#include "num/margin.h"

#include <math.h>

#include "num/elementary.h"
#include "num/carver.h"
#include "num/dense.h"
#include "num/invariant.h"
#include "num/margin_range.h"

/* Each point of the central path has a gap: s at this point is less than the largest s by at most
 * twice the gap for each cone. GAP_FACTOR reduces the gap in each step. FINAL_GAP ends the
 * iteration. Multipliers are computed only down to MULTIPLIER_GAP, because rounding hides them at
 * smaller gaps. FINAL_GAP and MULTIPLIER_GAP are relative to the number that set_start() returns.
 */
#define GAP_FACTOR 0.125
#define FINAL_GAP 2e-14
#define MULTIPLIER_GAP 1e-8

/* Limits of the Newton decrement. The iteration ends at CLOSE_DECREMENT while multipliers are
 * computed, at NEAR_DECREMENT afterwards. Up to FULL_STEP_DECREMENT full steps are taken. */
#define CLOSE_DECREMENT 1e-7
#define NEAR_DECREMENT 0.05
#define FULL_STEP_DECREMENT 0.25
enum { MOST_STEPS = 64 };

/* Magnitude of x, relative to that of the vectors at x = 0, from which the set of vectors counts as
 * unbounded. Along a direction in which margins grow without bound there is no central path; the
 * iteration would double x in each step until rounding hides the margins of the other cones.
 * Bounded sets stay far below: at most 2 in 2,932 problems of robust-throws, -grounds, -ordinary
 * and -hashes.
 */
#define UNBOUNDED 1e3

size_t margin_doubles(size_t cones, size_t free)
{
    return (3 * free + 9) * cones + free + 1;
}

size_t margin_scratch_doubles(size_t free)
{
    return (free + 1) * (free + 6);
}

struct margin margin_carve(size_t cones, size_t free, double *memory, double *scratch)
{
    struct carver carver = {memory, 0}, rest = {scratch, 0};
    struct margin m = {.cones = cones, .free = free};
    CARVE(&carver, 3 * cones, &m.start, &m.push, &m.at);
    m.along = carve(&carver, 3 * cones * free);
    m.x = carve(&carver, free + 1);
    m.slope = carve(&rest, free + 1);
    m.matrix = carve(&rest, (free + 1) * (free + 1));
    m.derivative = carve(&rest, 4 * (free + 1));
    invariant(carver.used == margin_doubles(cones, free));
    invariant(rest.used == margin_scratch_doubles(free));
    return m;
}

/* Compute the vectors at x, with s subtracted from a. */
static void set_vectors(struct margin *m)
{
    size_t n = 3 * m->cones;
    memcpy(m->at, m->start, n * sizeof *m->at);
    for (size_t k = 0; k < m->free; k++)
        dense_add(m->at, m->x[k], m->along + k * n, n);
    for (size_t i = 0; i < n; i += 3)
        m->at[i] -= m->x[m->free];
}

/* Return a^2 - |b|^2, computed as a product, which avoids cancellation of the squares. */
static double square(const double *c)
{
    double b = sqrt(c[1] * c[1] + c[2] * c[2]);
    return (c[0] - b) * (c[0] + b);
}

/* Set m->derivative for the cone: the three rows of derivatives of its vector with respect to the
 * entries of x, of which the last is s, and the row of their products with the vector over q. */
static void set_derivatives(struct margin *m, size_t i, double q)
{
    size_t n = m->free + 1;
    const double *c = m->at + 3 * i, *along = m->along + 3 * i;
    double *d0 = m->derivative, *d1 = d0 + n, *d2 = d1 + n, *part = d2 + n;
    for (size_t k = 0; k < m->free; k++, along += 3 * m->cones)
        d0[k] = along[0], d1[k] = along[1], d2[k] = along[2];
    d0[m->free] = -1, d1[m->free] = d2[m->free] = 0;
    for (size_t k = 0; k < n; k++)
        part[k] = (c[0] * d0[k] - c[1] * d1[k] - c[2] * d2[k]) / q;
}

/* Add the first and second derivatives of -log(a^2 - |b|^2) of a cone. */
static void add_cone(struct margin *m, size_t i)
{
    size_t n = m->free + 1;
    double q = square(m->at + 3 * i);
    set_derivatives(m, i, q);
    const double *d0 = m->derivative, *d1 = d0 + n, *d2 = d1 + n, *part = d2 + n;
    for (size_t k = 0; k < n; k++) {
        double *to = m->matrix + k * n, four = 4 * part[k];
        m->slope[k] -= 2 * part[k];
        for (size_t l = k; l < n; l++)
            to[l] += four * part[l] - 2 * (d0[k] * d0[l] - d1[k] * d1[l] - d2[k] * d2[l]) / q;
    }
}

/* Return the work of a Newton step. */
static size_t step_work(const struct margin *m)
{
    size_t n = m->free + 1;
    return n * n * (m->cones + n / 8);
}

/* Add the derivatives of m->curvature |x|^2 / 2. */
static void add_curvature(struct margin *m)
{
    for (size_t k = 0; k < m->free; k++) {
        m->slope[k] += m->curvature * m->x[k];
        m->matrix[k * (m->free + 2)] += m->curvature;
    }
}

static double fraction_of_step(double decrement)
{
    return decrement > FULL_STEP_DECREMENT ? 1 / (1 + decrement) : 1;
}

/* Make a Newton step towards the central path; weight: 1 / gap. Returns the decrement, or -1 if the
 * matrix is singular to rounding or the host stops the computation. */
static double take_newton_step(struct margin *m, double weight)
{
    size_t n = m->free + 1;
    if (m->conditions > 0) {
        double decrement = margin_range_step(m, weight);
        if (decrement >= 0)
            margin_range_move(m, fraction_of_step(decrement));
        return decrement;
    }
    if (interrupted(m->interrupt, step_work(m)))
        return -1;
    memset(m->slope, 0, n * sizeof *m->slope);
    memset(m->matrix, 0, n * n * sizeof *m->matrix);
    for (size_t i = 0; i < m->cones; i++)
        add_cone(m, i);
    if (m->curvature > 0)
        add_curvature(m);
    m->slope[m->free] -= weight;
    if (!dense_cholesky(m->matrix, n))
        return -1;
    dense_forward(m->matrix, n, n, m->slope);
    double decrement = sqrt(dense_dot(m->slope, m->slope, n));
    dense_backward(m->matrix, n, n, m->slope);
    dense_add(m->x, -fraction_of_step(decrement), m->slope, n);
    set_vectors(m);
    return decrement;
}

/* Set a feasible start point; returns the largest magnitude in m->start, at least 1. */
static double set_start(struct margin *m)
{
    double size = num_fmax(dense_largest(m->start, 3 * m->cones), 1), least = INFINITY;
    memset(m->x, 0, (m->free + 1) * sizeof *m->x);
    for (const double *c = m->start; c < m->start + 3 * m->cones; c += 3)
        least = num_fmin(c[0] - sqrt(c[1] * c[1] + c[2] * c[2]), least);
    m->x[m->free] = least - size;
    set_vectors(m);
    return size;
}

/* Compute the multipliers of the cones on the central path with this gap. */
static void set_multipliers(struct margin *m, double gap)
{
    for (size_t i = 0; i < 3 * m->cones; i += 3) {
        const double *c = m->at + i;
        double part = 2 * gap / square(c);
        m->push[i] = part * c[0];
        m->push[i + 1] = -part * c[1];
        m->push[i + 2] = -part * c[2];
    }
}

/* Follow the central path from set_start(); size: its result. Returns 0 if x becomes UNBOUNDED. */
static int follow_path(struct margin *m, double size)
{
    double decrement = 1;
    for (double gap = size; gap >= FINAL_GAP * size && decrement >= 0; gap *= GAP_FACTOR) {
        double near = gap >= MULTIPLIER_GAP * size ? CLOSE_DECREMENT : NEAR_DECREMENT;
        decrement = 1;
        for (int i = 0; i < MOST_STEPS && decrement > near; i++)
            decrement = take_newton_step(m, 1 / gap);
        if (m->conditions > 0)
            margin_range_set_x(m);
        if (dense_largest(m->x, m->free) > UNBOUNDED * size)
            return 0;
        if (gap >= MULTIPLIER_GAP * size)
            set_multipliers(m, gap);
    }
    return 1;
}

/* For an unbounded set the barrier gets a curvature, so that there is a central path. In the
 * problem of the margin the curvature is weighted with the gap, as the barrier is, so its effect
 * vanishes with the gap. It is known along the free directions only. */
double margin_solve(struct margin *m)
{
    double size = set_start(m);
    m->curvature = 0;
    margin_find_conditions(m);
    if (!follow_path(m, size)) {
        m->curvature = 1 / (size * size);
        m->conditions = 0;
        set_start(m);
        follow_path(m, size);
    }
    return m->x[m->free];
}
