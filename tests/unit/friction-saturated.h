/* SPDX-License-Identifier: MIT */
/* Problems of the smooth law of friction (FRICTION_SATURATED; vehicles name it `relaxed`): rigid
 * bodies on wheels, with rows built independently of the library. */
#ifndef FRICTION_SATURATED_TEST_H
#define FRICTION_SATURATED_TEST_H

#include "friction/inside.h"
#include "friction/numbers.h"

#include "matrix.h"

enum { WHEELS = 6, ROWS = 3 * WHEELS, SPEEDS = 6 + WHEELS };

/* A wheel or, if the heading is (0, 0), a ball. An `ideal` wheel cannot slip. `slip` is the slip
 * velocity in m/s, `time` its relaxation time in s, `sharpness` the exponent p of saturated.c. */
struct wheel {
    int ideal;
    double mu, time, sharpness, heading[2], slip[2];
};

struct problem {
    size_t wheels;
    struct wheel wheel[WHEELS];
    double W[ROWS * ROWS], c[ROWS]; /* accelerations of the contacts: W * forces + c */
};

/* A rigid body on wheels at x, y; wheel i turns freely if turns[i] is not 0. */
struct machine {
    size_t wheels;
    double mass;      /* kg */
    double radius[3]; /* m: radii of gyration about x, y and z */
    double h;         /* m: height of the centre of mass */
    double x[WHEELS], y[WHEELS], heading[WHEELS], inertia[WHEELS];
    int turns[WHEELS];
    double speed[SPEEDS], load[SPEEDS]; /* velocities and forces: x, y, z, rotations, wheels */
};

static inline void row(const struct machine *m, size_t i, size_t axis, double *J)
{
    double x = m->x[i], y = m->y[i], z = -m->h;
    const double jacobian[3][6] = {{0, 0, 1, y, -x, 0}, {1, 0, 0, 0, z, -y}, {0, 1, 0, -z, 0, x}};
    zero(J, SPEEDS);
    memcpy(J, jacobian[axis], sizeof jacobian[axis]);
    if (m->turns[i] && axis > 0)
        J[6 + i] = -0.3 * (axis == 1 ? cos(m->heading[i]) : sin(m->heading[i]));
}

static inline double inverse_mass(const struct machine *m, size_t k)
{
    if (k >= 6)
        return k - 6 < m->wheels ? 1 / m->inertia[k - 6] : 0;
    return k < 3 ? 1 / m->mass : 1 / (m->mass * m->radius[k - 3] * m->radius[k - 3]);
}

/* Set the whole problem except mu, time and sharpness. */
static inline void problem_of(const struct machine *m, struct problem *p)
{
    double J[ROWS][SPEEDS];
    size_t n = 3 * m->wheels;
    p->wheels = m->wheels;
    for (size_t i = 0; i < n; i++)
        row(m, i / 3, i % 3, J[i]);
    for (size_t i = 0; i < n; i++) {
        double u = p->c[i] = 0;
        for (size_t k = 0; k < SPEEDS; k++) {
            u += J[i][k] * m->speed[k];
            p->c[i] += J[i][k] * inverse_mass(m, k) * m->load[k];
        }
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k < SPEEDS; k++)
                sum += J[i][k] * inverse_mass(m, k) * J[j][k];
            p->W[i * n + j] = sum;
        }
        struct wheel *wheel = p->wheel + i / 3;
        wheel->ideal = 0;
        wheel->heading[0] = cos(m->heading[i / 3]);
        wheel->heading[1] = sin(m->heading[i / 3]);
        if (i % 3 > 0)
            wheel->slip[i % 3 - 1] = u;
    }
}

/* Place wheels at the corners and the middle of the sides, or in the middle if there is only one.
 * If `parallel`, all wheels head along x at fixed places; otherwise headings and places are random.
 */
static inline void place(struct machine *m, int parallel)
{
    for (size_t i = 0; i < m->wheels; i++) {
        double front = i >= 4 ? 0 : i % 2 ? -1 : 1, side = m->wheels < 4 ? 0 : i / 2 % 2 ? -1 : 1;
        if (m->wheels == 3)
            side = (double)i - 1, front = i == 1 ? 1 : -1;
        m->x[i] = m->wheels == 1 ? 0 : front * (parallel ? 1 : uniform(0.8, 1.5));
        m->y[i] = m->wheels == 1 ? 0 : side * (parallel ? 0.7 : uniform(0.4, 0.9));
        m->heading[i] = parallel ? 0 : uniform(-1, 1);
        m->turns[i] = uniform(0, 1) < 0.8;
        m->inertia[i] = m->mass * pow(10, uniform(-3, -1.5));
    }
}

