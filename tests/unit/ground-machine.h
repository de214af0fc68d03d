/* SPDX-License-Identifier: MIT */
/* Golden machines on golden ground: the wheels of a machine in the current state. */
#ifndef GROUND_MACHINE_H
#define GROUND_MACHINE_H

#include "ground-surface.h"
#include "ground.h"
#include "ground/near.h"
#include "linkage.h"

static struct ground_profile ground;
static struct machine machine;
static double state[STATES_MOST];

/* ---- wheels of a machine in the current state ---- */

static inline struct touch_wheel wheel_of(size_t w)
{
    const struct linkage_wheel *wheel = &machine.wheel[w];
    const struct linkage_link *link = &machine.work.link[wheel->body];
    struct vec arm = vec_sub(wheel->centre, machine.body[wheel->body].centre);
    struct vec centre = vec_add(link->r, mat_turn(&link->R, arm));
    centre.x += state[LINKAGE_PLACE];
    centre.y += state[LINKAGE_PLACE + 1];
    centre.z += state[LINKAGE_PLACE + 2];
    return (struct touch_wheel){centre, mat_turn(&link->R, wheel->axis), wheel->radius,
                                wheel->crown};
}

static inline struct vec arm_of(size_t w, const struct touch_wheel *wheel)
{
    const struct linkage_link *link = &machine.work.link[machine.wheel[w].body];
    struct vec arm = vec_sub(wheel->centre, link->r);
    arm.x -= state[LINKAGE_PLACE];
    arm.y -= state[LINKAGE_PLACE + 1];
    arm.z -= state[LINKAGE_PLACE + 2];
    return arm;
}

static inline struct touch_motion motion_of(size_t w, const struct touch_wheel *wheel)
{
    const struct linkage_link *link = &machine.work.link[machine.wheel[w].body];
    return (struct touch_motion){vec_add(link->v, vec_cross(link->W, arm_of(w, wheel))), link->W};
}

#endif
