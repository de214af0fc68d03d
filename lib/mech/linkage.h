/* SPDX-License-Identifier: MIT */
/* Rigid bodies in a tree of hinges and slides, the first one free in space, on wheels that touch
 * the plane z = 0. The unknowns are the velocity and angular velocity of the root and the rate of
 * each joint: joints cannot drift.
 *
 * A machine is described once, in its reference configuration: all body axes parallel to those of
 * one frame, all angles and travels 0; places and axes below are given there. */
#ifndef MECH_LINKAGE_H
#define MECH_LINKAGE_H

#include <stddef.h>

#include "mech/vector.h"

/* ---- what the machine is made of ---- */

enum { LINKAGE_HINGE, LINKAGE_SLIDE };

/* What holds a body at its parent, and turns about or moves along the axis. Its effort, a torque or
 * a force, acts so on the child and is, besides that of a motor,
 *     -stiffness (q - rest) - damping q' */
struct linkage_joint {
    int type;
    struct vec at;   /* a point on the axis of a hinge; of a slide, where its loads are told */
    struct vec axis; /* of length 1 */
    double stiffness, rest, damping;
};

/* Parents come before their children; bodies joined rigidly are one. */
struct linkage_body {
    double mass;
    struct vec centre;          /* of mass */
    struct sym inertia;         /* about the centre of mass; positive semidefinite */
    size_t parent;              /* of all but the root, which is body 0 */
    struct linkage_joint joint; /* with the parent */
};

/* The outermost circle of a tyre about the axis, whose cross-section is round. */
struct linkage_wheel {
    size_t body;
    struct vec centre, axis; /* the axis of length 1 */
    double radius;           /* of the outermost circle */
    double crown;            /* of the cross-section: 0 for a knife edge, the radius for a ball */
};

/* The arrays are the caller's. Joint i holds body i + 1: there are bodies - 1 of them. */
struct linkage {
    size_t bodies, wheels;
    struct linkage_body *body;
    struct linkage_wheel *wheel;
};

#endif
