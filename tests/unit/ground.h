/* SPDX-License-Identifier: MIT */
/* Profiles, wheels and the golden contacts (reference values) of tests/ref/ground for the tests of
 * lib/ground. */
#ifndef GROUND_TEST_H
#define GROUND_TEST_H

#include "csv.h"
#include "ground/profile.h"
#include "random.h"
#include "tap.h"

static const double pi = 3.14159265358979323846;

enum { GROUND_POINTS = 16, GROUND_MEMORY = 4096 };

struct ground_profile {
    struct terrain terrain;
    double memory[GROUND_MEMORY];
};

static inline enum terrain_fault ground_build(struct ground_profile *ground, const double *xy,
                                              const double *bulge, size_t points)
{
    if (terrain_doubles(points, bulge != NULL) > GROUND_MEMORY)
        return TERRAIN_SHORT;
    return terrain_build(&ground->terrain, xy, bulge, points, ground->memory, NULL).fault;
}

/* The profile of all golden contacts: lines, corners, and convex and concave arcs. */
static inline void ground_golden(struct ground_profile *ground)
{
    static const double xy[] = {-1, 0, .2, 0, .2, .12, .7, .12, 1.3, .3, 1.9, .05, 3.1, .2, 5, .2};
    static const double bulge[] = {0, 0, 0, 0, -.35, .25, 0};
    check(ground_build(ground, xy, bulge, 8) == TERRAIN_FINE, "the golden profile is fine");
}

static inline struct vec ground_vec(const struct csv *csv, const char *head, const char *tail)
{
    double v[3];
    for (int k = 0; k < 3; k++) {
        char name[32];
        snprintf(name, sizeof name, "%s%c%s", head, "xyz"[k], tail);
        v[k] = csv_real(csv, name);
    }
    return (struct vec){v[0], v[1], v[2]};
}

struct ground_pair {
    struct touch_wheel wheel;
    struct touch_motion motion; /* velocities of the wheel */
    struct touch_motion change; /* accelerations of the wheel */
};

static inline struct ground_pair ground_pair(const struct csv *csv)
{
    return (struct ground_pair){
        .wheel = {ground_vec(csv, "c", ""), ground_vec(csv, "e", ""), csv_real(csv, "radius"),
                  csv_real(csv, "crown")},
        .motion = {ground_vec(csv, "v", ""), ground_vec(csv, "W", "")},
        .change = {ground_vec(csv, "a", ""), ground_vec(csv, "al", "")},
    };
}

static inline double ground_apart(struct vec a, struct vec b)
{
    struct vec d = vec_sub(a, b);
    return sqrt(vec_dot(d, d));
}

/* Return the wheel after a short time at constant velocities. */
static inline struct touch_wheel ground_moved(const struct touch_wheel *wheel,
                                              const struct touch_motion *m, double t)
{
    struct touch_wheel to = *wheel;
    to.centre = vec_along(to.centre, t, m->velocity);
    to.axis = vec_along(to.axis, t, vec_cross(m->spin, wheel->axis));
    to.axis = vec_scale(1 / sqrt(vec_dot(to.axis, to.axis)), to.axis);
    return to;
}

/* Largest errors over the contacts: gap and its derivatives, normal n, contact point C, slip
 * velocity u and the derivatives n', u'. */
struct ground_errors {
    double gap, rate, second, n, n_rate, C, u, u_rate;
};

/* Update *worst with an error, relative to `size` if this is above 1. */
static inline void ground_worse(double *worst, double error, double size)
{
    double relative = error / fmax(1, size);
    *worst = relative <= *worst ? *worst : relative;
}

static inline void ground_compare(const struct csv *csv, const struct ground_pair *pair,
                                  const struct touch *touch, struct ground_errors *worst)
{
    struct touch_rate rate;
    const struct touch_motion *m = &pair->motion, *c = &pair->change;
    touch_rates(touch, &pair->wheel, m, &rate);
    struct vec u_rate = vec_add(c->velocity, vec_cross(c->spin, touch->at));
    u_rate = vec_add(u_rate, vec_cross(m->spin, rate.at));
    double second = vec_dot(touch->n, u_rate) + vec_dot(rate.n, rate.slip);
    struct vec want = ground_vec(csv, "n1", "");
    double gap2 = csv_real(csv, "gap2");
    ground_worse(&worst->gap, fabs(touch->gap - csv_real(csv, "gap")), 1);
    ground_worse(&worst->rate, fabs(rate.gap - csv_real(csv, "gap1")), 1);
    ground_worse(&worst->second, fabs(second - gap2), fabs(gap2));
    ground_worse(&worst->n, ground_apart(touch->n, ground_vec(csv, "n", "")), 1);
    ground_worse(&worst->n_rate, ground_apart(rate.n, want), sqrt(vec_dot(want, want)));
    ground_worse(&worst->C,
                 ground_apart(vec_add(pair->wheel.centre, touch->at), ground_vec(csv, "C", "")), 1);
    ground_worse(&worst->u, ground_apart(rate.slip, ground_vec(csv, "u", "")), 1);
    want = ground_vec(csv, "u1", "");
    ground_worse(&worst->u_rate, ground_apart(u_rate, want), sqrt(vec_dot(want, want)));
}

static inline void ground_judge(const struct ground_errors *worst, const char *what)
{
    const double error[] = {worst->gap,    worst->rate, worst->second, worst->n,
                            worst->n_rate, worst->C,    worst->u,      worst->u_rate};
    static const char *const names[] = {
        "gap", "rate of the gap", "second derivative of the gap", "n", "n'", "C", "u", "u'"};
    for (int k = 0; k < 8; k++) {
        char text[80];
        snprintf(text, sizeof text, "%s, %s", what, names[k]);
        near_abs(error[k], 0, 1e-12, text);
    }
}

#endif
