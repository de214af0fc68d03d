/* SPDX-License-Identifier: MIT */
/* Margin to friction limits: known values, and proofs by duality. */
#include "num/dense.h"
#include "num/margin.h"

#include "random.h"
#include "tap.h"

#include <string.h>

enum { CONES = 12, ROW = 4, ROWS = 16, PROBLEMS = 2000 };

static double memory[120000], scratch[120000];

static struct margin open_problem(size_t cones, size_t free)
{
    if (margin_doubles(cones, free) > sizeof memory / sizeof *memory ||
        margin_scratch_doubles(free) > sizeof scratch / sizeof *scratch)
        check(0, "%zu cones fit into the memory", cones);
    return margin_carve(cones, free, memory, scratch);
}

/* Two wheels together carry a side force, which may be distributed freely; the first wheel also has
 * a forward force. */
static void two_wheels(void)
{
    struct margin m = open_problem(2, 1);
    const double start[] = {3, 2, 0, 7, 0, 5}, part = sqrt(0.5);
    const double along[] = {0, 0, part, 0, 0, -part};
    memcpy(m.start, start, sizeof start);
    memcpy(m.along, along, sizeof along);
    near_abs(margin_solve(&m), 1, 1e-12,
             "the margin is that of the first wheel without a side force, 1");
    near_abs(m.x[0], 0, 1e-6, "the first wheel takes no side force");
    near_abs(m.push[0], 1, 1e-6, "multiplier of the first wheel");
    near_abs(m.push[1], -1, 1e-6, "forward component of the multiplier of the first wheel");
    near_abs(fabs(m.push[3]) + fabs(m.push[5]), 0, 1e-6, "multipliers of the second wheel");
    m.start[3] = 4;
    double s = margin_solve(&m), side = part * m.x[0];
    near_abs(3 - hypot(2, side), s, 1e-12,
             "both wheels have the same, least margin: the first wheel");
    near_abs(4 - fabs(5 - side), s, 1e-12,
             "both wheels have the same, least margin: the second wheel");
    near_abs(m.push[0] + m.push[3], 1, 1e-9,
             "both wheels have the least margin: the multipliers sum to 1");
    near_abs(m.push[2], m.push[5], 1e-9, "side components of both multipliers are equal");
}

/* The forces have no free direction: the margin is that of the worst contact. */
static void none_free(void)
{
    struct margin m = open_problem(2, 0);
    const double start[] = {1, 3, 4, 5, 0, 0};
    memcpy(m.start, start, sizeof start);
    near_abs(margin_solve(&m), -4, 1e-12, "margin of a load that cannot be distributed");
    near_abs(m.push[0], 1, 1e-6, "multiplier of the worst contact");
    for (size_t i = 0; i < 6; i++)
        m.start[i] *= 1e6;
    near_abs(margin_solve(&m), -4e6, 1e-6, "a load far beyond the limit");
}

/* The first two contacts brace a wheel: they can press against each other without limit. The other
 * two share a side force of 3 and have the margin. */
static void braced(void)
{
    struct margin m = open_problem(4, 2);
    const double start[] = {-1, 0.5, 0, -2, 0.5, 0, 4, 3, 0, 5, 0, 0};
    const double along[] = {0.7, 0.1, 0, 0.7, -0.1, 0, 0, 1e-17, 0, 0, 1e-17, 0,
                            0,   0,   0, 0,   0,    0, 0, 0.7,   0, 0, -0.7,  0};
    memcpy(m.start, start, sizeof start);
    memcpy(m.along, along, sizeof along);
    near_abs(margin_solve(&m), 3, 1e-12, "margin of two contacts beside a braced wheel");
    near_abs(3 + 0.7 * m.x[1], 1, 1e-5, "side force of the first of them");
    check(fabs(m.x[0]) < 1000, "the bracing force is bounded: %g", m.x[0]);
    near_abs(m.push[6] + m.push[9], 1, 1e-6, "multipliers of the two contacts");
}

/* Subtract from x its parts along orthonormal vectors of n numbers, and make it a unit vector. */
static void make_normal(double *x, const double *vectors, size_t count, size_t n)
{
    for (size_t j = 0; j < 2 * count; j++) {
        const double *other = vectors + j % count * n;
        dense_add(x, -dense_dot(other, x, n), other, n);
    }
    dense_scale(x, 1 / dense_norm(x, n), n);
}

