/* SPDX-License-Identifier: MIT */
/* For the files of moreau. */
#ifndef VEHICLE_MOREAU_H
#define VEHICLE_MOREAU_H

#include "models/vehicle/vehicle.h"

/* The impulses along the chosen rows over a time h, in m->impulse, of one that stands in the middle
 * of a step; velocities before are those of the state. Modes of wheels and brakes are what they do
 * then: WD_OK, or a failure. */
int32_t moreau_solve(struct vehicle_moment *, double h);

/* The mode of what an element is of. */
static inline struct vehicle_grip *moreau_grip(const struct vehicle_moment *m,
                                               const struct cone_element *e)
{
    size_t number = m->work.number[e->row], wheels = m->v->linkage.wheels;
    return e->type == CONE_BRAKE ? &m->brake[number - 3 * wheels] : &m->tyre[number / 3];
}

/* Newton's steps for the elements, from modes and directions that may be wrong; `fastest` is the
 * largest of the velocities without impulses. 1: m->impulse, and modes and directions that are
 * right; 0: it does not come to an end. */
int moreau_newton(struct vehicle_moment *, size_t count, double fastest);

#endif
