/* SPDX-License-Identifier: MIT */
/* Random problems on which no constant of the solver was tuned: six kinds of scene, with all sizes,
 * masses, velocities and friction drawn from the seed. All have a solution: q = H^T v_free + w,
 * where w is an open gap divided by the time step in normal rows and 0 in others, so bodies at rest
 * would penetrate nothing. */
#ifndef CONTACT_HOLDOUT_H
#define CONTACT_HOLDOUT_H

#include "contact-families.h"

/* Random number, uniform in (lo, hi). */
static inline double holdout_between(uint32_t *seed, double lo, double hi)
{
    return lo + (hi - lo) * (family_random(seed) + 1) / 2;
}

/* Random whole number from lo to hi. */
static inline size_t holdout_count(uint32_t *seed, size_t lo, size_t hi)
{
    return lo + (size_t)(holdout_between(seed, 0, 1) * (double)(hi - lo + 1));
}

static inline double holdout_friction(uint32_t *seed)
{
    return exp(holdout_between(seed, log(0.05), log(1.5)));
}

/* A falling box of half sizes half[]; a ball has the mass and inertia of the box around it. The
 * components of the random velocity are at most `speed`, those of the random spin at most speed /
 * half. */
static inline void holdout_body(struct scene *s, size_t body, const double *half, double speed,
                                uint32_t *seed)
{
    double *m = s->inverse_mass + 6 * body, *v = s->v_free + 6 * body;
    double mass = holdout_between(seed, 0.5, 2) * 8 * half[0] * half[1] * half[2];
    for (int k = 0; k < 3; k++) {
        double p = half[(k + 1) % 3], q = half[(k + 2) % 3];
        m[k] = 1 / mass;
        m[3 + k] = 3 / (mass * (p * p + q * q));
        v[k] = speed * family_random(seed);
        v[3 + k] = speed * family_random(seed) / half[k];
    }
    v[2] -= STEP * GRAVITY;
}

/* Add four contacts between body a and body b below it, at the corners of the rectangle [x0, x1] x
 * [y0, y1] at the height z. */
static inline void holdout_face(struct scene *s, int a, int b, const double *x, const double *y,
                                double z, const double *ca, const double *cb, double mu)
{
    static const double up[3] = {0, 0, 1};
    for (int k = 0; k < 4; k++) {
        double point[3] = {x[k % 2], y[k / 2], z};
        scene_touch_space(s, a, b, up, point, ca, cb, mu);
    }
}

enum { HOLDOUT_BODIES = 200 };

/* A wall of bricks of different widths; each brick rests on the bricks below it that it
 * overlaps. */
static inline void holdout_bricks(struct scene *s, uint32_t seed)
{
    double at[HOLDOUT_BODIES][3], half[HOLDOUT_BODIES][3], mu = holdout_friction(&seed);
    size_t rows = holdout_count(&seed, 2, 6), columns = holdout_count(&seed, 1, 5);
    double speed = seed % 2 ? 0 : 0.5;
    scene_new(s, 3, rows * columns, 8 * 2 * rows * columns);
    for (size_t k = 0; k < rows; k++) {
        double x = holdout_between(&seed, -0.3, 0.3);
        for (size_t i = 0; i < columns; i++) {
            size_t me = k * columns + i;
            double *h = half[me], *c = at[me];
            h[0] = holdout_between(&seed, 0.35, 0.65), h[1] = 0.25, h[2] = 0.2;
            c[0] = x + h[0], c[1] = 0, c[2] = 0.2 + 0.4 * (double)k;
            x += 2 * h[0] + 0.01;
            holdout_body(s, me, h, speed, &seed);
            double all[2] = {c[0] - h[0], c[0] + h[0]}, depth[2] = {-h[1], h[1]};
            if (k == 0)
                holdout_face(s, (int)me, WORLD, all, depth, 0, c, NULL, mu);
            for (size_t j = (k - 1) * columns; k > 0 && j < k * columns; j++) {
                double lo = fmax(all[0], at[j][0] - half[j][0]);
                double hi = fmin(all[1], at[j][0] + half[j][0]), both[2] = {lo, hi};
                if (lo < hi)
                    holdout_face(s, (int)me, (int)j, both, depth, c[2] - h[2], c, at[j], mu);
            }
        }
    }
}

