/* SPDX-License-Identifier: MIT */
/* The vehicle that init builds: the linkage, the parts from which it is built, and the ground. */
#ifndef VEHICLE_COURSE_H
#define VEHICLE_COURSE_H

#include "ground/ground.h"
#include "kind/kind.h"
#include "mech/linkage.h"

/* A body of the user. Rigidly joined bodies are one link of the linkage. */
struct vehicle_body {
    const struct part *part;
    const struct part *joint; /* joint to its parent; NULL for the root */
    size_t parent;            /* index of the parent body; the root has its own index */
    size_t link;
    struct vec offset; /* from the centre of mass of the link to that of the body, in body axes */
};

/* Hinge, slide or axle of a wheel. These are in the order of the joints of the linkage. */
struct vehicle_joint {
    const struct part *part;
    size_t carrier; /* the body that holds the child */
};

/* Properties of the laws of wheels, so that other files need not compare laws. */
struct vehicle_law {
    const char *name;
    int lifts;     /* the contact may open; its mode is open, stick or slip */
    int rolls;     /* it never slips, however large the force */
    int saturates; /* its friction is the smooth law of friction/saturated.c, in all states */
    int stays;     /* the contact never opens, even if the ground has to pull */
    int loads; /* its force depends on the state alone and is a load without rows; its mode is open
                  or closed */
};

/* Laws by the value of param.<wheel>.law. */
extern const struct vehicle_law vehicle_laws[];

struct vehicle_rim {
    const struct part *part;
    const struct vehicle_law *law;
    size_t body;        /* the body that carries the rim or wheel */
    size_t tyre;        /* index of its tyre; the number of tyres if it stands on none */
    double flat_cosine; /* cosine of the angle between axis and normal above which it lies flat */
};

struct vehicle_point {
    const struct part *part;
    size_t body, link;
    struct vec arm; /* vector from the centre of mass of the link, in body axes */
};

struct vehicle_spring {
    const struct part *part;
    size_t end[2]; /* points */
};

struct vehicle {
    struct linkage linkage;
    size_t bodies, points, springs, tyres;
    size_t on_tyres; /* number of wheels and rims of law tyre */
    size_t stops;    /* number of hinges and slides: the first joints; wheels have no stops */
    struct vehicle_body *body;   /* parents before their children */
    struct vehicle_joint *joint; /* linkage.bodies - 1 */
    struct vehicle_rim *rim;     /* linkage.wheels */
    struct vehicle_point *point;
    struct vehicle_spring *spring;
    struct vehicle_tyre *tyre;
    size_t *place;               /* of each part: index of the body, or `bodies` */
    const struct part **holder;  /* of each part: the first two joints whose child it is, or NULL */
    const struct ground *ground; /* NULL: the plane z = 0 */
};

/* True for a wheel whose cross-section is as large as the wheel; its axis has no effect. */
static inline int vehicle_is_ball(const struct linkage_wheel *wheel)
{
    return wheel->crown >= wheel->radius;
}

/* True if there are wheels and all have the law tyre. */
static inline int vehicle_stands_on_tyres(const struct vehicle *v)
{
    return v->on_tyres > 0 && v->on_tyres == v->linkage.wheels;
}

/* Number of doubles that vehicle_course_build() needs as memory. */
size_t vehicle_course_doubles(const struct kind *, const struct polyline *terrain);
/* Build the vehicle of the view and its ground in `memory`, which then starts with the struct
 * vehicle. If view->param is NULL, only the ground is built. Returns NULL, or a text that says what
 * is wrong; *at is then a point or segment of the terrain, or SIZE_MAX for a fault of a part. */
const char *vehicle_course_build(const struct view *, const struct polyline *terrain,
                                 double *memory, size_t *at);

#endif
