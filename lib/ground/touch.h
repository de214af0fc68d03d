/* SPDX-License-Identifier: MIT */
/* Contact of a wheel with the ground. A wheel is a torus: its spine, a circle of radius b = radius
 * - crown about the centre and across the axis, is swept by a sphere of radius `crown`. crown = 0:
 * a knife edge; crown = radius: a ball (b = 0), whose axis is irrelevant.
 *
 * The wheel touches the ground where the distance D of the spine from the ground has a local
 * minimum P, at D(P) = crown. Then n = grad D is the normal, C = P - crown n the contact point and
 * gap = D(P) - crown. All vectors are in ground axes. */
#ifndef TOUCH_H
#define TOUCH_H

#include <stdint.h>

#include "num/vector.h"

struct touch_wheel {
    struct vec centre, axis; /* axis: unit vector */
    double radius, crown;    /* 0 <= crown <= radius, radius > 0 */
};

/* Motion of the wheel's body: velocity of the wheel's centre, angular velocity. */
struct touch_motion {
    struct vec velocity, spin;
};

/* m; radius b of the spine. */
static inline double touch_spine(const struct touch_wheel *wheel)
{
    return wheel->radius - wheel->crown;
}

/* Dependence of the normal on P. */
enum {
    TOUCH_STRAIGHT, /* a line of a profile: the normal is constant */
    TOUCH_ROUND,    /* a corner or an arc: the normal turns in the plane of the profile only */
    TOUCH_SMOOTH,   /* a surface: the normal turns in any direction */
};

/* Start of a search for the contact at a slightly different pose. */
struct touch_place {
    struct vec radial;     /* unit vector from the wheel's centre to P; 0 for a ball */
    double foot_x, foot_y; /* surface: foot of P on it, relative to the centre; profile: 0 */
};

enum { TOUCH_PLACE_DOUBLES = sizeof(struct touch_place) / sizeof(double) };

struct touch {
    int64_t feature; /* number in the profile (terrain.h); 0 for a surface */
    double gap;
    struct vec n, t1, t2; /* unit vectors with t1 x t2 = n; on a profile t2 is horizontal */
    struct vec at;        /* contact point C relative to the wheel's centre */
    struct touch_place place;
    double margin; /* second derivative of D along the spine, scaled to at most about 1. > 0: D has
                      a minimum here. <= 0: the hollow is narrower than the wheel, or a knife edge
                      lies along an edge */
    double border; /* m: distance of P past the nearer border of the feature's cell; < 0 inside.
                      -infinity for a surface */
    double factor; /* factor on the coefficient of friction */
    /* internal: */
    int kind;
    double reach;    /* q = n.(P - o): signed distance from the centre o of curvature */
    struct sym bend; /* surface: H, second derivative of D at P */
};

/* Velocities of a contact for a given motion of the wheel. */
struct touch_rate {
    struct vec slip; /* velocity of the wheel's material at C */
    double gap;      /* normal component of `slip`, which is exactly the rate of the gap */
    struct vec n;    /* rate of the normal */
    struct vec at;   /* rate of C relative to the centre */
    double along;    /* rad/s: rate of P along the spine, relative to the material */
    struct vec foot; /* velocity of P */
};

/* m/s; rate of the gap of a contact with normal n at the point `at` of the wheel: the velocity of
 * the wheel's material there along n. */
static inline double touch_gap_rate(const struct touch_motion *motion, struct vec n, struct vec at)
{
    return vec_dot(n, vec_add(motion->velocity, vec_cross(motion->spin, at)));
}

/* Compute the rates of a contact for this motion of the wheel. */
void touch_rates(const struct touch *, const struct touch_wheel *, const struct touch_motion *,
                 struct touch_rate *);

/* True if the points of both contacts are at most `distance` m apart on the wheel. */
static inline int touch_coincide(const struct touch *a, const struct touch *b, double distance)
{
    struct vec d = vec_sub(a->at, b->at);
    return vec_dot(d, d) <= distance * distance;
}

#endif
