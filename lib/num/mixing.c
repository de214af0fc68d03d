/* SPDX-License-Identifier: MIT */
#include "num/mixing.h"
#include "num/carver.h"
#include "num/dense.h"

#include <math.h>
#include <string.h>

/* Fraction of a change of residuals that is orthogonal to the newer changes. Below this limit the
 * change and all older ones are left out, because rounding would determine their weights:
 * sqrt(eps). */
#define DEPENDENT 1e-8

static size_t lay_out(struct mixing *m, double *memory)
{
    struct carver carver = {memory, 0};
    m->residual = carve(&carver, m->measured);
    m->image = carve(&carver, m->numbers);
    m->residual_change = carve(&carver, MIXING_WINDOW * m->measured);
    m->image_change = carve(&carver, MIXING_WINDOW * m->numbers);
    m->orthogonal = carve(&carver, MIXING_WINDOW * m->measured);
    return carver.used;
}

size_t mixing_doubles(size_t numbers, size_t measured)
{
    struct mixing m = {.numbers = numbers, .measured = measured};
    return lay_out(&m, NULL);
}

void mixing_carve(struct mixing *m, size_t numbers, size_t measured, double *memory)
{
    *m = (struct mixing){.numbers = numbers, .measured = measured};
    lay_out(m, memory);
}

void mixing_begin(struct mixing *m)
{
    m->count = 0;
    m->begun = 0;
}

/* Store now - before as the newest change if `keep` is set, and `now` as `before` for the next
 * call.
 */
static void store(double *changes, double *before, const double *now, size_t n, int keep)
{
    if (keep) {
        memmove(changes + n, changes, (MIXING_WINDOW - 1) * n * sizeof *changes);
        for (size_t i = 0; i < n; i++)
            changes[i] = now[i] - before[i];
    }
    memcpy(before, now, n * sizeof *before);
}

/* Subtract from q its components along the first `count` orthogonal vectors, and add these
 * components to the column. */
static void subtract_components(const struct mixing *m, double *q, size_t count, double *column)
{
    for (size_t k = 0; k < count; k++) {
        double part = dense_dot(m->orthogonal + k * m->measured, q, m->measured);
        column[k] += part;
        dense_add(q, -part, m->orthogonal + k * m->measured, m->measured);
    }
}

/* Factor the changes of residuals by Gram-Schmidt's method with one repetition, which leaves
 * orthogonality to rounding; returns how many are independent. */
static size_t factor(struct mixing *m, double column[MIXING_WINDOW][MIXING_WINDOW])
{
    size_t n = m->measured, k = 0;
    for (; k < m->count; k++) {
        double *q = m->orthogonal + k * n;
        memcpy(q, m->residual_change + k * n, n * sizeof *q);
        double whole = sqrt(dense_dot(q, q, n));
        subtract_components(m, q, k, column[k]);
        subtract_components(m, q, k, column[k]);
        double left = sqrt(dense_dot(q, q, n));
        if (!(left > DEPENDENT * whole))
            break;
        column[k][k] = left;
        dense_scale(q, 1 / left, n);
    }
    return k;
}

/* True if the residual has grown along the motion of the iterate. */
static int is_repelled(const struct mixing *m, const double *moved, const double *residual)
{
    double growth = 0;
    for (size_t i = 0; i < m->measured; i++)
        growth += moved[i] * (residual[i] - m->residual[i]);
    return growth > 0;
}

void mixing_next(struct mixing *m, const double *moved, const double *residual, double *x)
{
    double column[MIXING_WINDOW][MIXING_WINDOW] = {{0}}, share[MIXING_WINDOW];
    double square = dense_dot(residual, residual, m->measured);
    int keep = m->begun && !is_repelled(m, moved, residual);
    if (m->begun && square > m->square)
        m->count = 0;
    store(m->residual_change, m->residual, residual, m->measured, keep);
    store(m->image_change, m->image, x, m->numbers, keep);
    m->square = square;
    m->count += keep && m->count < MIXING_WINDOW;
    m->begun = 1;
    size_t used = factor(m, column);
    for (size_t k = used; k-- > 0;) {
        share[k] = dense_dot(m->orthogonal + k * m->measured, residual, m->measured);
        for (size_t l = k + 1; l < used; l++)
            share[k] -= column[l][k] * share[l];
        share[k] /= column[k][k];
    }
    for (size_t k = 0; k < used; k++)
        dense_add(x, -share[k], m->image_change + k * m->numbers, m->numbers);
}
