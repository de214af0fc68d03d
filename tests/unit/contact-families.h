/* SPDX-License-Identifier: MIT */
/* Generated contact problems with time step 0.01 s, gravity 9.81 m/s^2, discs of radius 0.1 m. */
#ifndef CONTACT_FAMILIES_H
#define CONTACT_FAMILIES_H

#include "contact-scene.h"

static const double STEP = 0.01, GRAVITY = 9.81, RADIUS = 0.1;

/* Random number, uniform in [-1, 1). */
static inline double family_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) / 8388608.0 - 1;
}

/* Set a disc; vy is its velocity before gravity acts for one step. */
static inline void family_disc(struct scene *s, size_t body, double mass, double vx, double vy,
                               double spin)
{
    scene_body(s, body, mass, mass * RADIUS * RADIUS / 2, vx, vy - STEP * GRAVITY, spin);
}

/* A column of n discs. The normal impulse below a disc carries the disc and all discs above it. */
static inline void family_column(struct scene *s, size_t n, double mu, double mass)
{
    scene_new(s, 2, n, n);
    for (size_t k = 0; k < n; k++) {
        family_disc(s, k, mass, 0, 0, 0);
        scene_discs(s, (int)k, k == 0 ? WORLD : (int)k - 1, 0, 1, RADIUS, mu);
    }
}

/* A row of n wheels between two walls; a force of 5 n newtons pushes the leftmost wheel, but
 * nothing moves. */
static inline void family_row(struct scene *s, size_t n, double mu, double mass)
{
    scene_new(s, 2, n, 2 * n + 1);
    for (size_t k = 0; k < n; k++) {
        family_disc(s, k, mass, k == 0 ? STEP * 5 * (double)n / mass : 0, 0, 0);
        scene_discs(s, (int)k, WORLD, 0, 1, RADIUS, mu);
        scene_discs(s, (int)k, k == 0 ? WORLD : (int)k - 1, 1, 0, RADIUS, mu);
    }
    scene_discs(s, (int)n - 1, WORLD, -1, 0, RADIUS, mu);
}

/* A pile in a box: rows of n and n - 1 discs in turn, each disc between two of the row below, or
 * between one and a wall. The components of the discs' random velocities are at most `speed`. */
static inline void family_pile(struct scene *s, size_t n, size_t rows, double mu, double speed,
                               uint32_t seed)
{
    scene_new(s, 2, rows * n, 4 * rows * n);
    size_t body = 0, below = 0;
    double c = sqrt(3) / 2;
    for (size_t k = 0; k < rows; k++) {
        size_t count = k % 2 == 0 ? n : n - 1, start = body;
        for (size_t i = 0; i < count; i++, body++) {
            int me = (int)body;
            family_disc(s, body, 1, speed * family_random(&seed), speed * family_random(&seed),
                        speed / RADIUS * family_random(&seed));
            if (k == 0)
                scene_discs(s, me, WORLD, 0, 1, RADIUS, mu);
            if (i > 0)
                scene_discs(s, me, me - 1, 1, 0, RADIUS, mu);
            else if (k % 2 == 0)
                scene_discs(s, me, WORLD, 1, 0, RADIUS, mu);
            if (i == count - 1 && k % 2 == 0)
                scene_discs(s, me, WORLD, -1, 0, RADIUS, mu);
            int left = (int)(below + i) - (k % 2 == 0);
            if (k > 0 && (k % 2 == 1 || i > 0))
                scene_discs(s, me, left, 0.5, c, RADIUS, mu);
            if (k > 0 && (k % 2 == 1 || i < count - 1))
                scene_discs(s, me, left + 1, -0.5, c, RADIUS, mu);
        }
        below = start;
    }
    s->bodies = body;
}

/* A wheel in a groove of half angle beta. The walls close at a given speed; a force lifts the
 * wheel. */
static inline void family_groove(struct scene *s, double beta, double mu, double closing,
                                 double lift, double weight)
{
    scene_new(s, 2, 1, 2);
    scene_body(s, 0, 1, RADIUS * RADIUS / 2, 0, STEP * (lift - weight), 0);
    for (int side = -1; side <= 1; side += 2)
        scene_discs(s, 0, WORLD, -side * cos(beta), sin(beta), RADIUS, mu)->wall[0] = -closing;
}

/* A row of discs between closing walls. The problem has no solution. */
static inline void family_squeeze(struct scene *s, size_t n, double mu, double closing)
{
    scene_new(s, 2, n, n + 1);
    for (size_t k = 0; k < n; k++) {
        family_disc(s, k, 1, 0, 0, 0);
        scene_discs(s, (int)k, k == 0 ? WORLD : (int)k - 1, 1, 0, RADIUS, mu)->wall[0] =
            k == 0 ? -closing : 0;
    }
    scene_discs(s, (int)n - 1, WORLD, -1, 0, RADIUS, mu)->wall[0] = -closing;
}

/* A rigid vehicle on four locked wheels, in three dimensions; W has rank 6. x points down a slope
 * of angle alpha, z away from the slope. The centre of mass lies dx in front of the middle and 0.5
 * m high. */
static inline void family_vehicle(struct scene *s, double alpha, double mu, double mass, double dx)
{
    scene_new(s, 3, 1, 4);
    double inertia[3] = {0.2 * mass, 0.6 * mass, 0.7 * mass};
    for (int k = 0; k < 3; k++) {
        s->inverse_mass[k] = 1 / mass;
        s->inverse_mass[3 + k] = 1 / inertia[k];
    }
    s->v_free[0] = STEP * GRAVITY * sin(alpha);
    s->v_free[2] = -STEP * GRAVITY * cos(alpha);
    for (int w = 0; w < 4; w++) {
        double arm[3] = {(w < 2 ? 1.3 : -1.3) - dx, w % 2 ? 0.7 : -0.7, -0.5};
        static const int axis[3] = {2, 0, 1}; /* normal z, tangents x and y */
        struct touch *t = &s->touch[s->touches++];
        *t = (struct touch){.body = {0, WORLD}, .mu = mu};
        for (int k = 0; k < 3; k++) {
            int x = axis[k], y = (x + 1) % 3, z = (x + 2) % 3;
            /* u_x = v_x + (omega x arm)_x = v_x + omega_y arm_z - omega_z arm_y */
            t->jacobian[0][k][x] = 1;
            t->jacobian[0][k][3 + y] = arm[z];
            t->jacobian[0][k][3 + z] = -arm[y];
        }
    }
}

/* A falling rod of half length 1 at the angle theta from the horizontal, whose lower end slides on
 * the ground. W_nn - mu |W_nt| is negative (Painleve's paradox) if mu is larger than (4 + tan^2
 * theta)/(3 tan theta). This limit has its smallest value, 4/3, at tan theta = 2. */
static inline void family_rod(struct scene *s, double theta, double mu, double vx, double vy)
{
    double arm[2] = {-cos(theta), -sin(theta)};
    scene_new(s, 2, 1, 1);
    scene_body(s, 0, 1, 1.0 / 3, vx, vy, 0);
    scene_touch(s, 0, WORLD, 0, 1, arm, NULL, mu);
}

#endif
