/* SPDX-License-Identifier: MIT */
/* The bicycle as a multibody system, z up, and its start on the constraints. */
#ifndef BICYCLE_ASSEMBLE_H
#define BICYCLE_ASSEMBLE_H

#include "mech/mech.h"
#include "models/bicycle/parameters.h"

enum { REAR_WHEEL, REAR_FRAME, FRONT_FRAME, FRONT_WHEEL, BICYCLE_BODIES };
enum { REAR_AXLE, STEERING, FRONT_AXLE, BICYCLE_HINGES };
enum { BICYCLE_WHEELS = 2, BICYCLE_ROWS = 5 * BICYCLE_HINGES + 3 * BICYCLE_WHEELS };

struct bicycle {
    struct mech_system system; /* points to the arrays below */
    struct mech_body body[BICYCLE_BODIES];
    struct mech_hinge hinge[BICYCLE_HINGES];
    struct mech_wheel wheel[BICYCLE_WHEELS];
    struct mech_group group[BICYCLE_HINGES + BICYCLE_WHEELS];
};

/* Build the multibody system from the parameters. Returns NULL, or what is wrong with them. */
const char *bicycle_assemble(const struct bicycle_parameters *, struct bicycle *);

/* Initial position and velocity in the independent coordinates. */
struct bicycle_start {
    double x, y, yaw, roll, steer, rear_angle, front_angle, roll_rate, steer_rate, speed;
};

/* Compute the state in which both wheels roll on the ground. Returns NULL, or why no such state
 * exists. */
const char *bicycle_stand(const struct bicycle *, const struct bicycle_start *,
                          struct mech_state *);

#endif
