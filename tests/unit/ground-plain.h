/* SPDX-License-Identifier: MIT */
/* Random profiles and wheels, and their contacts by definition (ground/touch.h): local minima,
 * along the spine, of the distance to the profile. They are found by sampling. */
#ifndef GROUND_PLAIN_H
#define GROUND_PLAIN_H

#include "ground.h"
#include "ground/terrain_search.h"

static struct ground_profile ground;

/* ---- random wheels and profiles ---- */

enum { POINTS = 9 };

/* A random profile of walls, steps, needles and arcs up to a half circle. */
static inline void random_profile(int arcs)
{
    double xy[2 * POINTS], bulge[POINTS];
    do {
        double x = -1;
        for (int i = 0; i < POINTS; i++) {
            int wall = uniform(0, 1) < 0.2;
            xy[2 * i] = x;
            xy[2 * i + 1] = uniform(-0.2, 0.2);
            bulge[i] = i > 0 && i + 2 < POINTS && uniform(0, 1) < 0.5 ? uniform(-0.6, 0.6) : 0;
            x += wall ? 0 : pow(10, uniform(-2, 0));
        }
    } while (ground_build(&ground, xy, arcs ? bulge : NULL, POINTS) != TERRAIN_FINE);
}

static inline struct touch_wheel random_wheel(void)
{
    static const double crowns[] = {0, 0.2, 0.6, 1};
    double lean = uniform(-0.9, 0.9), yaw = uniform(-pi, pi), radius = uniform(0.1, 0.5);
    int straight = uniform(0, 1) < 0.2;
    if (straight)
        lean = yaw = 0;
    return (struct touch_wheel){{uniform(-1.5, 3), uniform(-1, 1), 0},
                                {-sin(yaw) * cos(lean), cos(yaw) * cos(lean), sin(lean)},
                                radius,
                                radius * crowns[(int)uniform(0, 4)]};
}

/* ---- contacts by definition ---- */

struct plain {
    const struct profile *profile;
    const struct touch_wheel *wheel;
    struct vec u, v; /* in the wheel's plane */
};

static inline struct plain plain_of(const struct profile *profile, const struct touch_wheel *wheel)
{
    struct vec e = wheel->axis, u = fabs(e.x) < 0.8 ? (struct vec){1, 0, 0} : (struct vec){0, 1, 0};
    u = vec_along(u, -vec_dot(u, e), e);
    u = vec_scale(1 / sqrt(vec_dot(u, u)), u);
    return (struct plain){profile, wheel, u, vec_cross(e, u)};
}

static inline struct vec plain_point(const struct plain *p, double angle)
{
    struct vec r = vec_along(vec_scale(cos(angle), p->u), sin(angle), p->v);
    return vec_along(p->wheel->centre, touch_spine(p->wheel), r);
}

static inline double plain_gap_at(const struct plain *p, struct vec P)
{
    double x = vec_dot(p->profile->d, P);
    return terrain_distance(p->profile->terrain, x, P.z) - p->wheel->crown;
}

static inline double plain_gap(const struct plain *p, double angle)
{
    return plain_gap_at(p, plain_point(p, angle));
}

/* Smallest gap between two angles, by golden-section search. */
static inline double plain_minimum(const struct plain *p, double lo, double hi)
{
    const double golden = 0.61803398874989485;
    double a = hi - golden * (hi - lo), b = lo + golden * (hi - lo);
    double at_a = plain_gap(p, a), at_b = plain_gap(p, b);
    while (hi - lo > 1e-7) {
        if (at_a <= at_b) {
            hi = b, b = a, at_b = at_a;
            at_a = plain_gap(p, a = hi - golden * (hi - lo));
        } else {
            lo = a, a = b, at_a = at_b;
            at_b = plain_gap(p, b = lo + golden * (hi - lo));
        }
    }
    return fmin(at_a, at_b);
}

enum { SAMPLES = 400, MOST_MINIMA = 64 };

static inline size_t plain_gaps(const struct profile *profile, const struct touch_wheel *wheel,
                                double *gap)
{
    double d[SAMPLES];
    size_t n = 0;
    struct plain p = plain_of(profile, wheel);
    if (touch_spine(wheel) == 0) {
        gap[0] = plain_gap(&p, 0);
        return 1;
    }
    for (int k = 0; k < SAMPLES; k++)
        d[k] = plain_gap(&p, 2 * pi * k / SAMPLES);
    for (int k = 0; k < SAMPLES && n < MOST_MINIMA; k++)
        if (d[k] < d[(k + SAMPLES - 1) % SAMPLES] && d[k] <= d[(k + 1) % SAMPLES])
            gap[n++] = plain_minimum(&p, 2 * pi * (k - 1) / SAMPLES, 2 * pi * (k + 1) / SAMPLES);
    return n;
}

static inline double least_gap(const struct profile *profile, const struct touch_wheel *wheel)
{
    double gap[MOST_MINIMA], least = INFINITY;
    size_t n = plain_gaps(profile, wheel, gap);
    for (size_t k = 0; k < n; k++)
        least = fmin(least, gap[k]);
    return least;
}

/* Lower the wheel until it is at most a tenth of its radius above the profile. */
static inline void lower(const struct profile *profile, struct touch_wheel *wheel)
{
    double least;
    for (wheel->centre.z = 1; (least = least_gap(profile, wheel)) < 0;)
        wheel->centre.z *= 2;
    for (int k = 0; k < 100 && least > 0.1 * wheel->radius; k++) {
        wheel->centre.z -= least - 0.05 * wheel->radius;
        least = least_gap(profile, wheel);
    }
}

#endif
