/* SPDX-License-Identifier: MIT */
#include "num/margin.h"

#include <math.h>

#include "num/elementary.h"
#include "num/carver.h"
#include "num/dense.h"

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

size_t margin_doubles(size_t cones, size_t free)
{
    return (3 * free + 9) * cones + (free + 1) * (free + 3);
}

struct margin margin_carve(size_t cones, size_t free, double *memory)
{
    struct carver carver = {memory, 0};
    struct margin m = {.cones = cones, .free = free};
    m.start = carve(&carver, 3 * cones);
    m.along = carve(&carver, 3 * cones * free);
    m.push = carve(&carver, 3 * cones);
    m.at = carve(&carver, 3 * cones);
    m.x = carve(&carver, free + 1);
    m.slope = carve(&carver, free + 1);
    m.matrix = carve(&carver, (free + 1) * (free + 1));
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

/* Compute the derivative of a cone's vector with respect to entry k of x. The last entry is s. */
static void direction(const struct margin *m, size_t k, size_t i, double *d)
{
    const double *along = m->along + 3 * (k * m->cones + i);
    int last = k == m->free;
    d[0] = last ? -1 : along[0];
    d[1] = last ? 0 : along[1];
    d[2] = last ? 0 : along[2];
}

/* Add the first and second derivatives of -log(a^2 - |b|^2) of a cone. */
static void add_cone(struct margin *m, size_t i)
{
    const double *c = m->at + 3 * i;
    double q = square(c);
    for (size_t k = 0; k <= m->free; k++) {
        double d[3];
        direction(m, k, i, d);
        double along = (c[0] * d[0] - c[1] * d[1] - c[2] * d[2]) / q;
        m->slope[k] -= 2 * along;
        for (size_t l = k; l <= m->free; l++) {
            double e[3];
            direction(m, l, i, e);
            m->matrix[k * (m->free + 1) + l] +=
                4 * along * ((c[0] * e[0] - c[1] * e[1] - c[2] * e[2]) / q) -
                2 * (d[0] * e[0] - d[1] * e[1] - d[2] * e[2]) / q;
        }
    }
}

/* Make a Newton step towards the central path; weight: 1 / gap. Returns the decrement, or -1 if the
 * matrix is singular to rounding. */
static double take_newton_step(struct margin *m, double weight)
{
    size_t n = m->free + 1;
    memset(m->slope, 0, n * sizeof *m->slope);
    memset(m->matrix, 0, n * n * sizeof *m->matrix);
    for (size_t i = 0; i < m->cones; i++)
        add_cone(m, i);
    m->slope[m->free] -= weight;
    if (!dense_cholesky(m->matrix, n))
        return -1;
    dense_forward(m->matrix, n, n, m->slope);
    double decrement = sqrt(dense_dot(m->slope, m->slope, n));
    dense_backward(m->matrix, n, n, m->slope);
    dense_add(m->x, decrement > FULL_STEP_DECREMENT ? -1 / (1 + decrement) : -1, m->slope, n);
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

double margin_solve(struct margin *m)
{
    double size = set_start(m), decrement = 1;
    for (double gap = size; gap >= FINAL_GAP * size && decrement >= 0; gap *= GAP_FACTOR) {
        double near = gap >= MULTIPLIER_GAP * size ? CLOSE_DECREMENT : NEAR_DECREMENT;
        decrement = 1;
        for (int i = 0; i < MOST_STEPS && decrement > near; i++)
            decrement = take_newton_step(m, 1 / gap);
        if (gap >= MULTIPLIER_GAP * size)
            set_multipliers(m, gap);
    }
    return m->x[m->free];
}
