/* SPDX-License-Identifier: MIT */
/* For the files of moreau. */
#ifndef VEHICLE_MOREAU_H
#define VEHICLE_MOREAU_H

#include "models/vehicle/vehicle.h"
#include "num/elementary.h"

#include <math.h>

/* The impulses along the chosen rows over a step m->h, in m->impulse and pressed, of one that
 * stands in the middle of it; velocities before are those of the state. Modes of wheels and brakes
 * are what they do then: WD_OK, or a failure. */
int32_t moreau_solve(struct vehicle_moment *);

/* The mode of an element's wheel or brake. */
static inline struct vehicle_grip *moreau_grip(const struct vehicle_moment *m,
                                               const struct friction_element *e)
{
    size_t number = m->work.number[e->row];
    return e->set == FRICTION_BAND ? &m->brake[linkage_joint_of(&m->v->linkage, number)]
                                   : &m->touch[number / 3];
}

/* Do all contacts and brakes hold, or slide on as a brake, with the impulses of the last step,
 * which are in m->force? Then they are in m->impulse. The first question takes no matrix; the
 * second corrects the impulses with one. */
int moreau_goes_on(struct vehicle_moment *, size_t count);
int moreau_holds(struct vehicle_moment *, size_t count);
/* Where all elements stick: does any distribution of the impulses hold them, first the least of
 * all, then the one with the largest margin to the limits? */
int moreau_holds_somehow(struct vehicle_moment *, size_t count);

#endif