/* A tower of crosswise layers of three planks each; one plank is pushed. */
static inline void holdout_tower(struct scene *s, uint32_t seed)
{
    double at[HOLDOUT_BODIES][3], mu = holdout_friction(&seed);
    size_t levels = holdout_count(&seed, 2, 7);
    scene_new(s, 3, 3 * levels, 36 * levels);
    for (size_t k = 0; k < levels; k++)
        for (size_t i = 0; i < 3; i++) {
            size_t me = 3 * k + i, along = k % 2, across = 1 - along;
            double *c = at[me], half[3] = {0.3, 0.3, 0.1}, low[2][2];
            half[across] = 0.09;
            c[along] = holdout_between(&seed, -0.02, 0.02);
            c[across] = 0.2 * (double)i - 0.2;
            c[2] = 0.1 + 0.2 * (double)k;
            holdout_body(s, me, half, 0, &seed);
            low[across][0] = c[across] - 0.09, low[across][1] = c[across] + 0.09;
            for (size_t j = 0; j < (k == 0 ? 1 : 3); j++) {
                double middle = k == 0 ? 0 : 0.2 * (double)j - 0.2, wide = k == 0 ? 0.28 : 0.09;
                low[along][0] = middle - wide, low[along][1] = middle + wide;
                size_t below = 3 * k + j - 3;
                holdout_face(s, (int)me, k == 0 ? WORLD : (int)below, low[0], low[1], c[2] - 0.1, c,
                             k == 0 ? NULL : at[below], mu);
            }
        }
    size_t pushed = holdout_count(&seed, 0, 3 * levels - 1);
    s->v_free[6 * pushed] += holdout_between(&seed, 0, 1);
}

/* A semicircular arch of stones between two abutments; a thin arch collapses. */
static inline void holdout_arch(struct scene *s, uint32_t seed)
{
    double at[HOLDOUT_BODIES][3], mu = holdout_friction(&seed);
    size_t stones = holdout_count(&seed, 3, 25);
    double thick = holdout_between(&seed, 0.05, 0.4), part = acos(-1) / (double)stones;
    scene_new(s, 3, stones, 4 * (stones + 1));
    for (size_t k = 0; k < stones; k++) {
        double angle = part * ((double)k + 0.5), half[3] = {part / 2, 0.2, thick / 2};
        at[k][0] = cos(angle), at[k][1] = 0, at[k][2] = sin(angle);
        half[0] = half[2] = fmin(half[0], half[2]);
        holdout_body(s, k, half, 0, &seed);
    }
    for (size_t k = 0; k <= stones; k++) {
        double angle = part * (double)k, normal[3] = {-sin(angle), 0, cos(angle)};
        int a = k < stones ? (int)k : WORLD, b = k > 0 ? (int)k - 1 : WORLD;
        for (int corner = 0; corner < 4; corner++) {
            double radius = 1 + (corner % 2 ? thick : -thick) / 2;
            double point[3] = {radius * cos(angle), corner / 2 ? 0.2 : -0.2, radius * sin(angle)};
            scene_touch_space(s, a, b, normal, point, a == WORLD ? NULL : at[a],
                              b == WORLD ? NULL : at[b], mu);
        }
    }
}

/* Balls of different sizes near the points of a cubic lattice, moving above a floor. Balls that
 * overlap touch. Other balls less than 0.02 m apart have a contact with an open gap. */