static inline void random_machine(struct machine *m, size_t wheels, int parallel)
{
    *m =
        (struct machine){.wheels = wheels, .mass = pow(10, uniform(-1, 3)), .h = uniform(0.1, 0.6)};
    for (size_t k = 0; k < 3; k++)
        m->radius[k] = uniform(0.4, 1);
    place(m, parallel);
    double size = uniform(0, 1) < 0.2 ? 0 : pow(10, uniform(-8, 1));
    for (size_t k = 0; k < SPEEDS; k++) {
        m->speed[k] = size * uniform(-1, 1) * (uniform(0, 1) < 0.3 ? 1e-3 : 1);
        m->load[k] = m->mass * uniform(-0.5, 0.5);
    }
    m->load[2] -= 9.8 * m->mass;
}

static inline void random_problem(struct problem *p, size_t wheels, int parallel)
{
    struct machine m;
    double time = pow(10, uniform(-4, -1));
    random_machine(&m, wheels, parallel);
    problem_of(&m, p);
    for (size_t i = 0; i < wheels; i++) {
        p->wheel[i].mu = uniform(0, 1) < 0.05 ? 0 : uniform(0.01, 0.6);
        p->wheel[i].time = uniform(0, 1) < 0.9 ? time : 0.01;
        p->wheel[i].sharpness = floor(pow(2, uniform(1, 8)));
    }
}

/* Set the elements of the problem. */
static inline void build_elements(const struct problem *p, struct friction_problem *f)
{
    size_t n = 3 * p->wheels;
    f->rows = n, f->count = 0, f->W = p->W, f->q = p->c;
    for (size_t i = 0; i < p->wheels; i++) {
        const struct wheel *w = p->wheel + i;
        const double *own = p->W + (3 * i + 1) * (n + 1), *h = w->heading;
        double g = h[0] == 0 && h[1] == 0
                       ? (own[0] + own[n + 1]) / 2
                       : own[0] * h[0] * h[0] + 2 * own[1] * h[0] * h[1] + own[n + 1] * h[1] * h[1];
        if (w->ideal)
            f->element[f->count++] =
                (struct friction_element){.set = FRICTION_FIRM, .firm_rows = 3, .row = 3 * i};
        else
            f->element[f->count++] =
                (struct friction_element){.set = FRICTION_SATURATED,
                                          .row = 3 * i,
                                          .mu = w->mu,
                                          .sharpness = w->sharpness,
                                          .compliance = g,
                                          .lag = {w->slip[0] / w->time, w->slip[1] / w->time}};
    }
}

static inline double size_of(const struct problem *p, const double *force)
{
    return largest(force, 3 * p->wheels);
}

/* Violation of the law's definition by the forces, relative to the largest force. */
static inline double misfit(const struct problem *p, const double *force)
{
    size_t n = 3 * p->wheels;
    double a[ROWS], worst = 0;
    times(p->W, force, n, n, 1, a);
    for (size_t i = 0; i < p->wheels; i++) {
        const struct wheel *w = p->wheel + i;
        const double *D = p->W + 3 * i * n + 3 * i, *h = w->heading, *f = force + 3 * i;
        double g = 0, L[2], limit = w->mu * fmax(f[0], 0);
        for (size_t j = 0; j < 2; j++)
            for (size_t k = 0; k < 2; k++)
                g += D[(1 + j) * n + 1 + k] * h[j] * h[k];
        worst = fmax(worst, fabs(a[3 * i] + p->c[3 * i]) / g);
        for (size_t j = 0; j < 2; j++)
            L[j] = f[1 + j] - (a[3 * i + 1 + j] + p->c[3 * i + 1 + j] + w->slip[j] / w->time) / g;
        double ratio = hypot(L[0], L[1]) / limit;
        double part = limit > 0 ? pow(1 + pow(ratio, w->sharpness), -1 / w->sharpness) : 0;
        if (limit > 0 && !(part > 0))
            part = 1 / ratio;
        for (size_t j = 0; j < 2; j++)
            worst = fmax(worst, fabs(f[1 + j] - part * L[j]));
    }
    return worst / size_of(p, force);
}

#endif