/* Draw a problem whose free directions keep the sum of the loads, so that the margin is limited. */
static void draw_problem(struct margin *m)
{
    size_t n = 3 * m->cones;
    for (size_t i = 0; i < n; i++)
        m->start[i] = i % 3 == 0 ? uniform(0.1, 1) : uniform(-1, 1);
    for (size_t k = 0; k < m->free; k++) {
        double *along = m->along + k * n, sum = 0;
        for (size_t i = 0; i < n; i++)
            along[i] = uniform(-1, 1);
        for (size_t i = 0; i < n; i += 3)
            sum += along[i];
        for (size_t i = 0; i < n; i += 3)
            along[i] -= sum / (double)m->cones;
        make_normal(along, m->along, k, n);
    }
}

/* Least margin of all contacts to their friction limits. */
static double least_margin(const struct margin *m)
{
    double least = INFINITY;
    for (size_t i = 0; i < 3 * m->cones; i += 3) {
        double c[3];
        for (size_t k = 0; k < 3; k++) {
            c[k] = m->start[i + k];
            for (size_t j = 0; j < m->free; j++)
                c[k] += m->x[j] * m->along[3 * j * m->cones + i + k];
        }
        least = fmin(least, c[0] - hypot(c[1], c[2]));
    }
    return least;
}

/* Check the solution by duality: the multipliers lie in the cones, sum to 1, are orthogonal to the
 * free directions and bound the margin from above. */
static void check_by_duality(struct margin *m, double *below, double *above, double *fault)
{
    size_t n = 3 * m->cones;
    double s = margin_solve(m), bound = 0, sum = 0;
    *below = fmax(*below, fabs(least_margin(m) - s));
    for (size_t i = 0; i < n; i++)
        bound += m->push[i] * m->start[i];
    for (size_t i = 0; i < n; i += 3) {
        sum += m->push[i];
        if (!(m->push[i] >= hypot(m->push[i + 1], m->push[i + 2]) * (1 - 1e-9)))
            *fault = INFINITY;
    }
    *above = fmax(*above, fabs(bound - s));
    *fault = fmax(*fault, fabs(sum - 1));
    for (size_t k = 0; k < m->free; k++) {
        double seen = 0;
        for (size_t i = 0; i < n; i++)
            seen += m->push[i] * m->along[k * n + i];
        *fault = fmax(*fault, fabs(seen));
    }
}

static void random_margins(void)
{
    double below = 0, above = 0, fault = 0;
    int conditioned = 0;
    for (int i = 0; i < PROBLEMS; i++) {
        size_t cones = 1 + (size_t)uniform(0, CONES), most = 3 * cones - 1;
        struct margin m = open_problem(cones, (size_t)uniform(0, (double)most + 1));
        draw_problem(&m);
        check_by_duality(&m, &below, &above, &fault);
        conditioned += m.conditions > 0;
    }
    check(conditioned > PROBLEMS / 5, "%d of %d problems are solved with conditions", conditioned,
          PROBLEMS);
    near_abs(below, 0, 2e-12, "reported margin and the margin of the returned forces");
    near_abs(above, 0, 5e-6, "reported margin and its upper bound by duality");
    near_abs(fault, 0, 1e-8,
             "multipliers lie in the cones, sum to 1 and are orthogonal to the free directions");
}

/* Rows of wheels carry a load over the last row, so that the others have none. */
static void load_over_a_row(void)
{
    enum { WHEELS = ROW * ROWS, N = 3 * WHEELS, CONDITIONS = 6 };
    static double fixed[CONDITIONS * N];
    struct margin m = open_problem(WHEELS, N - CONDITIONS);
    double unloaded = 0;
    for (size_t i = 0; i < WHEELS; i++) { /* three forces and three moments about the last row */
        double x = (double)(i / ROW), y = (double)(i % ROW);
        double *to = fixed + 3 * i;
        to[0] = to[N + 1] = to[2 * N + 2] = 1;
        to[3 * N] = x, to[4 * N] = y, to[5 * N + 1] = -y, to[5 * N + 2] = x;
        m.start[3 * i] = i < ROW ? 1.0 / ROW : 0, m.start[3 * i + 1] = m.start[3 * i + 2] = 0;
    }
    for (size_t j = 0; j < CONDITIONS; j++)
        make_normal(fixed + j * N, fixed, j, N);
    for (size_t k = 0; k < m.free; k++) {
        double *along = m.along + k * N;
        for (size_t i = 0; i < N; i++)
            along[i] = uniform(-1, 1);
        make_normal(along, fixed, CONDITIONS, N);
        make_normal(along, m.along, k, N);
    }
    near_abs(margin_solve(&m), 0, 1e-13 * WHEELS, "margin of wheels without load");
    for (size_t i = ROW; i < WHEELS; i++)
        unloaded = fmax(unloaded, fabs(m.at[3 * i] + m.x[m.free]));
    near_abs(unloaded, 0, 1e-12 * WHEELS, "load of wheels away from the load");
}

int main(void)
{
    two_wheels();
    none_free();
    braced();
    random_margins();
    load_over_a_row();
    return done();
}