static inline void holdout_balls(struct scene *s, uint32_t seed)
{
    double at[HOLDOUT_BODIES][3], radius[HOLDOUT_BODIES], mu = holdout_friction(&seed);
    size_t side = holdout_count(&seed, 2, 5), n = side * side * side;
    static const double up[3] = {0, 0, 1};
    double speed = holdout_between(&seed, 0, 2);
    scene_new(s, 3, n, 14 * n);
    for (size_t i = 0; i < n; i++) {
        size_t place[3] = {i % side, i / side % side, i / side / side};
        radius[i] = holdout_between(&seed, 0.08, 0.11);
        double half[3] = {radius[i], radius[i], radius[i]};
        for (int k = 0; k < 3; k++)
            at[i][k] = 0.19 * (double)place[k] + holdout_between(&seed, -0.02, 0.02);
        holdout_body(s, i, half, speed, &seed);
        double foot[3] = {at[i][0], at[i][1], -0.1};
        if (place[2] == 0)
            scene_touch_space(s, (int)i, WORLD, up, foot, at[i], NULL, mu)->wall[0] =
                fmax(0, at[i][2] - radius[i] + 0.1) / STEP;
        for (size_t j = 0; j < i; j++) {
            double n_[3], point[3], apart = 0;
            for (int k = 0; k < 3; k++) {
                n_[k] = at[i][k] - at[j][k];
                apart += n_[k] * n_[k];
            }
            apart = sqrt(apart);
            double gap = apart - radius[i] - radius[j];
            if (gap > 0.02 || s->touches == s->room)
                continue;
            for (int k = 0; k < 3; k++) {
                n_[k] /= apart;
                point[k] = at[j][k] + radius[j] * n_[k];
            }
            scene_touch_space(s, (int)i, (int)j, n_, point, at[i], at[j], mu)->wall[0] =
                fmax(0, gap) / STEP;
        }
    }
}

/* Find the position in which a disc rests on the supports i and j. Numbers below `count` are discs,
 * `count` is the floor, the next two are the walls at -width and +width. Return 0 if there is no
 * such position, or if the disc would overlap another there. */
static inline int holdout_rest(double (*disc)[3], size_t count, double width, size_t i, size_t j,
                               double radius, double *x, double *y)
{
    if (i >= count)
        return 0;
    double a = disc[i][2] + radius;
    if (j == count) {
        double up = radius - disc[i][1];
        if (fabs(up) > a)
            return 0;
        *y = radius;
        *x = disc[i][0] + sqrt(a * a - up * up);
    } else if (j > count) {
        *x = j == count + 1 ? radius - width : width - radius;
        double aside = *x - disc[i][0];
        if (fabs(aside) > a)
            return 0;
        *y = disc[i][1] + sqrt(a * a - aside * aside);
    } else {
        double b = disc[j][2] + radius, dx = disc[j][0] - disc[i][0], dy = disc[j][1] - disc[i][1];
        double c = hypot(dx, dy), along = (c * c + a * a - b * b) / (2 * c);
        if (c == 0 || fabs(along) > a)
            return 0;
        double off = sqrt(a * a - along * along) * (dx > 0 ? 1 : -1);
        *x = disc[i][0] + (along * dx - off * dy) / c;
        *y = disc[i][1] + (along * dy + off * dx) / c;
    }
    if (*y < radius - 1e-12 || fabs(*x) > width - radius + 1e-12)
        return 0;
    for (size_t k = 0; k < count; k++)
        if (hypot(disc[k][0] - *x, disc[k][1] - *y) < disc[k][2] + radius - 1e-12)
            return 0;
    return 1;
}

/* Discs of different sizes in a trough, put down one by one as low as they can rest */
static inline void holdout_heap(struct scene *s, uint32_t seed)
{
    double disc[HOLDOUT_BODIES][3], mu = holdout_friction(&seed);
    size_t n = holdout_count(&seed, 5, 60);
    double width = 0.1 * sqrt((double)n) + 0.2, speed = seed % 2 ? 0 : 1;
    scene_new(s, 2, n, 6 * n);
    for (size_t k = 0; k < n; k++) {
        double radius = holdout_between(&seed, 0.05, 0.15), x, y;
        double *d = disc[k], mass = 30 * radius * radius;
        d[0] = radius - width, d[1] = k == 0 ? radius : HUGE_VAL, d[2] = radius;
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j < k + 3; j++)
                if (i != j && holdout_rest(disc, k, width, i, j, radius, &x, &y) && y < d[1])
                    d[0] = x, d[1] = y;
        scene_body(s, k, mass, mass * radius * radius / 2, speed * family_random(&seed),
                   speed * family_random(&seed) - STEP * GRAVITY, 0);
        if (d[1] < radius + 1e-9)
            scene_discs(s, (int)k, WORLD, 0, 1, radius, mu);
        for (int side = -1; side <= 1; side += 2)
            if (width + side * d[0] < radius + 1e-9)
                scene_discs(s, (int)k, WORLD, side, 0, radius, mu);
        for (size_t j = 0; j < k; j++) {
            double nx = d[0] - disc[j][0], ny = d[1] - disc[j][1], apart = hypot(nx, ny);
            double ra[2] = {-radius * nx / apart, -radius * ny / apart};
            double rb[2] = {disc[j][2] * nx / apart, disc[j][2] * ny / apart};
            if (apart < radius + disc[j][2] + 1e-9)
                scene_touch(s, (int)k, (int)j, nx / apart, ny / apart, ra, rb, mu);
        }
    }
}

/* A rover of 4 to 8 wheels on rough ground: W = G^T G with G = S J. J belongs to one rigid body
 * with wheels at random heights and slopes; S is the coupling by joints and motors. */
static inline void holdout_rover(struct problem *p, uint32_t seed)
{
    enum { MOST_COLUMNS = 24 };
    double G[6 + MOST_COLUMNS][MOST_COLUMNS] = {{0}}, mu = holdout_friction(&seed),
                 w[6 + MOST_COLUMNS];
    size_t wheels = holdout_count(&seed, 4, 8), n = 3 * wheels;
    struct scene s;
    scene_new(&s, 3, 1, wheels);
    for (size_t i = 0; i < wheels; i++) {
        double n_[3] = {0.4 * family_random(&seed), 0.4 * family_random(&seed), 1};
        double size = sqrt(n_[0] * n_[0] + n_[1] * n_[1] + 1), centre[3] = {0, 0, 0};
        double point[3] = {(double)(i / 2) - 1, i % 2 ? 0.6 : -0.6,
                           holdout_between(&seed, -0.6, -0.4)};
        for (int k = 0; k < 3; k++)
            n_[k] /= size;
        const struct touch *t = scene_touch_space(&s, 0, WORLD, n_, point, centre, NULL, mu);
        for (size_t c = 0; c < 3; c++) {
            for (size_t k = 0; k < 6; k++)
                for (size_t j = 0; j < 6; j++)
                    G[k][3 * i + c] += t->jacobian[0][c][j] * (k == j ? 1 : 0.1);
            G[6 + i][3 * i + c] = family_random(&seed); /* the joint of this wheel alone */
        }
    }
    for (size_t k = 0; k < 6 + wheels; k++)
        w[k] = (k == 2 ? -STEP * GRAVITY : 0) + (seed % 2 ? 0.1 : 0) * family_random(&seed);
    problem_new(p, 3, wheels, n * n);
    for (size_t r = 0; r < n; r++) {
        p->start[r + 1] = (r + 1) * n;
        p->mu[r / 3] = mu;
        for (size_t k = 0; k < 6 + wheels; k++)
            p->q[r] += G[k][r] * w[k];
        for (size_t c = 0; c < n; c++) {
            p->column[r * n + c] = (uint32_t)c;
            for (size_t k = 0; k < 6 + wheels; k++)
                p->value[r * n + c] += G[k][r] * G[k][c];
        }
    }
    scene_free(&s);
}

enum { HOLDOUT_KINDS = 6 };
static const char *const holdout_name[HOLDOUT_KINDS] = {"bricks", "tower", "arch",
                                                        "balls",  "heap",  "rover"};

static inline void holdout_problem(struct problem *p, int kind, uint32_t seed)
{
    static void (*const make[])(struct scene *, uint32_t) = {
        holdout_bricks, holdout_tower, holdout_arch, holdout_balls, holdout_heap};
    struct scene s;
    seed *= 2654435761u;
    if (kind == HOLDOUT_KINDS - 1) {
        holdout_rover(p, seed);
        return;
    }
    make[kind](&s, seed);
    scene_problem(&s, p);
    scene_free(&s);
}

#endif
